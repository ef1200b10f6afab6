/** The holds of a Product: filters, order and pages. */
import { DEADLINE, reserveThree } from "../../../test/support/features/transfer_hold/holds.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { at } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { transferHoldList } from "./transfer_hold_resource.ts";

type Given = ReturnType<typeof reserveThree>;

const rows = listed<Given, "first" | "second" | "third">(transferHoldList, "transferHoldId", [
  { title: "no filter", expected: ["third", "second", "first"] },
  { title: "status reserved", input: { status: "reserved" }, expected: ["third", "first"] },
  { title: "status cancelled", input: { status: "cancelled" }, expected: ["second"] },
  {
    title: "destination account",
    input: ({ destination }) => ({ accountId: destination }),
    expected: ["second", "first"],
  },
  {
    title: "source account",
    input: ({ source }) => ({ accountId: source }),
    expected: ["third", "second", "first"],
  },
  {
    title: "source account and status",
    input: ({ source }) => ({ accountId: source, status: "reserved" }),
    expected: ["third", "first"],
  },
  { title: "part of a description", input: { search: "four" }, expected: ["second"] },
  { title: "part of an external id", input: { search: "STAY" }, expected: ["third"] },
  {
    title: "its id",
    input: ({ first }) => ({ search: first.transferHoldId }),
    expected: ["first"],
  },
  { title: "unknown account", input: { accountId: "acct_unknown" }, expected: [] },
  {
    title: "expiresBefore at a deadline",
    input: { expiresBefore: DEADLINE },
    expected: ["first"],
  },
  {
    title: "createdFrom at the second hold",
    input: { createdFrom: at(1_000) },
    expected: ["third", "second"],
  },
  {
    title: "createdTo at the third hold",
    input: { createdTo: at(2_000) },
    expected: ["second", "first"],
  },
  {
    title: "createdFrom after createdTo",
    input: { createdFrom: at(2_000), createdTo: at(0) },
    expected: [],
  },
]);

decisionTable(transferHoldList, {
  given: reserveThree,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    ...rows,
    {
      title: "no realm yet",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "an empty page",
      reply: { items: [] },
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(transferHoldList, { status: "reserved" }),
  ],
});

/** The collections of a Product: filters, order and pages. */
import { collectedLoan } from "../../../test/support/features/collection/collections.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { collectionList } from "./collection_noun.ts";

const rows = listed<ReturnType<typeof collectedLoan>, "first" | "second">(
  collectionList,
  "collectionId",
  [
    { title: "no filter", expected: ["second", "first"] },
    { title: "status", input: { status: "failed" }, expected: ["second"] },
    {
      title: "customer",
      input: ({ customerId }) => ({ customerId }),
      expected: ["second", "first"],
    },
    {
      title: "consent and status",
      input: ({ consentId }) => ({ consentId, status: "collected" }),
      expected: ["first"],
    },
    {
      title: "object",
      input: ({ object }) => ({ objectId: object.objectId }),
      expected: ["second", "first"],
    },
    {
      title: "the id of its row",
      input: ({ second }) => ({ search: second.scheduleId }),
      expected: ["second"],
    },
    { title: "another consent", input: { consentId: "cons_unknown" }, expected: [] },
  ],
);

decisionTable(collectionList, {
  given: collectedLoan,
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
    cursorOfOtherFilters(collectionList, { status: "failed" }),
  ],
});

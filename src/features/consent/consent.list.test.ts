/** The consents of a Product: filters, order and pages. */
import { consentMade, pendingConsent } from "../../../test/support/features/consent/consents.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { createAccount } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { consentList } from "./consent_noun.ts";

type Given = ReturnType<typeof givenThree>;

/** Three consents, a second between one and the next; the first and the third are of one customer. */
function givenThree(world: World) {
  const { accountId, owner } = createAccount(world);
  const first = consentMade(world, { customerId: owner.id, accountId });
  const second = consentMade(world, { type: "terms" });
  const third = pendingConsent(world, { customerId: owner.id });
  return { accountId, customerId: owner.id, first, second, third };
}

const rows = listed<Given, "first" | "second" | "third">(consentList, "consentId", [
  { title: "no filter", expected: ["third", "second", "first"] },
  { title: "status", input: { status: "active" }, expected: ["second", "first"] },
  { title: "type", input: { type: "terms" }, expected: ["second"] },
  {
    title: "customer",
    input: ({ customerId }) => ({ customerId }),
    expected: ["third", "first"],
  },
  {
    title: "customer and status",
    input: ({ customerId }) => ({ customerId, status: "pending" }),
    expected: ["third"],
  },
  { title: "its id", input: ({ second }) => ({ search: second.consentId }), expected: ["second"] },
  {
    title: "the id of its account",
    input: ({ accountId }) => ({ search: accountId }),
    expected: ["first"],
  },
  {
    title: "createdFrom at the second one",
    input: ({ second }) => ({ createdFrom: second.createdAt }),
    expected: ["third", "second"],
  },
  { title: "another customer", input: { customerId: "cust_unknown" }, expected: [] },
]);

decisionTable(consentList, {
  given: givenThree,
  input: ({ world }) => ({ productId: world.principal.productId }),
  stepMs: 1_000,
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
    cursorOfOtherFilters(consentList, { type: "terms" }),
  ],
});

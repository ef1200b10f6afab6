/** customer.consent.list: the consents of one customer. */
import { consentMade, pendingConsent } from "../../../test/support/features/consent/consents.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, UNKNOWN_CUSTOMERS } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { customerConsentList } from "./customer.consent.list.ts";

/** Consents of a customer, one second apart, and one of another. */
function given(world: World) {
  const { customerId } = createCustomer(world);
  const first = consentMade(world, { customerId });
  const second = consentMade(world, { customerId, type: "terms" });
  consentMade(world);
  const third = pendingConsent(world, { customerId });
  return { customerId, first, second, third };
}

const rows = listed<ReturnType<typeof given>, "first" | "second" | "third">(
  customerConsentList,
  "consentId",
  [
    { title: "no filter", expected: ["third", "second", "first"] },
    { title: "type", input: { type: "collection" }, expected: ["third", "first"] },
    { title: "status", input: { status: "active" }, expected: ["second", "first"] },
    {
      title: "to, exclusive",
      input: ({ second }) => ({ createdTo: second.createdAt }),
      expected: ["first"],
    },
  ],
);

decisionTable(customerConsentList, {
  given,
  input: ({ customerId }) => ({ customerId }),
  stepMs: 1_000,
  rows: [
    ...rows,
    ...UNKNOWN_CUSTOMERS,
    cursorOfOtherFilters(customerConsentList, { type: "terms" }),
  ],
});

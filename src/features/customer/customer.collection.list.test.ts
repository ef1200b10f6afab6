/** customer.collection.list: the collections of one customer's money. */
import { collectedLoan } from "../../../test/support/features/collection/collections.ts";
import { borrowerIn } from "../../../test/support/features/object/loans.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters, UNKNOWN_CUSTOMERS } from "../../../test/world/rows.ts";
import { customerCollectionList } from "./customer.collection.list.ts";

const rows = listed<ReturnType<typeof collectedLoan>, "first" | "second">(
  customerCollectionList,
  "collectionId",
  [
    { title: "no filter", expected: ["second", "first"] },
    { title: "status", input: { status: "collected" }, expected: ["first"] },
    { title: "consent", input: ({ consentId }) => ({ consentId }), expected: ["second", "first"] },
    {
      title: "another customer",
      input: ({ world }) => ({ customerId: borrowerIn(world).customerId }),
      expected: [],
    },
  ],
);

decisionTable(customerCollectionList, {
  given: collectedLoan,
  input: ({ customerId }) => ({ customerId }),
  rows: [
    ...rows,
    ...UNKNOWN_CUSTOMERS,
    cursorOfOtherFilters(customerCollectionList, { status: "failed" }),
  ],
});

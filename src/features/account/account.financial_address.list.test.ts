/** The addresses of one account. financial_address.list.test.ts tests the other filters. */
import { threeAddresses } from "../../../test/support/features/financial_address/addresses.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { openAccount } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import { accountFinancialAddressList } from "./account.financial_address.list.ts";

type Given = ReturnType<typeof threeAddresses>;

const rows = listed<Given, "first" | "second" | "third">(
  accountFinancialAddressList,
  "financialAddressId",
  [
    { title: "of an account", expected: ["second", "first"] },
    { title: "status", input: { status: "disabled" }, expected: ["first"] },
    { title: "type", input: { type: "alias" }, expected: ["second"] },
    { title: "a status that none has", input: { status: "retired" }, expected: [] },
    {
      title: "an account without addresses",
      input: ({ world }) => ({ accountId: openAccount(world) }),
      expected: [],
    },
  ],
);

decisionTable(accountFinancialAddressList, {
  given: threeAddresses,
  input: ({ accountId }) => ({ accountId }),
  rows: [
    ...rows,
    ...UNKNOWN_ACCOUNTS,
    cursorOfOtherFilters(accountFinancialAddressList, { status: "pending" }),
  ],
});

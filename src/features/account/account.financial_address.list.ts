/** account.financial_address.list: the bank details by which money reaches one account. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { financialAddresses } from "../financial_address/financial_address_noun.ts";
import { listedWithin } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { accounts } from "./account_resource.ts";
import { AccountPath } from "./account_schema.ts";

export const accountFinancialAddressList = declareRead({
  id: "account.financial_address.list",
  summary: "List the financial addresses of an account",
  description:
    "The bank details by which money from outside reaches the account, or did, newest first.",
  http: { method: "GET", path: "/accounts/{accountId}/financial-addresses" },
  principals: PRODUCT_CALLERS,
  scope: "financial_addresses:read",
  ...listedWithin(financialAddresses, {
    parent: accounts,
    path: AccountPath,
    index: LEDGER_TABLE.financialAddressByAccount,
    filters: ["status", "type"],
  }),
});

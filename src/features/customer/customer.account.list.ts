/** customer.account.list: the accounts that one customer owns, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { accounts } from "../account/account_resource.ts";
import { listedWithin } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { customers } from "./customer_noun.ts";

export const customerAccountList = declareRead({
  id: "customer.account.list",
  summary: "List the accounts of a customer",
  description: "The accounts that the customer owns, newest first, closed ones too.",
  http: { method: "GET", path: "/customers/{customerId}/accounts" },
  principals: PRODUCT_CALLERS,
  scope: "accounts:read",
  ...listedWithin(accounts, {
    parent: customers,
    path: customers.path,
    index: LEDGER_TABLE.customerAccount,
    filters: ["status", "currency"],
  }),
});

/**
 * account.list: the accounts of a Product, newest first. The platform's own accounts are listed
 * only when the caller asks for their role.
 */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listed } from "../resource_reads.ts";
import { accounts } from "./account_resource.ts";

export const accountList = declareRead({
  id: "account.list",
  summary: "List accounts",
  description:
    "`search` looks in name and external id, whatever the case, and takes an account id.",
  http: { method: "GET", path: "/accounts" },
  principals: PRODUCT_CALLERS,
  scope: "accounts:read",
  ...listed(accounts),
});

/** account.retrieve: reads one account. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { retrieved } from "../resource_reads.ts";
import { accounts } from "./account_resource.ts";
import { AccountPath } from "./account_schema.ts";

export const accountRetrieve = declareRead({
  id: "account.retrieve",
  summary: "Read an account",
  description:
    "The account as it is now, closed ones too. Its balance is `account.balance.retrieve`.",
  http: { method: "GET", path: "/accounts/{accountId}" },
  principals: PRODUCT_CALLERS,
  scope: "accounts:read",
  ...retrieved(accounts, AccountPath),
});

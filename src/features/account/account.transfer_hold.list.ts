/** account.transfer_hold.list: the holds with one account as their source or destination. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listedWithin } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { transferHolds } from "../transfer_hold/transfer_hold_resource.ts";
import { accounts } from "./account_resource.ts";
import { AccountPath } from "./account_schema.ts";

export const accountTransferHoldList = declareRead({
  id: "account.transfer_hold.list",
  summary: "List the transfer holds of an account",
  description: "The holds that reserve money of the account, or would pay to it, newest first.",
  http: { method: "GET", path: "/accounts/{accountId}/transfer-holds" },
  principals: PRODUCT_CALLERS,
  scope: "transfer_holds:read",
  ...listedWithin(transferHolds, {
    parent: accounts,
    path: AccountPath,
    index: LEDGER_TABLE.accountTransferHold,
    filters: ["status"],
  }),
});

/** account.transfer_hold.list: the holds with one account as their source or destination. */
import { Type } from "@sinclair/typebox";
import { suffixOf } from "../../base/id.ts";
import { Id, listQuery } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { answerCreatedList } from "../created_list.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { ACCOUNT_TABLE } from "../ledger/account_table.ts";
import { holdRowsOfAccount } from "../transfer_hold/hold_rows.ts";
import { HoldStatusName, TransferHoldList } from "../transfer_hold/transfer_hold_schema.ts";

export const accountTransferHoldList = declareRead({
  id: "account.transfer_hold.list",
  summary: "List the transfer holds of an account",
  tag: "Accounts",
  http: { method: "GET", path: "/accounts/{accountId}/transfer-holds", status: 200 },
  principals: ["product_key"],
  scope: "transfer_holds:read",
  path: Type.Object({ accountId: Id("acct") }, { additionalProperties: false }),
  query: listQuery({ status: Type.Optional(HoldStatusName) }),
  output: TransferHoldList,
  refusals: ["account_not_found"],
  read(snapshot, input, context) {
    const { scope } = context;
    const { accountId, status } = input;
    const accountSuffix = suffixOf("acct", accountId);
    if (scope === undefined || accountSuffix === undefined) {
      return accountNotFound(accountId, "accountId");
    }
    if (snapshot.get(ACCOUNT_TABLE, scope, accountSuffix) === undefined) {
      return accountNotFound(accountId, "accountId");
    }
    const rows = holdRowsOfAccount(snapshot, context, {
      accountSuffix,
      matches: (hold) => status === undefined || hold.status === status,
    });
    return answerCreatedList(input, context, rows);
  },
});

/**
 * account.transfer.list: the transfers that have one account as their source or destination, failed
 * ones too.
 */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { seeAccount } from "../ledger/account_rows.ts";
import { AccountRowWalk } from "../ledger/rows_in_place.ts";
import { timeRangeOf } from "../record_walk.ts";
import { answerTransferPage } from "../transfer/transfer_page.ts";
import { Transfer, TransferStatusName } from "../transfer/transfer_schema.ts";
import { statusOf } from "../transfer/transfer_view.ts";
import { accountTransfers } from "../transfer/transfer_walk.ts";
import { unknownAccount } from "./account_reads.ts";

export const accountTransferList = declareRead({
  id: "account.transfer.list",
  summary: "List the transfers of an account",
  description: "The transfers that the account pays or receives, newest first, failed ones too.",
  http: { method: "GET", path: "/accounts/{accountId}/transfers" },
  principals: PRODUCT_CALLERS,
  scope: "transfers:read",
  path: Type.Object({ accountId: Id("acct") }, { additionalProperties: false }),
  query: listQuery({
    status: Type.Optional(described(TransferStatusName, "Only transfers in this status.")),
  }),
  output: listOf(Transfer, "TransferList"),
  refusals: ["account_not_found"],
  read(snapshot, input, context) {
    const account = seeAccount(snapshot, context.realm, input.accountId);
    if (account === undefined) return unknownAccount(input.accountId);
    const { status } = input;
    return answerTransferPage(input, context, snapshot, {
      stepsAfter: (after) => accountTransfers(snapshot, account, timeRangeOf(input), after),
      rowsAfter:
        status === undefined
          ? (after) => new AccountRowWalk(snapshot, account, timeRangeOf(input), after)
          : undefined,
      matches: (transfer) => status === undefined || status === statusOf(transfer),
    });
  },
});

/** account.transfer.list: the transfers that one account is a side of, failed ones too. */
import { Type } from "@sinclair/typebox";
import { Id, listOf, listQuery } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { answerPage, type WalkRow } from "../../contract/page.ts";
import { seeAccount } from "../ledger/account_rows.ts";
import { timeRangeOf } from "../record_walk.ts";
import { Transfer, TransferStatusName } from "../transfer/transfer_schema.ts";
import {
  type SeenTransfer,
  statusOf,
  transferForm,
  transfersIn,
} from "../transfer/transfer_view.ts";
import { accountTransfers } from "../transfer/transfer_walk.ts";
import { unknownAccount } from "./account_reads.ts";

export const accountTransferList = declareRead({
  id: "account.transfer.list",
  summary: "List the transfers of an account",
  tag: "Accounts",
  http: { method: "GET", path: "/accounts/{accountId}/transfers", status: 200 },
  principals: ["product_key"],
  scope: "transfers:read",
  path: Type.Object({ accountId: Id("acct") }, { additionalProperties: false }),
  query: listQuery({ status: Type.Optional(TransferStatusName) }),
  output: listOf(Transfer, "TransferList"),
  refusals: ["account_not_found"],
  read(snapshot, input, context) {
    const { limit, cursor, ...filters } = input;
    const account = seeAccount(snapshot, context.scope, input.accountId);
    if (account === undefined) return unknownAccount(input.accountId);
    const see = transfersIn(snapshot);
    function* walk(after: string | undefined): Generator<WalkRow<SeenTransfer>> {
      if (account === undefined) return;
      const steps = accountTransfers(snapshot, account, timeRangeOf(input), after);
      for (const { position, transfer } of steps) {
        if (transfer === undefined) {
          yield { position, item: undefined };
          continue;
        }
        const { row, record } = transfer;
        const item = see(row, record, position);
        const isAsked = input.status === undefined || input.status === statusOf(item);
        yield { position, item: isAsked ? item : undefined };
      }
    }
    const form = transferForm(snapshot, context.principal);
    return answerPage(
      { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk, form },
      context,
    );
  },
});

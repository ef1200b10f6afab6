/** The transfer hold as a resource. */
import { declareResource, filter } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, timeBound } from "../../contract/values/formats.ts";
import { boundMsOf } from "../../contract/values/timestamp_text.ts";
import { declareReads } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { type TransferHoldDocument, transferHoldNotFound } from "./transfer_hold_document.ts";
import { transferHoldJson } from "./transfer_hold_json.ts";
import { HoldStatusName, TransferHold, TransferHoldPath } from "./transfer_hold_schema.ts";

export const transferHolds = declareResource<TransferHoldDocument>()({
  noun: "transfer_hold",
  prefix: "th",
  readScope: "transfer_holds:read",
  output: TransferHold,
  notFoundCode: "transfer_hold_not_found",
  notFound: transferHoldNotFound,
  table: { code: LEDGER_TABLE.transferHold },
  show: transferHoldJson,
  search: {
    title: ({ amountMinor, currency, status }) => `${amountMinor} ${currency} ${status}`,
    texts: ({ description }) => [description],
    ids: ({ reservedTransferId }) => [reservedTransferId],
  },
  externalId: { table: LEDGER_TABLE.transferHoldExternalId, of: ({ externalId }) => externalId },
  indexes: [
    {
      name: "account_transfer_hold",
      table: LEDGER_TABLE.accountTransferHold,
      textsOf: ({ sourceAccountId, destinationAccountId }) =>
        [sourceAccountId, destinationAccountId].map(accountSuffixOf),
    },
  ],
  deadlineOf: ({ status, expiresAtMs }) => (status === "reserved" ? expiresAtMs : undefined),
  filters: {
    status: filter(
      described(HoldStatusName, "Only holds in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
    accountId: filter(
      described(Id("acct"), "Only holds that reserve money of this account, or would pay to it."),
      (wanted) => (hold) => hold.sourceAccountId === wanted || hold.destinationAccountId === wanted,
      { table: LEDGER_TABLE.accountTransferHold, textOf: accountSuffixOf },
    ),
    expiresBefore: filter(
      timeBound("ExpiresBefore", "Only holds whose `expiresAt` is before this time."),
      (text) => {
        const beforeMs = boundMsOf(text) as number;
        return ({ expiresAtMs }) => expiresAtMs < beforeMs;
      },
    ),
  },
});

/** `transfer_hold.list` and `transfer_hold.retrieve`. */
export const [transferHoldList, transferHoldRetrieve] = declareReads(
  { ...transferHolds, path: TransferHoldPath },
  {
    path: "/transfer-holds",
    list: {
      summary: "List transfer holds",
      description:
        "`search` looks in description and external id, whatever the case, and takes the id of a hold or of a transfer that it made.",
    },
    retrieve: {
      summary: "Retrieve a transfer hold",
      description: "The hold as it is now, with what was settled and released.",
    },
  },
);

function accountSuffixOf(accountId: string): string {
  return accountId.slice("acct_".length);
}

/** The transfer hold as a resource. */
import { Id, timeBound } from "../../contract/formats.ts";
import { declareResource, filter } from "../../contract/resource.ts";
import { described } from "../../contract/schema_marks.ts";
import { boundMsOf } from "../../contract/timestamp_text.ts";
import { type TransferHoldDocument, transferHoldNotFound } from "./transfer_hold_document.ts";
import { transferHoldJson } from "./transfer_hold_json.ts";
import { HoldStatusName, TransferHold } from "./transfer_hold_schema.ts";

/** The index of holds by source and destination; its texts are the suffixes of account ids. */
export const ACCOUNT_TRANSFER_HOLD_TABLE = 14;

export const transferHolds = declareResource<TransferHoldDocument>()({
  noun: "transfer_hold",
  prefix: "th",
  readScope: "transfer_holds:read",
  output: TransferHold,
  notFoundCode: "transfer_hold_not_found",
  notFound: transferHoldNotFound,
  table: { code: 13 },
  show: transferHoldJson,
  search: {
    title: ({ amountMinor, currency, status }) => `${amountMinor} ${currency} ${status}`,
    texts: ({ description }) => [description],
    ids: ({ reservedTransferId }) => [reservedTransferId],
  },
  externalId: { table: 22, of: ({ externalId }) => externalId },
  indexes: [
    {
      name: "account_transfer_hold",
      table: ACCOUNT_TRANSFER_HOLD_TABLE,
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
      { table: ACCOUNT_TRANSFER_HOLD_TABLE, textOf: accountSuffixOf },
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

function accountSuffixOf(accountId: string): string {
  return accountId.slice("acct_".length);
}

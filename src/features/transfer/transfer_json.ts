/**
 * The JSON of a transfer as it was right after its record: the reply of the operations that make
 * one, derived from the record so that the log need not store the text. This is the renderer of row
 * version 1: its output for a given record never changes, because a replay must equal the first
 * answer. Hand-written because every transfer is rendered; the plain twin is transfer_json.test.ts.
 */
import { encodeIdSuffix } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { Made } from "../../contract/declare/aspects/plain.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { RecordHead, StoredRecord } from "../../contract/records/record.ts";
import type { AccountIdOf } from "../ledger/account_ids.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import type { TransferDraft } from "./transfer_schema.ts";

/** `own` is the suffix of the transfer's id; a caller that already knows the suffix passes it. */
export function transferJson(
  row: TransferRow,
  head: RecordHead,
  realm: Pick<RealmNames, "productId" | "environment">,
  accountIdOf: AccountIdOf,
  own = encodeIdSuffix(head.timeMs, head.shard, head.place, row.sub),
): string {
  const record = row.sub === 0 ? own : encodeIdSuffix(head.timeMs, head.shard, head.place, 0);
  const status = initialStatusOf(row);
  return (
    startText(own, realm, accountIdOf(row.sourceOrdinal), accountIdOf(row.destinationOrdinal)) +
    `${row.amountMinor}${kindText(row.currency, status, row.transferKind)}` +
    `${row.extras === undefined ? NO_EXTRAS : extrasJson(row)}` +
    endText(record, isoTime(head.timeMs), head.actorType, head.actorId, status)
  );
}

/**
 * The answer to a plain transfer that was just posted: the same text, made of the request and of what
 * its record's suffix says. An amount has no other form than the one that is sent.
 */
export function plainTransferJson(
  { sourceAccountId, destinationAccountId, amount, currency }: TransferDraft,
  { suffix, timeMs, names, actor }: Made,
): string {
  return (
    startText(suffix, names, sourceAccountId, destinationAccountId) +
    `${amount}${kindText(currency, "posted", "book")}${NO_EXTRAS}` +
    endText(suffix, isoTime(timeMs), actor.type, actor.id, "posted")
  );
}

/** Everything before the amount. */
function startText(
  own: string,
  { productId, environment }: Pick<RealmNames, "productId" | "environment">,
  sourceId: string,
  destinationId: string,
): string {
  const names = namesText(productId, environment);
  return `{"transferId":"tr_${own}${names}${sourceId}","destinationAccountId":"${destinationId}","amount":"`;
}

/** Everything after the optional fields. */
function endText(
  record: string,
  at: string,
  actorType: string,
  actorId: string,
  status: string,
): string {
  return (
    `"ledgerTimestamp":"${at}","operationId":"op_${record}","receiptId":"rcpt_${record}` +
    `","revision":1,"createdAt":"${at}","updatedAt":"${at}` +
    `${actorText(actorType, actorId, status)}${at}"}}`
  );
}

/** The reply of an operation whose record makes one transfer. */
export function transferReply(
  record: StoredRecord,
  realm: RealmNames,
  { accounts }: { accounts: { accountId: AccountIdOf } },
): string {
  const row = transferRowOf(record.facts);
  return transferJson(row, record, realm, (ordinal) => accounts.accountId(ordinal));
}

/** Parts of the text that are usually the same as in the transfer before, and are then reused. */
const namesText = remembering(
  (productId, environment) =>
    `","productId":"${productId}","environment":"${environment}","sourceAccountId":"`,
);
const kindText = remembering(
  (currency, status, kind) => `","currency":"${currency}","status":"${status}","kind":"${kind}",`,
);
const actorText = remembering(
  (type, id, status) =>
    `","actor":{"type":"${type}","id":"${id}"},` + `"statusTransitions":{"${status}At":"`,
);

/** Remembers the last text of `make`, and returns it for the same arguments. */
function remembering(make: (a: string, b: string, c: string) => string) {
  let [lastA, lastB, lastC, text] = ["", "", "", make("", "", "")];
  return (a: string, b: string, c = ""): string => {
    if (a === lastA && b === lastB && c === lastC) return text;
    [lastA, lastB, lastC] = [a, b, c];
    // The conversion to bytes and back makes one flat string, which is copied faster than a
    // concatenation.
    text = Buffer.from(make(a, b, c)).toString();
    return text;
  };
}

const NO_EXTRAS = '"metadata":{},';

function extrasJson({ extras, step, amountMinor }: TransferRow): string {
  if (extras === undefined) return NO_EXTRAS;
  let text = "";
  if (extras.description !== undefined) {
    text += `"description":${JSON.stringify(extras.description)},`;
  }
  text += `"metadata":${JSON.stringify(extras.metadata ?? {})},`;
  if (extras.externalId !== undefined) text += `"externalId":${JSON.stringify(extras.externalId)},`;
  if (extras.transferHoldId !== undefined) text += `"transferHoldId":"${extras.transferHoldId}",`;
  if (extras.payoutId !== undefined) text += `"payoutId":"${extras.payoutId}",`;
  if (extras.receivedCreditId !== undefined) {
    text += `"receivedCreditId":"${extras.receivedCreditId}",`;
  }
  if (step === "reserved") text += `"reservedAmount":"${amountMinor}",`;
  if (extras.collectionId !== undefined) text += `"collectionId":"${extras.collectionId}",`;
  if (extras.usageMonth !== undefined) text += `"usageMonth":"${extras.usageMonth}",`;
  if (extras.objectId !== undefined) text += `"objectId":"${extras.objectId}",`;
  if (extras.label !== undefined) text += `"label":"${extras.label}",`;
  if (extras.book !== undefined) text += `"book":"${extras.book}",`;
  if (extras.reversalOf !== undefined) text += `"reversalOf":"${extras.reversalOf}",`;
  if (extras.failureCode !== undefined) text += `"failure":{"code":"${extras.failureCode}"},`;
  return text;
}

/** The first transfer row among the facts of a record that has one. */
function transferRowOf(facts: readonly { kind: string }[]): TransferRow {
  const row = facts.find((fact) => fact.kind === TRANSFER_ROW);
  return row === undefined ? missingRow() : (row as TransferRow);
}

function missingRow(): never {
  throw new Error("the record of a transfer holds its row");
}

/** The status of a transfer right after its row. */
export function initialStatusOf(row: TransferRow): "posted" | "pending" | "failed" {
  if (row.step === "reserved") return "pending";
  return row.step === "failed" ? "failed" : "posted";
}

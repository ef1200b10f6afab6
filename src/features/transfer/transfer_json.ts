/**
 * The JSON of a transfer as it stood right after its record: the reply of the operations that make
 * one, derived from the record so that the log need not keep the text. Renderer 1 of row version 1:
 * its output for a given record never changes, or a replay would differ from the first answer.
 * Hand-written because every transfer pays for it; the plain twin is transfer_json.test.ts.
 */
import { encodeIdSuffix } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { ScopeNames } from "../../contract/principal.ts";
import type { RecordHead, StoredRecord } from "../../contract/record.ts";
import type { AccountIdOf } from "../ledger/account_ids.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";

/** `own` is the suffix of the transfer's id, for who has it already. */
export function transferJson(
  row: TransferRow,
  head: RecordHead,
  scope: Pick<ScopeNames, "productId" | "environment">,
  accountIdOf: AccountIdOf,
  own = encodeIdSuffix(head.timeMs, head.shard, head.place, row.sub),
): string {
  const record = row.sub === 0 ? own : encodeIdSuffix(head.timeMs, head.shard, head.place, 0);
  const at = isoTime(head.timeMs);
  const status = initialStatusOf(row);
  return (
    `{"transferId":"tr_${own}${namesText(scope.productId, scope.environment)}` +
    `${accountIdOf(row.sourceOrdinal)}","destinationAccountId":"` +
    `${accountIdOf(row.destinationOrdinal)}","amount":"${row.amountMinor}` +
    `${kindText(row.currency, status, row.transferKind)}` +
    `${row.extras === undefined ? NO_EXTRAS : extrasJson(row)}"ledgerTimestamp":"${at}` +
    `","operationId":"op_${record}","receiptId":"rcpt_${record}` +
    `","revision":1,"createdAt":"${at}","updatedAt":"${at}` +
    `${actorText(head.actorType, head.actorId, status)}${at}"}}`
  );
}

/** The reply of an operation whose record makes one transfer. */
export function transferReply(
  record: StoredRecord,
  scope: ScopeNames,
  { accounts }: { accounts: { accountId: AccountIdOf } },
): string {
  const row = transferRowOf(record.facts);
  return transferJson(row, record, scope, (ordinal) => accounts.accountId(ordinal));
}

/** What most transfers have in common with the one before, each made once and then shown again. */
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

/** `make`, which gives its last text again for the same words. */
function remembering(make: (a: string, b: string, c: string) => string) {
  let [lastA, lastB, lastC, text] = ["", "", "", make("", "", "")];
  return (a: string, b: string, c = ""): string => {
    if (a === lastA && b === lastB && c === lastC) return text;
    [lastA, lastB, lastC] = [a, b, c];
    // Through bytes: a text in one piece is copied into others faster than one added up.
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
  if (step === "reserved") text += `"reservedAmount":"${amountMinor}",`;
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

/** What the row made of its transfer at that moment. */
export function initialStatusOf(row: TransferRow): "posted" | "pending" | "failed" {
  if (row.step === "reserved") return "pending";
  return row.step === "failed" ? "failed" : "posted";
}

/**
 * The JSON of a transfer as it stood right after its record: the reply of the operations that make
 * one, derived from the record so that the log need not keep the text. Renderer 1 of row version 1:
 * its output for a given record never changes, or a replay would differ from the first answer.
 * Hand-written because every transfer pays for it; the plain twin is transfer_json.test.ts.
 */
import { encodeIdSuffix } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { ScopeNames } from "../../contract/operation.ts";
import type { RecordHead } from "../../contract/record.ts";
import { actorTypeOf } from "../actor_type.ts";
import type { AccountIdOf } from "../ledger/account_ids.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";

export function transferJson(
  row: TransferRow,
  head: RecordHead,
  scope: Pick<ScopeNames, "productId" | "environment">,
  accountIdOf: AccountIdOf,
): string {
  const record = encodeIdSuffix(head.timeMs, head.shard, head.place, 0);
  const own = row.sub === 0 ? record : encodeIdSuffix(head.timeMs, head.shard, head.place, row.sub);
  const at = isoTime(head.timeMs);
  const status = initialStatusOf(row);
  return (
    `{"transferId":"tr_${own}","productId":"${scope.productId}",` +
    `"environment":"${scope.environment}","sourceAccountId":"${accountIdOf(row.sourceOrdinal)}",` +
    `"destinationAccountId":"${accountIdOf(row.destinationOrdinal)}",` +
    `"amount":"${row.amountMinor}","currency":"${row.currency}","status":"${status}",` +
    `"kind":"${row.transferKind}",${row.extras === undefined ? NO_EXTRAS : extrasJson(row)}` +
    `"ledgerTimestamp":"${at}","operationId":"op_${record}","receiptId":"rcpt_${record}",` +
    `"revision":1,"createdAt":"${at}","updatedAt":"${at}",` +
    `"actor":{"type":"${actorTypeOf(head.principalId)}","id":"${head.principalId}"},` +
    `"statusTransitions":{"${status}At":"${at}"}}`
  );
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

/** What the row made of its transfer at that moment. */
export function initialStatusOf(row: TransferRow): "posted" | "pending" | "failed" {
  if (row.step === "reserved") return "pending";
  return row.step === "failed" ? "failed" : "posted";
}

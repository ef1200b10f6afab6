/**
 * A receipt as answers show it. `digest` is SHA-256 over the canonical JSON of what the receipt states,
 * so that anyone who holds the receipt can recompute the digest. `previousReceiptDigest` is the digest
 * of the receipt before this one in the same Product and environment. `recordHash` is the leaf of the
 * log's Merkle tree at the record's place, which `receipt.proof.retrieve` proves.
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "../../base/canonical_json.ts";
import { isHiddenAt } from "../../base/hidden_place.ts";
import { frameOf, indexOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { reservedSuffix } from "../ledger/reservation.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { resourceOf } from "../operation/operation_resource.ts";
import { lastingWorkOf, outcomeOfWork, type RecordOutcome } from "../record_outcome.ts";
import { suffixOfRecord } from "../record_walk.ts";
import { suffixOfRow } from "../transfer/find_transfer.ts";
import { RECEIPT_TRANSFERS_MAX, type Receipt, type ReceiptEnding } from "./receipt_schema.ts";
import { recordedTextOf, responseTextOf } from "./response_text.ts";

/** The fields of a receipt that its digest covers. */
export type Stated = Pick<
  Receipt,
  "receiptId" | "operation" | "outcome" | "httpStatus" | "transferIds" | "requestDigest"
> & { errorCode?: string; createdAt: string };

/** The receipt of `record`. Also reads the record before `record` in its realm, where there is one. */
export function receiptDocument(
  snapshot: Snapshot,
  record: StoredRecord,
  names: RealmNames,
): Receipt {
  const stated = statedOf(record);
  const response = responseTextOf(snapshot, record, names);
  const work = lastingWorkOf(snapshot, record, names);
  const resource = resourceOf(record);
  const leaf = snapshot.leaf(record.place);
  invariant(leaf !== undefined, "a record that is read is in the log");
  const previous = record.previousPlace === 0 ? undefined : snapshot.record(record.previousPlace);
  return {
    receiptId: stated.receiptId,
    operationId: `op_${suffixOfRecord(record)}`,
    operation: stated.operation,
    productId: names.productId,
    environment: names.environment,
    outcome: stated.outcome,
    httpStatus: stated.httpStatus,
    ...(stated.errorCode !== undefined && { errorCode: stated.errorCode }),
    ...(work !== undefined && { ending: endingShown(outcomeOfWork(record, work.ending)) }),
    ...(resource !== undefined && { resource }),
    transferIds: stated.transferIds,
    requestDigest: stated.requestDigest,
    ...(response !== undefined && { responseDigest: sha256(response) }),
    digest: digestOf(stated),
    ...(previous !== undefined && {
      previousReceiptDigest: digestOf(statedOf(previous)),
    }),
    recordHash: Buffer.from(leaf.hash).toString("hex"),
    place: {
      logId: leaf.logId,
      ...(!isHiddenAt(record.timeMs) && {
        frame: frameOf(record.place),
        index: indexOf(record.place),
      }),
    },
    createdAt: stated.createdAt,
  };
}

function endingShown(outcome: RecordOutcome): ReceiptEnding {
  const { status, httpStatus, errorCode, finishedMs } = outcome;
  return {
    status,
    httpStatus,
    ...(errorCode !== undefined && { errorCode }),
    ...(finishedMs !== undefined && { finishedAt: isoTime(finishedMs) }),
  };
}

/** What the receipt of `record` states; every field comes from the record alone. */
export function statedOf(record: StoredRecord): Stated {
  const { refusalCode } = record;
  return {
    receiptId: `rcpt_${suffixOfRecord(record)}`,
    operation: record.operation,
    outcome: outcomeOf(record),
    httpStatus: record.status,
    ...(refusalCode !== undefined && { errorCode: refusalCode }),
    transferIds: transferIdsOf(record),
    requestDigest: record.requestDigest,
    createdAt: isoTime(record.timeMs),
  };
}

/** The digest. `stated` may be a whole receipt: only the fields that the digest covers are used. */
export function digestOf(stated: Stated): string {
  const { receiptId, operation, outcome, httpStatus, errorCode } = stated;
  const { transferIds, requestDigest, createdAt } = stated;
  const result = { receiptId, operation, outcome, httpStatus, errorCode };
  return sha256(canonicalJson({ ...result, transferIds, requestDigest, createdAt }));
}

export function outcomeOf({ refusalCode }: Pick<StoredRecord, "refusalCode">): Receipt["outcome"] {
  return refusalCode === undefined ? "succeeded" : "refused";
}

/** Ids of the transfers that the record made, and of the reserved transfer of each reservation that it ended. */
function transferIdsOf(record: StoredRecord): string[] {
  const ids: string[] = [];
  for (const fact of record.facts) {
    if (fact.kind !== TRANSFER_ROW || ids.length === RECEIPT_TRANSFERS_MAX) continue;
    const row = fact as TransferRow;
    ids.push(`tr_${reservedSuffix(row) ?? suffixOfRow(row, record)}`);
  }
  return ids;
}

/** The digest of the answer; undefined where the record alone does not give the answer. */
export function responseDigestOfRecord(
  record: StoredRecord,
  names: RealmNames,
): string | undefined {
  const text = recordedTextOf(record, names);
  return text === undefined ? undefined : sha256(text);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Finds a transfer by its id: the id contains the place of the record and the number of the row, so
 * no index is needed.
 */
import type { Place } from "../../base/id.ts";
import { decodeIdSuffix, encodeIdSuffix, suffixOf } from "../../base/id.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { recordOfSuffix } from "../record_walk.ts";

/** A transfer's row, and the record that holds it. */
export type StoredTransfer = { row: TransferRow; record: StoredRecord; suffix: string };

/** The transfer; undefined alike for unknown, malformed and foreign ids. */
export function findTransfer(
  recordAt: (place: Place) => StoredRecord | undefined,
  realm: number | undefined,
  transferId: string,
): StoredTransfer | undefined {
  const suffix = suffixOf("tr", transferId);
  if (suffix === undefined) return undefined;
  const record = recordOfSuffix(recordAt, realm, suffix);
  const row = record?.facts.find((fact) => isRowOf(fact, decodeIdSuffix(suffix)?.sub));
  if (record === undefined || row === undefined) return undefined;
  return isTransfer(row as TransferRow) ? { row: row as TransferRow, record, suffix } : undefined;
}

/** False for the rows that end a hold: they belong to the transfer that the hold reserved. */
export function isTransfer({ step }: TransferRow): boolean {
  return step !== "cleared" && step !== "released";
}

/** The 26 characters after `tr_` of the transfer that a row made. */
export function suffixOfRow({ sub }: TransferRow, { timeMs, shard, place }: RecordPlace): string {
  return encodeIdSuffix(timeMs, shard, place, sub);
}

export function transferNotFound(transferId: string): Refusal<"transfer_not_found"> {
  return refuse("transfer_not_found", noSuchHere("tr", transferId), {
    transferId,
  });
}

type RecordPlace = Pick<StoredRecord, "timeMs" | "shard" | "place">;

function isRowOf(fact: { kind: string }, sub: number | undefined): boolean {
  return fact.kind === TRANSFER_ROW && (fact as TransferRow).sub === sub;
}

/**
 * Walks over transfers, newest first: all transfers of a realm, or those of one account. A row that
 * is no transfer of its own, and a record without rows, are yielded as positions without a
 * transfer, so that they count towards the rows that a page may read.
 */
import { decodeIdSuffix } from "../../base/id.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { accountRows, rowsBySub, type SeenAccount } from "../ledger/account_rows.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";
import {
  newestIn,
  olderIn,
  placeOfPosition,
  suffixOfRecord,
  type TimeRange,
} from "../record_walk.ts";
import { isTransfer, suffixOfRow } from "./find_transfer.ts";

/** One step of a walk. */
export type TransferStep = {
  position: string;
  transfer: { row: TransferRow; record: StoredRecord } | undefined;
};

/** A row of the ledger; `line` is undefined for a record without rows. */
export type RowStep = {
  position: string;
  line: { row: TransferRow; record: StoredRecord } | undefined;
};

/** Every row of `realm` in `range`; the rows of one record are in falling order of their `sub`. */
export function* realmRows(
  snapshot: Snapshot,
  realm: number,
  range: TimeRange,
  after: string | undefined,
): Generator<RowStep> {
  const start = placeOfPosition(after);
  let record = newestIn(snapshot, realm, range, start);
  for (; record !== undefined; record = olderIn(snapshot, record, range)) {
    const rows = rowsBySub(record);
    if (rows.length === 0) {
      const position = suffixOfRecord(record);
      if (position !== after) yield { position, line: undefined };
      continue;
    }
    const below = record.place === start ? subOf(after) : rows.length;
    for (let sub = Math.min(below, rows.length) - 1; sub >= 0; sub--) {
      const row = rows[sub];
      if (row !== undefined) yield { position: suffixOfRow(row, record), line: { row, record } };
    }
  }
}

/** Every transfer of `realm` in `range`, in the order of `realmRows`. */
export function* realmTransfers(...walk: Parameters<typeof realmRows>): Generator<TransferStep> {
  for (const { position, line } of realmRows(...walk)) {
    if (line === undefined) yield { position, transfer: undefined };
    else yield stepOf(line.row, line.record);
  }
}

/** Every transfer that has the account as source or destination, failed ones too. */
export function* accountTransfers(
  snapshot: Snapshot,
  account: SeenAccount,
  range: TimeRange,
  after: string | undefined,
): Generator<TransferStep> {
  for (const { row, record } of accountRows(snapshot, account, range, after)) {
    yield stepOf(row, record);
  }
}

/** A row of an account as a step of a walk. */
export function stepOf(row: TransferRow, record: StoredRecord): TransferStep {
  const transfer = isTransfer(row) ? { row, record } : undefined;
  return { position: suffixOfRow(row, record), transfer };
}

function subOf(position: string | undefined): number {
  return (position === undefined ? undefined : decodeIdSuffix(position)?.sub) ?? 0;
}

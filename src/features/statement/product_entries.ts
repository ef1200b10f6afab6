/**
 * The entries of all accounts of a Product in a month, in the order of the log: of each row that moved posted money the
 * side of the account that paid, then that of the account that got it. Records are read as `month_rows.ts` reads rows: the
 * sparse index of the realm's records cuts the month into blocks, so the memory is that of the places of one block.
 */
import { decodeIdSuffix, lowestSuffixAt, type Place, timeMsOfSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { RECORD } from "../../contract/records/record_layout.ts";
import { SHARD_TABLE } from "../../contract/tables/shard_table_codes.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { StatementEntry } from "../../contract/values/statement_csv.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import { ROW_AT } from "../ledger/transfer_row.ts";
import { MonthRow } from "./month_rows.ts";
import { GAP, isBefore, isBehind, type RowRange } from "./row_range.ts";
import { entryIn } from "./statement_entries.ts";

/** Ends at a gap: a record that another record names and that is not in the log. */
export function* productEntries(
  snapshot: Snapshot,
  realm: number,
  range: RowRange,
): Generator<StatementEntry | typeof GAP> {
  const row = new MonthRow(snapshot, 0);
  const accountIdOf = accountIdsOf(snapshot);
  let newest: Place = 0;
  for (const start of newestOfBlocks(snapshot, realm, range)) {
    const block = placesBack(row, start, { ...range, after: newest });
    if (block === GAP) {
      yield GAP;
      return;
    }
    newest = block[0] ?? newest;
    for (const place of block.reverse()) {
      const rows = row.goTo(place);
      for (let sub = 0; sub < rows; sub++) {
        if (!row.goToRow(sub) || !row.isEntry) continue;
        for (const isSource of [true, false]) {
          row.isSource = isSource;
          const at = isSource ? ROW_AT.sourceOrdinal : ROW_AT.destinationOrdinal;
          yield entryIn(row, accountIdOf(row.view.getUint32(row.row + at, true)), accountIdOf);
        }
      }
    }
  }
}

/** The places of the records of the range from `start` back to `after`, newest first. */
function placesBack(
  row: MonthRow,
  start: Place,
  range: RowRange & { after: Place },
): Place[] | typeof GAP {
  const places: Place[] = [];
  for (let place = start; place !== 0 && place !== range.after; ) {
    if (!row.reachRecord(place)) return GAP;
    const at = { timeMs: row.timeMs, place };
    if (isBefore(at, range)) break;
    if (!isBehind(at, range)) places.push(place);
    place = row.view.getFloat64(row.start + RECORD.previousPlace, true);
  }
  return places;
}

/** The newest record of each block, oldest block first; the last is at or after the end of the range. */
function* newestOfBlocks(
  snapshot: Snapshot,
  realm: number,
  { fromMs, belowMs }: RowRange,
): Generator<Place> {
  const bounds = { from: lowestSuffixAt(fromMs) };
  for (const { key } of snapshot.ascend(SHARD_TABLE.recordIndex, realm, bounds)) {
    const origin = decodeIdSuffix(key);
    invariant(origin !== undefined, "an indexed record is named by an id suffix");
    yield origin.place;
    if (timeMsOfSuffix(key) >= belowMs) return;
  }
  yield snapshot.newestRecord(realm);
}

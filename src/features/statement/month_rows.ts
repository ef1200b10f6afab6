/**
 * The rows of one account in one month, oldest first, after the newest row before the month. Each row
 * names the row before it, so a walk goes from new to old. The sparse index by time cuts the month into
 * blocks of at most ENTRY_INDEX_EVERY rows; each block is walked back and then given in reverse order.
 * So a statement of any length is read once, in order, with one block in memory.
 */
import { decodeIdSuffix, encodeIdSuffix, lowestSuffixAt, timeMsOfSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { type AccountRow, rowsBySub, type SeenAccount } from "../ledger/account_rows.ts";
import { seeBalance } from "../ledger/balance_block.ts";
import type { RowPosition, TransferRow } from "../ledger/transfer_row.ts";
import type { TimeRange } from "../record_walk.ts";
import { LEDGER_TABLE } from "../table_codes.ts";

/** Sorts after every suffix. */
const AFTER_ALL = "~";

/** Stands for a row that another row, the index or the account names and that is not in the log. */
export const GAP = "gap";

/** The newest row before the month, if there is one; then the rows of the month. Ends at a gap. */
export function* monthRows(
  snapshot: Snapshot,
  account: SeenAccount,
  range: TimeRange,
): Generator<AccountRow | typeof GAP> {
  let newestGiven: string | undefined;
  for (const start of newestOfBlocks(snapshot, account, range)) {
    const block: AccountRow[] = [];
    for (const line of rowsBack(snapshot, account, start)) {
      if (line === GAP) {
        yield GAP;
        return;
      }
      if (line.position === newestGiven) break;
      if (line.record.timeMs < range.belowMs) block.push(line);
      if (line.record.timeMs < range.fromMs) break;
    }
    newestGiven = block[0]?.position ?? newestGiven;
    yield* block.reverse();
  }
}

/** The newest row of each block, oldest block first; the last is at or after the end of the range. */
function* newestOfBlocks(
  snapshot: Snapshot,
  { suffix, realm, document }: SeenAccount,
  { fromMs, belowMs }: TimeRange,
): Generator<RowPosition> {
  const bounds = { from: suffix + lowestSuffixAt(fromMs), below: suffix + AFTER_ALL };
  for (const { key } of snapshot.ascend(LEDGER_TABLE.accountEntryIndex, realm, bounds)) {
    const row = key.slice(suffix.length);
    const origin = decodeIdSuffix(row);
    invariant(origin !== undefined, "an indexed row is named by an id suffix");
    yield { place: origin.place, sub: origin.sub };
    if (timeMsOfSuffix(row) >= belowMs) return;
  }
  yield seeBalance(snapshot, document.ordinal).head;
}

/** The rows of the account from `start` on, newest first. Ends at a gap. */
function* rowsBack(
  snapshot: Snapshot,
  { document: { ordinal } }: SeenAccount,
  start: RowPosition,
): Generator<AccountRow | typeof GAP> {
  let at = start;
  let record: StoredRecord | undefined;
  let rows: TransferRow[] = [];
  while (at.place !== 0) {
    if (record?.place !== at.place) {
      record = snapshot.record(at.place);
      rows = record === undefined ? [] : rowsBySub(record);
    }
    const row = rows[at.sub];
    if (record === undefined || row === undefined) {
      yield GAP;
      return;
    }
    const isSource = row.sourceOrdinal === ordinal;
    const position = encodeIdSuffix(record.timeMs, record.shard, record.place, row.sub);
    yield { position, row, record, isSource };
    at = isSource ? row.sourcePrevious : row.destinationPrevious;
  }
}

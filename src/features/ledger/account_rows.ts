/**
 * The rows of one account, newest first: the account's balance names the newest row, and each row
 * names the row before it. A walk that starts at a date begins at the nearest entry of the sparse
 * index, so it skips at most ENTRY_INDEX_EVERY rows.
 */
import { decodeIdSuffix, encodeIdSuffix, lowestSuffixAt, suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { TimeRange } from "../record_walk.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { type AccountDocument, decodeAccountDocument } from "./account_document.ts";
import { seeBalance } from "./balance_block.ts";
import { type RowPosition, TRANSFER_ROW, type TransferRow } from "./transfer_row.ts";

/** An account as a snapshot shows it. */
export type SeenAccount = { suffix: string; realm: number; document: AccountDocument };

/** One row of an account; `position` is its id suffix. */
export type AccountRow = {
  position: string;
  row: TransferRow;
  record: StoredRecord;
  /** True when the row debits the account. */
  isSource: boolean;
};

/** Latest time that a suffix can hold, milliseconds UTC (base/id.ts: 45 bits). */
const SUFFIX_TIME_MAX_MS = 2 ** 45 - 1;
/** Sorts after every suffix. */
const AFTER_ALL = "~";

/** The account; undefined when `realm` does not have it, so that foreign ids look unknown. */
export function seeAccount(
  snapshot: Snapshot,
  realm: number | undefined,
  accountId: string,
): SeenAccount | undefined {
  const suffix = suffixOf("acct", accountId);
  if (suffix === undefined || realm === undefined) return undefined;
  const value = snapshot.get(LEDGER_TABLE.account, realm, suffix);
  return value === undefined
    ? undefined
    : { suffix, realm, document: decodeAccountDocument(value) };
}

/** Every row of the account in `range`, newest first; if `after` is given, those older than it. */
export function* accountRows(
  snapshot: Snapshot,
  account: SeenAccount,
  range: TimeRange,
  after?: string,
): Generator<AccountRow> {
  const { ordinal } = account.document;
  let at = after === undefined ? startOf(snapshot, account, range) : positionOf(after);
  let record: StoredRecord | undefined;
  let rows: TransferRow[] = [];
  while (at.place !== 0) {
    if (record?.place !== at.place) {
      record = snapshot.record(at.place);
      invariant(record !== undefined, "a row that an account names is in the log");
      rows = rowsBySub(record);
    }
    const row = rows[at.sub];
    invariant(row !== undefined, "a row that an account names is in its record");
    if (record.timeMs < range.fromMs) return;
    const isSource = row.sourceOrdinal === ordinal;
    const position = encodeIdSuffix(record.timeMs, record.shard, record.place, row.sub);
    if (position !== after && record.timeMs < range.belowMs) {
      yield { position, row, record, isSource };
    }
    at = isSource ? row.sourcePrevious : row.destinationPrevious;
  }
}

/**
 * Rows of the account in `range` that are older than `position`, newest first. `position` may
 * belong to a row of any account, so that a walk over several accounts can resume in each of them.
 * Skips at most ENTRY_INDEX_EVERY newer rows.
 */
export function* accountRowsBelow(
  snapshot: Snapshot,
  account: SeenAccount,
  range: TimeRange,
  position: string,
): Generator<AccountRow> {
  const { suffix, realm } = account;
  const bounds = { from: suffix + position, below: suffix + AFTER_ALL };
  let after: string | undefined;
  for (const { key } of snapshot.ascend(LEDGER_TABLE.accountEntryIndex, realm, bounds)) {
    after = key.slice(suffix.length);
    break;
  }
  for (const line of accountRows(snapshot, account, range, after)) {
    if (line.position < position) yield line;
  }
}

/**
 * Rows of the account that are newer than `position`, oldest first; `position` need not be that of a row. Reads each part
 * between two entries of the sparse index back, and holds at most the rows of one part.
 */
export function* accountRowsAbove(
  snapshot: Snapshot,
  account: SeenAccount,
  position: string,
): Generator<AccountRow> {
  const { suffix, realm } = account;
  const bounds = { from: suffix + position, below: suffix + AFTER_ALL };
  let low = position;
  for (const { key } of snapshot.ascend(LEDGER_TABLE.accountEntryIndex, realm, bounds)) {
    const high = key.slice(suffix.length);
    yield* rowsBetween(snapshot, account, { above: position, from: low, below: high });
    low = high;
  }
  yield* rowsBetween(snapshot, account, { above: position, from: low, below: undefined });
}

/** Oldest first: `above < position`, and `from <= position < below`; without `below` up to the newest. */
function rowsBetween(
  snapshot: Snapshot,
  account: SeenAccount,
  { above, from, below }: { above: string; from: string; below: string | undefined },
): AccountRow[] {
  const rows: AccountRow[] = [];
  const always = { fromMs: 0, belowMs: Number.POSITIVE_INFINITY };
  for (const line of accountRows(snapshot, account, always, below)) {
    if (line.position <= above || line.position < from) break;
    rows.push(line);
  }
  return rows.reverse();
}

/** The rows of a record, each at the index of its `sub`. */
export function rowsBySub(record: StoredRecord): TransferRow[] {
  const rows: TransferRow[] = [];
  for (const fact of record.facts) {
    if (fact.kind === TRANSFER_ROW) rows[(fact as TransferRow).sub] = fact as TransferRow;
  }
  return rows;
}

/** The row at which a walk of `range` starts: the newest row of the range, or a later one. */
export function startOf(
  snapshot: Snapshot,
  account: SeenAccount,
  { belowMs }: TimeRange,
): RowPosition {
  const { suffix, realm, document } = account;
  if (belowMs > SUFFIX_TIME_MAX_MS) return seeBalance(snapshot, document.ordinal).head;
  const range = { from: suffix + lowestSuffixAt(belowMs), below: suffix + AFTER_ALL };
  for (const { key } of snapshot.ascend(LEDGER_TABLE.accountEntryIndex, realm, range)) {
    return positionOf(key.slice(suffix.length));
  }
  return seeBalance(snapshot, document.ordinal).head;
}

/** The row at a position of a walk. */
export function positionOf(suffix: string): RowPosition {
  const origin = decodeIdSuffix(suffix);
  invariant(origin !== undefined, "a position among rows is an id suffix");
  return { place: origin.place, sub: origin.sub };
}

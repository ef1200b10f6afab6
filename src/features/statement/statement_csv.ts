/**
 * A month of an account as CSV (RFC 4180: CRLF, quotes doubled): a header and one line for each entry.
 * A cell of free text that a spreadsheet would take for a formula, because it begins with = + - @, a
 * tab, a carriage return or a full-width form of these, gets an apostrophe in front; amounts never do.
 */
import { stringify } from "csv-stringify/sync";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { entryOf } from "../account/account_entry.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import type { AccountRow, SeenAccount } from "../ledger/account_rows.ts";
import type { TimeRange } from "../record_walk.ts";
import { GAP, monthRows } from "./month_rows.ts";

export const CSV_COLUMNS = [
  "timestamp",
  "transferId",
  "kind",
  "counterpartyAccountId",
  "description",
  "debit",
  "credit",
  "balance",
  "currency",
  "externalId",
] as const;

/** How many lines one part of the text has at most. */
const LINES_PER_PART = 500;
/** `quoted_match`: without it the library quotes a cell with CRLF, but not a cell with only CR or LF. */
const CSV_FORM = {
  eof: true,
  record_delimiter: "\r\n",
  escape_formulas: true,
  quoted_match: /[\r\n]/,
} as const;

type Cells = (string | bigint | undefined)[];

export function* statementCsv(
  snapshot: Snapshot,
  account: SeenAccount,
  range: TimeRange,
): Generator<string> {
  yield stringify([CSV_COLUMNS.slice()], CSV_FORM);
  const accountIdOf = accountIdsOf(snapshot);
  let lines: Cells[] = [];
  for (const line of monthRows(snapshot, account, range)) {
    if (line === GAP || line.record.timeMs < range.fromMs) continue;
    const cells = cellsOf(line, `acct_${account.suffix}`, accountIdOf);
    if (cells === undefined) continue;
    lines.push(cells);
    if (lines.length < LINES_PER_PART) continue;
    yield stringify(lines, CSV_FORM);
    lines = [];
  }
  yield stringify(lines, CSV_FORM);
}

/**
 * The cells of a row, undefined where the row moved no posted money. They come from the entry that
 * `account.entry.list` shows, so that the file and the list cannot disagree.
 */
function cellsOf(
  line: AccountRow,
  accountId: string,
  accountIdOf: (ordinal: number) => string,
): Cells | undefined {
  const entry = entryOf(line, accountId, accountIdOf);
  if (entry === undefined) return undefined;
  const amount = BigInt(entry.amount);
  return [
    entry.createdAt,
    entry.transferId,
    entry.kind,
    entry.counterpartyAccountId,
    entry.description,
    line.isSource ? amount : undefined,
    line.isSource ? undefined : amount,
    BigInt(entry.balance),
    entry.currency,
    line.row.extras?.externalId,
  ];
}

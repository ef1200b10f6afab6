/**
 * Entries of a statement as CSV (RFC 4180: CRLF, quotes doubled): a header and one line for each entry.
 * A cell of free text that a spreadsheet would take for a formula, because it begins with = + - @, a
 * tab, a carriage return or a full-width form of these, gets an apostrophe in front; amounts never do.
 */
import { stringify } from "csv-stringify/sync";
import { isoTime } from "../../base/iso_time.ts";

/** One line of a statement: what moved, when, and the balance after it. Amounts are minor units. */
export type StatementEntry = {
  bookedAtMs: number;
  /** `tr_…` */
  transferId: string;
  /** What made the transfer: `book`, `payout`, … */
  kind: string;
  /** Whose line it is, `acct_…`; in the statement of a Product it differs from line to line. */
  accountId: string;
  counterpartyAccountId: string;
  description?: string | undefined;
  /** `debit`: the amount left the account. `credit`: it arrived. */
  direction: "debit" | "credit";
  /** Always positive. */
  amountMinor: bigint;
  /** After the line; of a Product what whoever makes the entries counts as its position. */
  balanceMinor: bigint;
  currency: string;
  externalId?: string | undefined;
};

/** Whose entries a statement has: those of one account, or of the accounts of a Product. */
export type StatementScope = "account" | "product";

const BEFORE_ACCOUNT = ["timestamp", "transferId", "kind"] as const;
const AFTER_ACCOUNT = [
  ...["counterpartyAccountId", "description", "debit", "credit", "balance", "currency"],
  "externalId",
];

/** The names in the header. A statement of a Product has the account of each line, `accountId`. */
export function csvColumns(scope: StatementScope): string[] {
  return [...BEFORE_ACCOUNT, ...(scope === "product" ? ["accountId"] : []), ...AFTER_ACCOUNT];
}

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

/** The text in parts: the header, then at most LINES_PER_PART entries each, in the order in which they come. */
export function* statementCsv(
  scope: StatementScope,
  entries: Iterable<StatementEntry>,
): Generator<string> {
  yield stringify([csvColumns(scope)], CSV_FORM);
  let lines: Cells[] = [];
  for (const entry of entries) {
    lines.push(cellsOf(scope, entry));
    if (lines.length < LINES_PER_PART) continue;
    yield stringify(lines, CSV_FORM);
    lines = [];
  }
  yield stringify(lines, CSV_FORM);
}

function cellsOf(scope: StatementScope, entry: StatementEntry): Cells {
  const { amountMinor, direction } = entry;
  return [
    isoTime(entry.bookedAtMs),
    entry.transferId,
    entry.kind,
    ...(scope === "product" ? [entry.accountId] : []),
    entry.counterpartyAccountId,
    entry.description,
    direction === "debit" ? amountMinor : undefined,
    direction === "credit" ? amountMinor : undefined,
    entry.balanceMinor,
    entry.currency,
    entry.externalId,
  ];
}

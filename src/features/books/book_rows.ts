/** The books of a realm as a snapshot shows them: one row for each currency, month and role, and of its labels. */
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { bookKey, partsOfBookKey, type StoredBook } from "../ledger/book_table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";

/** What one role, or a label of it, was debited and credited in one currency and month; `entries` counts both. */
export type BookRow = {
  currency: string;
  month: string;
  roleCode: number;
  /** Of a book of a label; absent of that of the role, which has the entries of its labels too. */
  label?: string;
  debitsMinor: bigint;
  creditsMinor: bigint;
  entries: number;
};

/** A currency followed by this sorts after every key of the currency. */
const AFTER_ALL = "~";

/** Currencies that have books, in alphabetical order. Reads one row for each currency. */
export function* currenciesOf(snapshot: Snapshot, realm: number): Generator<string> {
  let from = "";
  while (true) {
    const currency = firstCurrency(snapshot, realm, from);
    if (currency === undefined) return;
    yield currency;
    from = currency + AFTER_ALL;
  }
}

/** The rows of roles and labels of a currency, oldest month first; where `month` is given, no row of a later month. */
export function* bookRows(
  snapshot: Snapshot,
  realm: number,
  currency: string,
  month?: string,
): Generator<BookRow> {
  // Codes of roles have at most two digits.
  const below =
    month === undefined ? currency + AFTER_ALL : bookKey(currency, month, 99) + AFTER_ALL;
  for (const { key, value } of snapshot.ascend(LEDGER_TABLE.book, realm, {
    from: currency,
    below,
  })) {
    const { debits, credits, entries } = decodeDocument<StoredBook>(value);
    const moved = { debitsMinor: BigInt(debits), creditsMinor: BigInt(credits), entries };
    yield { ...partsOfBookKey(key), ...moved };
  }
}

function firstCurrency(snapshot: Snapshot, realm: number, from: string): string | undefined {
  for (const { key } of snapshot.ascend(LEDGER_TABLE.book, realm, { from })) return key.slice(0, 3);
  return undefined;
}

/** The rows of roles alone: each has what its labels have. */
export function ofRoles(rows: readonly BookRow[]): BookRow[] {
  return rows.filter(({ label }) => label === undefined);
}

/** Sums of entries; `label` is absent of those without one. */
export type LabelSums = {
  label: string | undefined;
  debitsMinor: bigint;
  creditsMinor: bigint;
  entries: number;
};

/**
 * The rows of one role by label, in the order of the labels, and last what has none. All together they are what the
 * rows of the role are. Empty where no row has a label.
 */
export function byLabel(rows: readonly BookRow[]): LabelSums[] {
  const sums = new Map<string, LabelSums>();
  const rest = { label: undefined, debitsMinor: 0n, creditsMinor: 0n, entries: 0 };
  for (const row of rows) {
    const { label } = row;
    if (label === undefined) {
      add(rest, row, 1);
      continue;
    }
    const own = sums.get(label) ?? { label, debitsMinor: 0n, creditsMinor: 0n, entries: 0 };
    sums.set(label, own);
    add(own, row, 1);
    add(rest, row, -1);
  }
  if (sums.size === 0) return [];
  const labelled = [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return [...labelled.map(([, own]) => own), ...(rest.entries > 0 ? [rest] : [])];
}

function add(sums: LabelSums, row: BookRow, sign: 1 | -1): void {
  sums.debitsMinor += BigInt(sign) * row.debitsMinor;
  sums.creditsMinor += BigInt(sign) * row.creditsMinor;
  sums.entries += sign * row.entries;
}

/** The books of a realm as a snapshot shows them: one row for each currency, month and role. */
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import { BOOK_TABLE, bookKey, partsOfBookKey, type StoredBook } from "../ledger/book_table.ts";

/** What one role was debited and credited in one currency and month; `entries` counts both. */
export type BookRow = {
  currency: string;
  month: string;
  roleCode: number;
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

/** The rows of a currency, oldest month first; where `month` is given, no row of a later month. */
export function* bookRows(
  snapshot: Snapshot,
  realm: number,
  currency: string,
  month?: string,
): Generator<BookRow> {
  // Codes of roles have at most two digits.
  const below =
    month === undefined ? currency + AFTER_ALL : bookKey(currency, month, 99) + AFTER_ALL;
  for (const { key, value } of snapshot.ascend(BOOK_TABLE, realm, { from: currency, below })) {
    const { debits, credits, entries } = decodeDocument<StoredBook>(value);
    const moved = { debitsMinor: BigInt(debits), creditsMinor: BigInt(credits), entries };
    yield { ...partsOfBookKey(key), ...moved };
  }
}

function firstCurrency(snapshot: Snapshot, realm: number, from: string): string | undefined {
  for (const { key } of snapshot.ascend(BOOK_TABLE, realm, { from })) return key.slice(0, 3);
  return undefined;
}

/** The books of a scope as a snapshot has them: one row a currency, month and role. */
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import { BOOK_TABLE, bookKey, partsOfBookKey, type StoredBook } from "../ledger/book_table.ts";

/** `balanceMinor` is credits less debits, minor units. */
export type BookRow = {
  currency: string;
  month: string;
  roleCode: number;
  debitsMinor: bigint;
  creditsMinor: bigint;
  entries: number;
};

/** Sorts after every key of a currency. */
const AFTER_ALL = "~";

/** Currencies that have books, in alphabetical order: one look each. */
export function* currenciesOf(snapshot: Snapshot, scope: number): Generator<string> {
  let from = "";
  while (true) {
    const currency = firstCurrency(snapshot, scope, from);
    if (currency === undefined) return;
    yield currency;
    from = currency + AFTER_ALL;
  }
}

/** The rows of a currency, oldest month first, of all months up to `month` where it is given. */
export function* bookRows(
  snapshot: Snapshot,
  scope: number,
  currency: string,
  month?: string,
): Generator<BookRow> {
  const below =
    month === undefined ? currency + AFTER_ALL : bookKey(currency, month, 99) + AFTER_ALL;
  for (const { key, value } of snapshot.ascend(BOOK_TABLE, scope, { from: currency, below })) {
    const { debits, credits, entries } = decodeDocument<StoredBook>(value);
    const moved = { debitsMinor: BigInt(debits), creditsMinor: BigInt(credits), entries };
    yield { ...partsOfBookKey(key), ...moved };
  }
}

function firstCurrency(snapshot: Snapshot, scope: number, from: string): string | undefined {
  for (const { key } of snapshot.ascend(BOOK_TABLE, scope, { from })) return key.slice(0, 3);
  return undefined;
}

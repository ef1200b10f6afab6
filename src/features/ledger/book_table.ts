/**
 * The books: the sums of debits and credits of each role of a realm, by currency and month, and among them those of
 * each label that a program gives its movements. They
 * are updated with every row, so that a trial balance reads some rows of this table and not the
 * whole ledger. Only the present month is in memory: time never goes back, so other months cannot
 * change.
 */
import { grown } from "../../base/growable.ts";
import {
  decodeDocument,
  encodeDocument,
  type Mark,
  NEVER_STORED,
  type Table,
  type TableSink,
} from "../../contract/tables/table.ts";
import { monthOf, rangeOfMonth } from "../calendar_month.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { AccountTable } from "./account_table.ts";
import type { TransferRow } from "./transfer_row.ts";

/** The book of one role in one month: minor units as text. `entries` counts debits and credits. */
export type StoredBook = { debits: string; credits: string; entries: number };

type Book = {
  realm: number;
  key: string;
  debitsMinor: bigint;
  creditsMinor: bigint;
  entries: number;
  isChanged: boolean;
  mark: Mark;
};

/**
 * The key is currency, month, role, and a label where the book is of one: the books of a currency stand together,
 * oldest first, and those of a role's labels behind the role's own, which has them all.
 */
export function bookKey(
  currency: string,
  month: string,
  roleCode: number,
  label: string | undefined = undefined,
): string {
  const ofRole = `${currency}${month}${String(roleCode).padStart(2, "0")}`;
  return label === undefined ? ofRole : `${ofRole}:${label}`;
}

export type BookKeyParts = {
  currency: string;
  month: string;
  roleCode: number;
  /** Absent of the book of a role, which has the entries of all labels and of none. */
  label?: string;
};

export function partsOfBookKey(key: string): BookKeyParts {
  return {
    currency: key.slice(0, 3),
    month: key.slice(3, 10),
    roleCode: Number(key.slice(10, 12)),
    ...(key.length > 12 && { label: key.slice(13) }),
  };
}

export class BookTable implements Table {
  readonly name = "book";
  readonly code = LEDGER_TABLE.book;
  /** Version 2 has the books of labels. */
  readonly version = 2;
  #month = "";
  #fromMs = 0;
  #belowMs = 0;
  /** The books of the present month, from index 1; index 0 stands for no book. */
  #books: (Book | undefined)[] = [undefined];
  readonly #numbers = new Map<string, number>();
  /** Index in `#books` by ordinal; 0 until the account moves money in this month. */
  #ofOrdinal = new Uint32Array(1_024);
  #changed: Book[] = [];

  /** Enters a row that moved posted money: one debit and one credit of the same amount. */
  enter(accounts: AccountTable, row: TransferRow, timeMs: number): void {
    if (timeMs >= this.#belowMs || timeMs < this.#fromMs) this.#begin(monthOf(timeMs));
    const { amountMinor, sourceOrdinal, destinationOrdinal } = row;
    this.#debit(this.#bookOf(accounts, sourceOrdinal), amountMinor);
    this.#credit(this.#bookOf(accounts, destinationOrdinal), amountMinor);
    const label = row.extras?.book;
    if (label === undefined) return;
    this.#debit(this.#bookOfLabel(accounts, sourceOrdinal, label), amountMinor);
    this.#credit(this.#bookOfLabel(accounts, destinationOrdinal, label), amountMinor);
  }

  #debit(book: Book, amountMinor: bigint): void {
    book.debitsMinor += amountMinor;
    book.entries++;
    this.#mark(book);
  }

  #credit(book: Book, amountMinor: bigint): void {
    book.creditsMinor += amountMinor;
    book.entries++;
    this.#mark(book);
  }

  drain(sink: TableSink): void {
    for (const book of this.#changed) {
      book.isChanged = false;
      const stored: StoredBook = {
        debits: String(book.debitsMinor),
        credits: String(book.creditsMinor),
        entries: book.entries,
      };
      book.mark = sink(book.realm, book.key, encodeDocument(stored), book.mark);
    }
    this.#changed = [];
  }

  load(realm: number, key: string, value: Uint8Array, mark: Mark): void {
    const { month } = partsOfBookKey(key);
    if (month < this.#month) return;
    if (month > this.#month) this.#begin(month);
    const { debits, credits, entries } = decodeDocument<StoredBook>(value);
    const moved = { debitsMinor: BigInt(debits), creditsMinor: BigInt(credits), entries };
    this.#add({ realm, key, isChanged: false, mark, ...moved });
  }

  #begin(month: string): void {
    const { fromMs, belowMs } = rangeOfMonth(month);
    this.#month = month;
    this.#fromMs = fromMs;
    this.#belowMs = belowMs;
    this.#books = [undefined];
    this.#numbers.clear();
    this.#ofOrdinal.fill(0);
  }

  #bookOf(accounts: AccountTable, ordinal: number): Book {
    if (ordinal >= this.#ofOrdinal.length) this.#ofOrdinal = grown(this.#ofOrdinal, ordinal);
    return this.#books[this.#ofOrdinal[ordinal] as number] ?? this.#firstOf(accounts, ordinal);
  }

  /** The book of an account that has not moved money in this month yet. */
  #firstOf(accounts: AccountTable, ordinal: number): Book {
    const realm = accounts.realm(ordinal);
    const key = bookKey(accounts.currency(ordinal), this.#month, accounts.roleCode(ordinal));
    const number =
      this.#numbers.get(numberKey(realm, key)) ?? this.#add({ realm, key, ...NOTHING_ENTERED });
    this.#ofOrdinal[ordinal] = number;
    return this.#books[number] as Book;
  }

  /** Of movements that a program made: few, so it is looked up by its key each time. */
  #bookOfLabel(accounts: AccountTable, ordinal: number, label: string): Book {
    const realm = accounts.realm(ordinal);
    const roleCode = accounts.roleCode(ordinal);
    const key = bookKey(accounts.currency(ordinal), this.#month, roleCode, label);
    const number =
      this.#numbers.get(numberKey(realm, key)) ?? this.#add({ realm, key, ...NOTHING_ENTERED });
    return this.#books[number] as Book;
  }

  #add(book: Book): number {
    const number = this.#books.push(book) - 1;
    this.#numbers.set(numberKey(book.realm, book.key), number);
    return number;
  }

  #mark(book: Book): void {
    if (book.isChanged) return;
    book.isChanged = true;
    this.#changed.push(book);
  }
}

const NOTHING_ENTERED = {
  debitsMinor: 0n,
  creditsMinor: 0n,
  entries: 0,
  isChanged: false,
  mark: NEVER_STORED,
};

function numberKey(realm: number, key: string): string {
  return `${realm}:${key}`;
}

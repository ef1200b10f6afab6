/**
 * The balances that accounts must have after the acknowledged requests, by account number. Amounts
 * are whole minor units in doubles, which are exact below 2^53: funding is limited far below that.
 */

export type Leg = { source: number; destination: number; amountMinor: number };

export type Book = {
  fundedMinor: number;
  /** The posted balance of each account. */
  posted: Float64Array;
  /** The part of each posted balance that open holds reserve. */
  held: Float64Array;
  /** The number of posted transfers of each account, its funding included. */
  transfers: Float64Array;
  /** The number of transfers posted between the accounts. */
  moved: number;
};

/** A book in which every account has its funding. */
export function newBook(accounts: number, fundedMinor: number): Book {
  return {
    fundedMinor,
    posted: new Float64Array(accounts).fill(fundedMinor),
    held: new Float64Array(accounts),
    transfers: new Float64Array(accounts).fill(1),
    moved: 0,
  };
}

export function postTransfer(book: Book, { source, destination, amountMinor }: Leg): void {
  add(book.posted, source, -amountMinor);
  add(book.posted, destination, amountMinor);
  add(book.transfers, source, 1);
  add(book.transfers, destination, 1);
  book.moved++;
}

export function reserve(book: Book, { source, amountMinor }: Leg): void {
  add(book.held, source, amountMinor);
}

export function release(book: Book, { source, amountMinor }: Leg): void {
  add(book.held, source, -amountMinor);
}

function add(figures: Float64Array, account: number, change: number): void {
  figures[account] = (figures[account] as number) + change;
}

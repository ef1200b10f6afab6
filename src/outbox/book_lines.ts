/**
 * Reads the lines of a provider's book, page by page, to its end.
 * Guarantees: each line once; and an end: a book that is longer than what is on record here explains is not read further.
 */

/** Lines that a book may have beyond those that are on record here: one with more does not end, or is of another platform. */
export const UNKNOWN_LINES_MAX = 100_000;

export type BookPage<L> = { lines: readonly L[]; next: string | undefined };

export type BookReading<L> = {
  /** What the book is called in the sentence of a rejection: "the provider's book". */
  book: string;
  /** The page after a cursor, or the first one; undefined where there is no book. Rejects where it cannot be had. */
  page(after: string | undefined): Promise<BookPage<L> | undefined>;
  idOf(line: L): string;
  /** Whether the line is on record here. */
  isKnown(id: string): boolean;
};

/**
 * The lines, each once; returns whether there is a book. Rejects with a sentence where a page leads back, a page that is not the
 * last has no line that is new, or the book has too many lines that are not on record.
 */
export async function* linesOfBook<L>(reading: BookReading<L>): AsyncGenerator<L, boolean> {
  const { book, page, idOf, isKnown } = reading;
  const cursors = new Set<string>();
  const seen = new Set<string>();
  let unknown = 0;
  for (let after: string | undefined; ; ) {
    const read = await page(after);
    if (read === undefined) return false;
    const before = seen.size;
    for (const line of read.lines) {
      const id = idOf(line);
      if (seen.has(id)) continue;
      seen.add(id);
      if (!isKnown(id) && ++unknown > UNKNOWN_LINES_MAX) throw new Error(tooMany(book));
      yield line;
    }
    const { next } = read;
    if (next === undefined) return true;
    if (cursors.has(next) || seen.size === before) {
      throw new Error(`${book} does not end: a page leads back, or has nothing new`);
    }
    cursors.add(next);
    after = next;
  }
}

function tooMany(book: string): string {
  return `${book} has more than ${UNKNOWN_LINES_MAX} lines that are not on record here: it does not end, or is the book of another platform`;
}

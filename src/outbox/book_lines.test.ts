/** A provider's book is read once to its end, and an end there is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOfBook, UNKNOWN_LINES_MAX } from "./book_lines.ts";

type Page = { lines: string[]; next?: string };

/** Reads a book whose pages are made for each cursor; `known`: what is on record here. */
async function readBook(page: (after: string) => Page | undefined, known: string[] = []) {
  const asked: string[] = [];
  const reading = linesOfBook<string>({
    book: "the book",
    async page(after = "") {
      asked.push(after);
      const made = page(after);
      return made && { lines: made.lines, next: made.next };
    },
    idOf: (line) => line,
    isKnown: (id) => known.includes(id),
  });
  const lines: string[] = [];
  const fault = await (async () => {
    for await (const line of reading) lines.push(line);
  })().catch((cause: Error) => cause.message);
  return { asked, lines, fault };
}

test("book lines: pages that overlap -> each line once, in order, after the cursors of the book", async () => {
  const pages: Record<string, Page> = {
    "": { lines: ["a", "b"], next: "2" },
    "2": { lines: ["b", "c"], next: "3" },
    "3": { lines: ["c"] },
  };
  const { asked, lines, fault } = await readBook((after) => pages[after]);
  assert.deepEqual([asked, lines, fault], [["", "2", "3"], ["a", "b", "c"], undefined]);
});

test("book lines: no book, or one that is gone after a page -> no more lines, and no fault", async () => {
  assert.deepEqual((await readBook(() => undefined)).lines, []);
  const gone = await readBook((after) => (after === "" ? { lines: ["a"], next: "2" } : undefined));
  assert.deepEqual([gone.lines, gone.fault], [["a"], undefined]);
});

const ENDLESS: [what: string, page: (after: string) => Page, pages: number][] = [
  ["whose cursor leads back", () => ({ lines: ["a"], next: "1" }), 2],
  ["with new cursors and no new line", (after) => ({ lines: ["a"], next: `${after}1` }), 2],
  ["with an empty page that is not the last", (after) => ({ lines: [], next: `${after}1` }), 1],
];
for (const [what, page, pages] of ENDLESS) {
  test(`book lines: a book ${what} -> rejected after ${pages} pages`, async () => {
    const { asked, fault } = await readBook(page);
    assert.match(String(fault), /^the book does not end/);
    assert.equal(asked.length, pages);
  });
}

test(`book lines: ${UNKNOWN_LINES_MAX} lines that are not on record -> read; one more -> rejected, those on record not counted`, async () => {
  const PAGE = 1_000;
  const book = (size: number) => (after: string) => {
    const passed = Number(after);
    const count = Math.min(PAGE, size - passed);
    const lines = Array.from({ length: count }, (_, at) => String(passed + at));
    return { lines, ...(passed + count < size && { next: String(passed + count) }) };
  };
  const most = await readBook(book(UNKNOWN_LINES_MAX));
  assert.deepEqual([most.lines.length, most.fault], [UNKNOWN_LINES_MAX, undefined]);
  const known = await readBook(book(UNKNOWN_LINES_MAX + 1), ["7"]);
  assert.equal(known.fault, undefined);
  const more = await readBook(book(UNKNOWN_LINES_MAX + 1));
  assert.match(String(more.fault), /more than 100000 lines that are not on record here/);
});

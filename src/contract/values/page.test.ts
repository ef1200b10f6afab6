/** Pages of a walk: how many items, when a cursor, and how far a page reads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadContext } from "../declare/operation.ts";
import { PAGE_LIMIT_DEFAULT, PAGE_SCAN_MAX } from "./formats.ts";
import { answerPage, type WalkRow } from "./page.ts";

type Page = { items: number[]; nextCursor?: string };

/** Cursors that are the position itself. */
const CONTEXT = {
  cursors: {
    encode: (_: unknown, position: string) => position,
    decode: (_: unknown, at: string) => at,
  },
} as ReadContext;

/** A page of the numbers from `count` down to 1 that match, and how many rows the page read. */
function pageOf(
  count: number,
  {
    limit,
    cursor,
    matches = () => true,
  }: {
    limit?: number;
    cursor?: string | undefined;
    matches?: (row: number) => boolean;
  },
): Page & { read: number } {
  let read = 0;
  function* walk(after: string | undefined): Generator<WalkRow<number>> {
    for (let row = after === undefined ? count : Number(after) - 1; row > 0; row--) {
      read++;
      yield { position: String(row), item: matches(row) ? row : undefined };
    }
  }
  const request = {
    limit: limit === undefined ? undefined : String(limit),
    cursor,
    filters: {},
    walk,
  };
  const answer = answerPage(request, CONTEXT);
  assert.ok(!answer.refused && answer.document !== undefined);
  return { ...(answer.document as Page), read };
}

/** The items of every page of a walk. */
function pagesOf(...[count, asked]: Parameters<typeof pageOf>): number[][] {
  const pages: number[][] = [];
  let cursor: string | undefined;
  do {
    const page = pageOf(count, { ...asked, cursor });
    pages.push(page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

test("page: n rows, limit n - 1, n, n + 1, none -> a cursor only where a row follows", () => {
  assert.deepEqual(pagesOf(3, { limit: 2 }), [[3, 2], [1]]);
  assert.deepEqual(pagesOf(3, { limit: 3 }), [[3, 2, 1]]);
  assert.deepEqual(pagesOf(3, { limit: 4 }), [[3, 2, 1]]);
  assert.deepEqual(pagesOf(0, { limit: 1 }), [[]]);
  assert.equal(pageOf(PAGE_LIMIT_DEFAULT, {}).nextCursor, undefined);
  assert.equal(pageOf(PAGE_LIMIT_DEFAULT + 1, {}).items.length, PAGE_LIMIT_DEFAULT);
});

test("page: rows that do not match after a full page -> no cursor", () => {
  const matches = (row: number) => row > 50 || row === 7;
  assert.deepEqual(pagesOf(52, { limit: 2, matches }), [[52, 51], [7]]);
  assert.deepEqual(pagesOf(52, { limit: 3, matches }), [[52, 51, 7]]);
  assert.deepEqual(pagesOf(52, { limit: 1, matches: () => false }), [[]]);
});

test("page: a full page that looked for the next item -> the next page begins just before the item", () => {
  const matches = (row: number) => row === 1 || row === 52;
  const { nextCursor } = pageOf(52, { limit: 1, matches });
  assert.equal(pageOf(52, { limit: 1, matches, cursor: nextCursor }).read, 1);
});

test("page: as many rows as a page reads, none matches -> the end; one more -> a cursor", () => {
  const none = { limit: 1, matches: () => false };
  assert.deepEqual(pagesOf(PAGE_SCAN_MAX, none), [[]]);
  assert.deepEqual(pagesOf(PAGE_SCAN_MAX + 1, none), [[], []]);
  assert.equal(pageOf(3 * PAGE_SCAN_MAX, none).read, PAGE_SCAN_MAX + 1);
});

test("page: full, and no match within the rows that a page reads -> a cursor all the same", () => {
  const newest = (count: number) => ({ limit: 1, matches: (row: number) => row === count });
  assert.deepEqual(pagesOf(PAGE_SCAN_MAX, newest(PAGE_SCAN_MAX)), [[PAGE_SCAN_MAX]]);
  const more = PAGE_SCAN_MAX + 1;
  assert.deepEqual(pagesOf(more, newest(more)), [[more], []]);
});

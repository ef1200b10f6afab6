/** The error catalog as a list: complete and in order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { ERROR_CODES, type ErrorCatalogEntry } from "../../contract/error_catalog.ts";
import { createTestShard } from "../testing.ts";
import { catalogErrorList } from "./catalog.error.list.ts";

type Page = { items: ErrorCatalogEntry[]; nextCursor?: string };

test("catalog.error.list: pages of 7 -> every code once, in alphabetical order", () => {
  const shard = createTestShard([]);
  const codes: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 7, ...(cursor && { cursor }) };
    const page = shard.read(catalogErrorList, query, { scope: undefined as never }).reply as Page;
    assert.deepEqual([...Value.Errors(catalogErrorList.output, page)], []);
    codes.push(...page.items.map(({ code }) => code));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.deepEqual(codes, ERROR_CODES);
});

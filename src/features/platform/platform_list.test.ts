/** The operator's lists: pages, the filter by tenant, and the filters by time. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ReadContext } from "../../contract/declare/operation.ts";
import { type Snapshot, SnapshotMemory } from "../../contract/tables/snapshot.ts";
import { encodeDocument } from "../../contract/tables/table.ts";
import { OPERATOR_OPERATIONS } from "../registry.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { answerPlatformList } from "./platform_list.ts";

type Item = { id: string; tenantId: string; createdAtMs: number };

const FROM_MS = Date.UTC(2026, 0, 31);
const { tenant: TABLE, tenantIndex: INDEX } = PLATFORM_TABLE;

/** Five documents, newest first: two at one time, and the tenants in turn. */
const ITEMS: readonly Item[] = [3, 2, 1, 1, 0].map((second, at) => ({
  id: `id_${9 - at}`,
  tenantId: at % 2 === 0 ? "ten_even" : "ten_odd",
  createdAtMs: FROM_MS + second * 1_000,
}));

const SNAPSHOT: Snapshot = {
  memory: new SnapshotMemory(),
  sequence: 1,
  shard: 0,
  get: (_table, _realm, key) => {
    const item = ITEMS.find(({ id }) => id === key);
    return item === undefined ? undefined : encodeDocument(item);
  },
  descend: (_table, _realm, { below = "~" }) =>
    ITEMS.filter(({ id }) => id < below).map(({ id }) => ({
      key: id,
      value: encodeDocument({ id, realm: 1 }),
    })),
  ascend: () => [],
  newestRecord: () => 0,
  record: () => undefined,
  pointAt: () => false,
  leaf: () => undefined,
};

/** Cursors that are the position itself. */
const CONTEXT = {
  cursors: { encode: (_: unknown, at: string) => at, decode: (_: unknown, at: string) => at },
} as ReadContext;

/** The pages of the list, each as the ids of its items. */
function pagesOf(input: Record<string, string>): string[][] {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const answer = answerPlatformList<Item>({ ...input, ...(cursor && { cursor }) }, CONTEXT, {
      snapshot: SNAPSHOT,
      indexCode: INDEX,
      tableCode: TABLE,
      itemOf: ({ id }) => id,
    });
    assert.ok(!answer.refused);
    const page = answer.document as { items: string[]; nextCursor?: string };
    pages.push(page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

const FILTERS: [filter: Record<string, string>, isIn: (item: Item) => boolean][] = [
  [{}, () => true],
  [{ tenantId: "ten_even" }, ({ tenantId }) => tenantId === "ten_even"],
  [{ tenantId: "ten_odd" }, ({ tenantId }) => tenantId === "ten_odd"],
  [{ tenantId: "ten_none" }, () => false],
  [{ createdFrom: "2026-01-31T00:00:01Z" }, (item) => item.createdAtMs >= FROM_MS + 1_000],
  [{ createdTo: "2026-01-31T00:00:01Z" }, (item) => item.createdAtMs < FROM_MS + 1_000],
  [{ createdFrom: "2026-01-31T00:00:01.0001Z" }, (item) => item.createdAtMs > FROM_MS + 1_000],
  [
    { createdFrom: "2026-01-31T09:00:01+09:00", createdTo: "2026-01-31T00:00:03Z" },
    (item) => item.createdAtMs >= FROM_MS + 1_000 && item.createdAtMs < FROM_MS + 3_000,
  ],
  [{ createdFrom: "2026-01-31T00:00:03Z", createdTo: "2026-01-31T00:00:00Z" }, () => false],
];

for (const [filter, isIn] of FILTERS) {
  test(`operator's list: ${JSON.stringify(filter)} -> the items that match, no cursor at the end`, () => {
    const ids = ITEMS.filter(isIn).map(({ id }) => id);
    for (const limit of new Set([1, ids.length - 1, ids.length, ids.length + 1])) {
      if (limit < 1) continue;
      const pages: string[][] = ids.length === 0 ? [[]] : [];
      for (let at = 0; at < ids.length; at += limit) pages.push(ids.slice(at, at + limit));
      assert.deepEqual(pagesOf({ ...filter, limit: String(limit) }), pages, `limit ${limit}`);
    }
  });
}

/** Lists that a decision table of their feature has. */
const TABLED = new Set(["platform.payout_limit.list"]);

test("operator's lists: their parameters -> those that the rows above have", () => {
  const lists = OPERATOR_OPERATIONS.filter(
    ({ id }) =>
      id.endsWith(".list") &&
      !TABLED.has(id) &&
      !existsSync(join(import.meta.dirname, `${id}.test.ts`)),
  );
  assert.equal(lists.length, 2);
  const tested = new Set(FILTERS.flatMap(([filter]) => Object.keys(filter)));
  for (const { query } of lists) {
    for (const name of Object.keys(query?.properties ?? {})) {
      assert.ok(name === "limit" || name === "cursor" || tested.has(name), name);
    }
  }
});

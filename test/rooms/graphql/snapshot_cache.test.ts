/** Which outcomes are given again, to which caller, and how long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProductKeyCaller } from "../../../src/contract/declare/caller.ts";
import { accountRetrieve } from "../../../src/features/account/account_resource.ts";
import type { Outcome } from "../../../src/graphql/answers.ts";
import { openSnapshotCache } from "../../../src/graphql/snapshot_cache.ts";

const caller = (): ProductKeyCaller =>
  ({ key: {}, product: {}, principal: {}, scopes: new Set() }) as never;
const page = (rows: number): Outcome => ({ document: { items: new Array(rows).fill({}) } });
const AT = { shard: 0, sequence: 7, nowMs: 1 };

test("snapshot cache: another sequence, shard, caller or Product -> nothing known", () => {
  const cache = openSnapshotCache();
  const mine = caller();
  const found = page(1);
  cache.of(mine, AT).set(accountRetrieve, "x", found, "sequence");
  const seen = (who: ProductKeyCaller, at: typeof AT) =>
    cache.of(who, at).get(accountRetrieve, "x");
  assert.equal(seen(mine, { ...AT, nowMs: 2 }), found);
  assert.equal(seen(caller(), AT), undefined);
  assert.equal(seen({ ...mine, product: { ...mine.product } }, AT), undefined);
  cache.of(mine, AT).set(accountRetrieve, "x", found, "sequence");
  assert.equal(seen(mine, { ...AT, shard: 1 }), undefined);
  assert.equal(seen(mine, { ...AT, sequence: 8 }), undefined);
  assert.equal(seen(mine, AT), undefined, "an earlier sequence is gone");
});

test("snapshot cache: what depends on the time -> known in its millisecond only", () => {
  const cache = openSnapshotCache();
  const mine = caller();
  cache.of(mine, AT).set(accountRetrieve, "x", page(0), "now");
  assert.ok(cache.of(mine, AT).get(accountRetrieve, "x"));
  assert.equal(cache.of(mine, { ...AT, nowMs: 2 }).get(accountRetrieve, "x"), undefined);
});

test("snapshot cache: as many objects as it keeps, one more -> all there, begun afresh", () => {
  const cache = openSnapshotCache(10);
  const known = cache.of(caller(), AT);
  known.set(accountRetrieve, "a", page(4), "sequence");
  known.set(accountRetrieve, "b", page(4), "sequence");
  assert.ok(known.get(accountRetrieve, "a") && known.get(accountRetrieve, "b"));
  known.set(accountRetrieve, "c", page(0), "sequence");
  assert.deepEqual(
    ["a", "b", "c"].map((key) => known.get(accountRetrieve, key) !== undefined),
    [false, false, true],
  );
});

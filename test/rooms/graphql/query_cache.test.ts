/** Which queries the cache keeps, and for how long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LruMap } from "../../../src/base/lru_map.ts";
import { operations } from "../../../src/features/registry.ts";
import { openQueryCache, QUERIES_MAX } from "../../../src/graphql/query_cache.ts";
import { schemaOf } from "../../../src/graphql/schema.ts";

const schema = schemaOf(operations);

test("query cache: a text once, twice, three times -> compiled at the second sight, once", () => {
  const cache = openQueryCache(schema, { compiles: true });
  for (const compiled of [0, 1, 1]) {
    assert.equal(cache.ready("{ __typename }", undefined).refused, false);
    assert.equal(cache.counts().compiled, compiled);
  }
});

test("query cache: one text with two operation names -> two queries", () => {
  const cache = openQueryCache(schema, { compiles: true });
  const text = "query A { __typename } query B { a: __typename }";
  cache.ready(text, "A");
  cache.ready(text, "B");
  assert.equal(cache.counts().kept, 2);
});

test("query cache: one text and name again, others between or not -> the same query", () => {
  const cache = openQueryCache(schema, { compiles: true });
  const text = "query A { __typename } query B { b: __typename }";
  const [a, b] = [cache.ready(text, "A"), cache.ready(text, "B")];
  assert.notEqual(a, b);
  for (let others = 0; others < 10; others++) {
    assert.equal(cache.ready(text, "A"), a);
    assert.equal(cache.ready(text, "B"), b);
    cache.ready(`{ a${others}: __typename }`, undefined);
  }
});

test("query cache: more texts than it keeps -> the oldest is forgotten", () => {
  const cache = openQueryCache(schema, { compiles: true });
  const texts = Array.from({ length: QUERIES_MAX + 1 }, (_, at) => `{ a${at}: __typename }`);
  for (const text of texts) cache.ready(text, undefined);
  assert.equal(cache.counts().kept, QUERIES_MAX);
  cache.ready(texts[0] as string, undefined);
  assert.equal(cache.counts().compiled, 0, "the first is seen for the first time again");
  cache.ready(texts[QUERIES_MAX] as string, undefined);
  assert.equal(cache.counts().compiled, 1);
});

test("lru map: over its weight, one too heavy, one used again -> the least used go", () => {
  const map = new LruMap<string>({ countMax: 10, weightMax: 10 });
  map.set("a", "a", 4);
  map.set("b", "b", 4);
  assert.equal(map.get("a"), "a");
  map.set("c", "c", 4);
  assert.deepEqual([map.get("a"), map.get("b"), map.get("c")], ["a", undefined, "c"]);
  map.set("d", "d", 11);
  assert.deepEqual([map.get("d"), map.size], [undefined, 2]);
});

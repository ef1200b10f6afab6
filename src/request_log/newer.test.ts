/** What came after a position: every entry once, in whatever order the edges' entries become visible. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import {
  BASE_MS,
  batchOf,
  newDirectory,
  newEntry,
  REALM,
} from "../../test/support/request_log/entries.ts";
import { timeMsOfSuffix } from "../base/id.ts";
import {
  edgeOfSuffix,
  type RequestEntry,
  type RequestPosition,
} from "../contract/messages/request_log.ts";
import { daysIn, RequestStore } from "./store.ts";
import { BLOCK_SPAN_MS, RequestLogView } from "./view.ts";

const BEGINNING: RequestPosition = { fromMs: BASE_MS - 1, seen: new Map() };

function open(t: TestContext) {
  const path = newDirectory(t);
  const onFault = (error: unknown) => assert.fail(String(error));
  const store = new RequestStore({ path, bytesMax: 2 ** 30, nowMs: () => BASE_MS, onFault });
  const view = new RequestLogView(path);
  t.after(async () => {
    await store.close();
    await view.close();
  });
  return { path, view, write: (entries: RequestEntry[]) => store.write(batchOf(entries)) };
}

const suffixesOf = (entries: readonly RequestEntry[]) => entries.map(({ suffix }) => suffix);

/** Reads on from a position until there is no more; at most `max` at once. */
function readAll(
  view: RequestLogView,
  from: RequestPosition,
  { max = 100, nowMs = BASE_MS }: { max?: number; nowMs?: number } = {},
) {
  let position = from;
  const suffixes: string[] = [];
  for (;;) {
    const found = view.newer(REALM, position, { max, nowMs });
    assert.ok(found.entries.length <= max);
    suffixes.push(...suffixesOf(found.entries));
    ({ position } = found);
    if (!found.hasMore) return { suffixes, position };
  }
}

test("newer requests: edges that hand over at random, readers at random -> each entry once", async (t) => {
  const step = fc.record({
    edge: fc.nat({ max: 2 }),
    ms: fc.nat({ max: 4_000 }),
    handsOver: fc.boolean(),
    reads: fc.boolean(),
    max: fc.integer({ min: 1, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { view, write } = open(t);
      const held: RequestEntry[][] = [[], [], []];
      const all: string[] = [];
      const received: string[] = [];
      let position = BEGINNING;
      let nowMs = BASE_MS;
      const handOver = async (edge: number) => {
        await write(held[edge] as RequestEntry[]);
        held[edge] = [];
      };
      for (const { edge, ms, handsOver, reads, max } of steps) {
        nowMs += ms;
        // An entry waits less than the span of a block before it is written.
        for (const [at, entries] of held.entries()) {
          const since = entries[0] === undefined ? nowMs : timeMsOfSuffix(entries[0].suffix);
          if (nowMs - since >= BLOCK_SPAN_MS / 2) await handOver(at);
        }
        const entry = newEntry(nowMs, {}, edge);
        held[edge]?.push(entry);
        all.push(entry.suffix);
        if (handsOver) await handOver(edge);
        if (!reads) continue;
        const found = view.newer(REALM, position, { max, nowMs });
        received.push(...suffixesOf(found.entries));
        ({ position } = found);
      }
      for (const edge of [2, 0, 1]) await handOver(edge);
      received.push(...readAll(view, position, { max: 3, nowMs }).suffixes);
      assert.deepEqual(received.toSorted(), all.toSorted());
      for (const edge of new Set(all.map(edgeOfSuffix))) {
        const own = received.filter((suffix) => edgeOfSuffix(suffix) === edge);
        assert.deepEqual(own, own.toSorted(), "the entries of one edge come in their order");
      }
    }),
    { numRuns: 40 },
  );
});

test("newer requests: a long backlog of two edges over midnight -> each once, a page at a time", async (t) => {
  const { path, view, write } = open(t);
  const all: string[] = [];
  for (let at = 0; at < 300; at += 5) {
    for (const edge of [0, 1]) {
      const batch = [0, 1, 2, 3, 4].map((step) =>
        newEntry(BASE_MS + (at + step) * 400 + edge * 300, {}, edge),
      );
      all.push(...suffixesOf(batch));
      await write(batch);
      await write([newEntry(BASE_MS + at * 400, { realmKey: "prod_2/sandbox" }, edge)]);
    }
  }
  assert.equal(daysIn(path).length, 2);
  const nowMs = BASE_MS + 120_000;
  for (const max of [1, 7, 100, 1_000]) {
    const { suffixes, position } = readAll(view, BEGINNING, { max, nowMs });
    assert.deepEqual(suffixes.toSorted(), all.toSorted());
    assert.deepEqual(view.newer(REALM, position, { max, nowMs }).entries, []);
  }
});

test("newer requests: readers who began at different times -> equal positions soon, of few edges", async (t) => {
  const { view, write } = open(t);
  const nowMs = BASE_MS + 60_000;
  for (const edge of [0, 1, 2, 3]) await write([newEntry(nowMs - edge * 6_000, {}, edge)]);
  const positions = [0, 777, 30_000].map(
    (ms) => readAll(view, { fromMs: BASE_MS + ms, seen: new Map() }, { nowMs }).position,
  );
  assert.deepEqual(positions[1], positions[0]);
  assert.deepEqual(positions[2], positions[0]);
  assert.equal(positions[0]?.seen.size, 2, "the edges of the last 10 s");
});

test("newer requests: a position of the future, another realm -> nothing", async (t) => {
  const { view, write } = open(t);
  await write([newEntry(BASE_MS)]);
  const future = { fromMs: BASE_MS + 1, seen: new Map() };
  assert.deepEqual(readAll(view, future).suffixes, []);
  const limits = { max: 9, nowMs: BASE_MS };
  assert.deepEqual(view.newer("prod_2/sandbox", BEGINNING, limits).entries, []);
});

test("request log: an answer that took a while -> found by its operation, under its own id", async (t) => {
  const { view, write } = open(t);
  const begun = newEntry(BASE_MS).suffix;
  const entry = newEntry(BASE_MS + 2_000, { operationId: `op_${begun}` });
  await write([newEntry(BASE_MS + 1_000), entry]);
  assert.deepEqual(view.ofOperation(REALM, begun), entry);
  assert.equal(view.get(REALM, begun), undefined);
  assert.deepEqual(view.get(REALM, entry.suffix), entry);
  assert.equal(view.ofOperation(REALM, newEntry(BASE_MS).suffix), undefined);
});

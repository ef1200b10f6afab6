/** Entries from an edge to disk and back: order, days, what is retired, what is dropped. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  BASE_MS,
  batchOf,
  newDirectory,
  newEntry,
  noteOf,
  oldEntryBytes,
  REALM,
} from "../../test/support/request_log/entries.ts";
import { REQUEST_KEPT_MS, type RequestEntry } from "../contract/messages/request_log.ts";
import { BATCH_BYTES, BatchRecorder } from "./recorder.ts";
import { dayOf, daysIn, RequestStore, type RequestStoreParts } from "./store.ts";
import { RequestLogView } from "./view.ts";

const DAY_MS = 86_400_000;
const ALL = { fromMs: 0, belowMs: Number.POSITIVE_INFINITY };

function open(t: TestContext, more: Partial<RequestStoreParts> = {}) {
  const path = newDirectory(t);
  const faults: unknown[] = [];
  const parts = { bytesMax: 2 ** 30, nowMs: () => BASE_MS, ...more };
  const store = new RequestStore({ path, ...parts, onFault: (error) => faults.push(error) });
  const view = new RequestLogView(path);
  t.after(async () => {
    await store.close();
    await view.close();
  });
  const write = (entries: RequestEntry[]) => store.write(batchOf(entries));
  return { path, faults, store, view, write };
}

test("request log: entries with every kind of text -> read back as they were", async (t) => {
  const { view, write } = open(t);
  const entry = newEntry(BASE_MS, {
    userAgent: "Zoë 🦊",
    requestBody: '{"a":"ü\\n"}',
    errorCode: "x",
  });
  const odd = newEntry(BASE_MS, { path: "/a\nb", responseBody: "no JSON" });
  await write([entry, odd]);
  assert.deepEqual(view.get(REALM, entry.suffix), entry);
  assert.deepEqual(view.get(REALM, odd.suffix), { ...odd, path: "/a b" });
  assert.equal(view.get("prod_1/live", entry.suffix), undefined);
  assert.equal(view.get(REALM, newEntry(BASE_MS).suffix), undefined);
  assert.deepEqual([...view.descend("prod_10/sandbox", ALL, undefined)], []);
});

test("request log: entries of version 1 before those of today -> both are read, in one order", async (t) => {
  const { store, view, write } = open(t);
  const entries = [0, 1, 2, 3].map((at) => newEntry(BASE_MS + at * 2_000, { errorCode: "\u00fc" }));
  const [first, second, third, fourth] = entries as [RequestEntry, ...RequestEntry[]];
  await store.write(Buffer.concat([first, second as RequestEntry].map(oldEntryBytes)));
  await write([third as RequestEntry, fourth as RequestEntry]);
  assert.deepEqual([...view.descend(REALM, ALL, undefined)], entries.toReversed());
  for (const entry of entries) assert.deepEqual(view.get(REALM, entry.suffix), entry);
});

test("request log: two edges, blocks that overlap, midnight -> newest first, from any place", async (t) => {
  const { path, view, write } = open(t);
  const entries: RequestEntry[] = [];
  // Each edge hands over five entries at a time, and the second edge hands over late.
  for (let at = 0; at < 400; at += 5) {
    for (const edge of [0, 1]) {
      const batch = [0, 1, 2, 3, 4].flatMap((step) => {
        const timeMs = BASE_MS + (at + step) * 300 - edge * 700;
        const other = newEntry(timeMs, { realmKey: "prod_2/sandbox" }, edge);
        return [newEntry(timeMs, {}, edge), other];
      });
      await write(batch);
      entries.push(...batch.filter(({ realmKey }) => realmKey === REALM));
    }
  }
  assert.equal(daysIn(path).length, 2);
  const expected = entries
    .map(({ suffix }) => suffix)
    .sort()
    .reverse();
  const seen = (after?: string, range = ALL) =>
    [...view.descend(REALM, range, after)].map(({ suffix }) => suffix);
  assert.deepEqual(seen(), expected);
  for (const at of [0, 1, 250, 398]) assert.deepEqual(seen(expected[at]), expected.slice(at + 1));
  const range = { fromMs: BASE_MS + 30_000, belowMs: BASE_MS + 90_000 };
  const within = entries.filter(({ requestId: _, suffix }) => {
    const bounds = [range.fromMs, range.belowMs].map((ms) => newEntry(ms).suffix.slice(0, 9));
    return suffix >= (bounds[0] as string) && suffix < (bounds[1] as string);
  });
  assert.equal(seen(undefined, range).length, within.length);
  for (const { suffix } of entries) assert.equal(view.get(REALM, suffix)?.suffix, suffix);
});

test("request log: 30 days, a day more -> kept, gone with its folder", async (t) => {
  let now = BASE_MS;
  const { path, view, write } = open(t, { nowMs: () => now });
  const entry = newEntry(BASE_MS);
  await write([entry]);
  now = BASE_MS + REQUEST_KEPT_MS;
  await write([newEntry(now)]);
  assert.equal(view.get(REALM, entry.suffix)?.suffix, entry.suffix);
  now += DAY_MS;
  await write([newEntry(now)]);
  assert.equal(existsSync(join(path, dayOf(BASE_MS))), false);
  assert.equal([...view.descend(REALM, ALL, undefined)].length, 2);
});

test("request log: more than it may take -> the oldest day goes; today alone too much -> no more", async (t) => {
  const first = BASE_MS - DAY_MS / 2;
  let now = first;
  const bytesMax = 600_000;
  const { path, store, view, write } = open(t, { bytesMax, nowMs: () => now });
  const large = () => newEntry(now, { requestBody: JSON.stringify("x".repeat(60_000)) });
  await write(Array.from({ length: 8 }, large));
  now += DAY_MS;
  await write(Array.from({ length: 8 }, large));
  now += DAY_MS;
  await write([newEntry(now)]);
  assert.equal(daysIn(path).includes(dayOf(first)), false, "the oldest went");
  await write(Array.from({ length: 12 }, large));
  now += 120_000;
  const { blocks } = store.counters;
  await write([newEntry(now)]);
  assert.equal(store.counters.blocks, blocks, "today is full");
  assert.equal([...view.descend(REALM, ALL, undefined)].length, 13);
});

test("request log: the disk runs out -> older days go, then today; counted; kept again later", async (t) => {
  let now = BASE_MS - DAY_MS / 2;
  let freeBytes = 1_000;
  const said: string[] = [];
  const disk = { space: () => ({ freeBytes, sizeBytes: 2_000 }), reserveBytes: 400 };
  const { path, store, view, write } = open(t, {
    nowMs: () => now,
    disk,
    onPause: (why) => said.push(why),
    onResume: ({ entries }) => said.push(`${entries} lost`),
  });
  const yesterday = dayOf(now);
  assert.equal(await write([newEntry(now)]), 0);
  now += DAY_MS;
  const today = dayOf(now);
  assert.equal(await write([newEntry(now)]), 0);
  freeBytes = 399;
  assert.equal(await write([newEntry(now), newEntry(now)]), 2);
  assert.deepEqual(daysIn(path), [today], "yesterday went, today is kept");
  freeBytes = 199;
  for (let at = 0; at < 10; at++) assert.equal(await write([newEntry(now)]), 1);
  assert.deepEqual([daysIn(path), store.isPaused, said.length], [[], true, 1]);
  freeBytes = 499;
  assert.equal(await write([newEntry(now)]), 1, "not before there is more than the reserve");
  freeBytes = 500;
  const entry = newEntry(now);
  assert.equal(await write([entry]), 0);
  await view.release();
  assert.ok(view.get(REALM, entry.suffix));
  assert.deepEqual([yesterday !== today, said[1], store.isPaused], [true, "13 lost", false]);
});

test("request log: the disk runs out while nothing is written -> space is given back too", async (t) => {
  let freeBytes = 1_000;
  const disk = { space: () => ({ freeBytes, sizeBytes: 2_000 }), reserveBytes: 400 };
  const { path, store, write } = open(t, { disk });
  await write([newEntry(BASE_MS)]);
  store.tend();
  await store.write(new Uint8Array(0));
  assert.equal(daysIn(path).length, 1);
  freeBytes = 10;
  store.tend();
  await store.write(new Uint8Array(0));
  assert.equal(daysIn(path).length, 0);
});

test("request log: a batch that is no batch -> counted as failed, and the next is written", async (t) => {
  const { faults, store, view, write } = open(t);
  await store.write(Buffer.from("not entries"));
  const entry = newEntry(BASE_MS);
  await write([entry]);
  assert.deepEqual([store.counters.failedBatches, faults.length], [1, 1]);
  assert.ok(view.get(REALM, entry.suffix));
});

test("request log: opened again -> what was written is there, and more can be", async (t) => {
  const { path, store, view, write } = open(t);
  const entry = newEntry(BASE_MS);
  await write([entry]);
  await store.close();
  const again = new RequestStore({ path, bytesMax: 2 ** 30, nowMs: () => BASE_MS, onFault() {} });
  t.after(() => again.close());
  await again.write(batchOf([newEntry(BASE_MS + 1)]));
  assert.equal([...view.descend(REALM, ALL, undefined)].length, 2);
});

test("recorder: batches that nobody confirms, up to the limit and one more -> kept, dropped", () => {
  const written: Uint8Array[] = [];
  const recorder = new BatchRecorder({
    write: (batch) => {
      written.push(batch);
      return new Promise(() => {});
    },
    writeAll: () => Promise.resolve(),
    batchesWaitingMax: 2,
  });
  const requestBody = "x".repeat(20_000);
  let recorded = 0;
  while (recorder.counters.dropped === 0) {
    recorder.record(noteOf(newEntry(BASE_MS, { requestBody })));
    recorded++;
    assert.ok(recorded < 1_000);
  }
  assert.equal(written.length, 2);
  assert.ok(written.every((batch) => batch.length <= BATCH_BYTES));
  assert.ok(recorder.counters.dropped > 1);
  recorder.record(noteOf(newEntry(BASE_MS, { requestBody: "x".repeat(BATCH_BYTES) })));
  assert.ok(recorder.take().length < BATCH_BYTES, "one that is too large is dropped alone");
});

test("recorder: a writer that fails -> whoever waits goes on", async () => {
  const recorder = new BatchRecorder({
    write: () => Promise.reject(new Error("gone")),
    writeAll: () => Promise.reject(new Error("gone")),
  });
  await new Promise<void>((resolve) => recorder.whenWritten(resolve));
});

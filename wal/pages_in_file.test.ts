/** Tests of files that are shorter than their meta page says: pages that are free, and pages that are lost. */
import assert from "node:assert/strict";
import { closeSync, openSync, statSync, truncateSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { seedOf } from "../test/support/seeds.ts";
import { directoryOf, randomOf } from "../test/support/wal/sample.ts";
import { putsOf } from "../test/support/wal/state_sample.ts";
import { dataFile, newestTreeOf, truncationOf } from "./database.ts";
import { walkPages } from "./state_pages.ts";
import { openStateStore, type StateStore } from "./state_store.ts";

const PAGE_BYTES = 4_096;
/** The keys of a short state begin with `z`, in hex. */
const OWN = "7a";

function pagesOf(path: string): number {
  const file = openSync(dataFile(path), "r");
  const { pages } = newestTreeOf(file);
  closeSync(file);
  return pages;
}

/**
 * The directory of a state whose last transaction took pages at the end that it did not need: some of
 * those that are tried become such a state.
 */
async function shortState(t: TestContext, random: (limit: number) => number): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const path = directoryOf(t);
    const store = openStateStore(path);
    const keys = Array.from({ length: 20 + random(400) }, (_, at) => Buffer.from(`z${1_000 + at}`));
    const some = (percent: number) => keys.filter(() => random(100) < percent);
    const bytes = [100, 300, 1_000, 3_000][random(4)] as number;
    for (let writes = 0; writes < 6 && !isShort(path); writes++) {
      // In any order: a batch has the keys in the order in which they changed.
      const removes = some(90).sort(() => random(3) - 1);
      const puts = some(random(2) === 0 ? 10 : 90).sort(() => random(3) - 1);
      const value = () => Buffer.alloc(bytes, random(256));
      await store.write({ puts: puts.map((key) => [key, value()]), removes });
    }
    await store.close();
    if (isShort(path)) return path;
  }
  throw new Error("no file became short");
}

function isShort(path: string): boolean {
  return statSync(dataFile(path)).size < pagesOf(path) * PAGE_BYTES;
}

function entriesOf(store: StateStore): string[] {
  return [...store.range({})].map(([key, value]) => `${hex(key)} ${hex(value)}`);
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test("short file: pages that one transaction took and freed -> it opens, keeps what it has, and goes on", async (t) => {
  const path = await shortState(t, randomOf(seedOf(t)));
  const store = openStateStore(path);
  const before = entriesOf(store);
  assert.ok(before.length > 0);
  for (let number = 1; number <= 20; number++) {
    await store.write({ puts: putsOf(number), removes: [] });
  }
  const written = entriesOf(store);
  assert.deepEqual(
    written.filter((entry) => entry.startsWith(OWN)),
    before,
  );
  await store.close();
  const again = openStateStore(path);
  assert.deepEqual(entriesOf(again), written);
  await again.close();
});

test("short file: cut at each of its pages -> it opens only where every page of its trees is left", async (t) => {
  const path = directoryOf(t);
  const store = openStateStore(path);
  const large = Buffer.from("large");
  await store.write({ puts: [[large, Buffer.alloc(20_000, 7)]], removes: [] });
  for (let number = 1; number <= 12; number++) {
    await store.write({ puts: putsOf(number), removes: [] });
  }
  await store.close();
  const lengths: string[] = [];
  for (let pages = pagesOf(path); pages >= 2; pages--) {
    truncateSync(dataFile(path), pages * PAGE_BYTES);
    const isSound = truncationOf("state", path) === undefined;
    lengths.push(isSound ? "sound" : "short");
    if (isSound) walkPages(path, () => {});
  }
  // Once a page is lost, a shorter file is no better.
  assert.deepEqual([...new Set(lengths)], ["sound", "short"]);
  assert.equal(lengths.lastIndexOf("sound") + 1, lengths.indexOf("short"));
});

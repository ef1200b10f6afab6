/** The walk over the pages of a state against its plain twin, the cursor of LMDB. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { seedOf } from "../test/support/seeds.ts";
import { directoryOf, randomOf, startThread } from "../test/support/wal/sample.ts";
import { crc32Within } from "./crc32.ts";
import { dataFile } from "./database.ts";
import { StateDamaged } from "./errors.ts";
import { type StatePart, walkPages, walkParts } from "./state_pages.ts";
import { openStateStore, type StateStore } from "./state_store.ts";

type Random = ReturnType<typeof randomOf>;

/** Lengths of values: in a leaf, the last of them and the first in pages of their own, many pages. */
const LENGTHS = [0, 1, 24, 90, 600, 1_900, 2_030, 4_068, 4_069, 8_128, 24_576, 70_000];

function scanned(store: Pick<StateStore, "scan">): string[] {
  const found: string[] = [];
  store.scan(({ bytes, keyAt, valueAt, end, checksum }) => {
    const key = bytes.toString("hex", keyAt, valueAt);
    found.push(`${key} ${bytes.toString("hex", valueAt, end)} ${checksum}`);
  });
  return found;
}

/** As `scanned`, but with parts that `walkParts` has walked before, in another order. */
function scannedInParts(path: string, isElsewhere: (part: StatePart) => boolean) {
  const byPart = new Map<number, string[]>();
  let found: string[] = [];
  const visit: Parameters<typeof walkPages>[1] = ({ bytes, keyAt, valueAt, end, checksum }) => {
    const key = bytes.toString("hex", keyAt, valueAt);
    found.push(`${key} ${bytes.toString("hex", valueAt, end)} ${checksum}`);
  };
  walkParts(path, visit, isElsewhere, ({ index }, entries) => {
    assert.equal(found.length, entries);
    byPart.set(index, found);
    found = [];
  });
  walkPages(path, visit, ({ index }) => {
    const part = byPart.get(index);
    found.push(...(part ?? []));
    return part?.length;
  });
  return { found, parts: byPart.size };
}

function walked(store: StateStore): string[] {
  const snapshot = store.snapshot();
  const found = [...snapshot.entries()].map(
    ([key, value, checksum]) =>
      `${Buffer.from(key).toString("hex")} ${Buffer.from(value).toString("hex")} ${checksum}`,
  );
  snapshot.release();
  return found;
}

function bytesOf(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random(256)));
}

/** A key of 1 to 60 bytes, of few letters, so that keys begin alike and some repeat. */
function keyOf(random: Random): Buffer {
  return Buffer.from(Array.from({ length: 1 + random(60) }, () => 97 + random(2)));
}

test("state pages: any writes and removes, opened again -> the entries that a cursor gives", async (t) => {
  const path = directoryOf(t);
  const random = randomOf(seedOf(t));
  const keys: Buffer[] = [];
  let most = 0;
  let mostParts = 0;
  for (let round = 0; round < 12; round++) {
    const store = openStateStore(path);
    assert.deepEqual(scanned(store), walked(store));
    if (round === 6) {
      await store.clear();
      assert.deepEqual(scanned(store), []);
      keys.length = 0;
    }
    for (let write = 0; write < 4; write++) {
      const puts = Array.from({ length: random(300) }, () => {
        const length = LENGTHS[random(random(8) === 0 ? LENGTHS.length : 5)] as number;
        return [keyOf(random), bytesOf(random, length)] as const;
      });
      const removes = Array.from({ length: random(80) }, () => keys[random(keys.length)]).filter(
        (key) => key !== undefined,
      );
      await store.write({ puts, removes });
      keys.push(...puts.map(([key]) => key));
    }
    assert.deepEqual(scanned(store), walked(store));
    const { found, parts } = scannedInParts(path, () => random(2) === 0);
    assert.deepEqual(found, walked(store));
    most = Math.max(most, found.length);
    mostParts = Math.max(mostParts, parts);
    await store.close();
  }
  assert.ok(most > 100 && mostParts > 32, `${most} entries, ${mostParts} parts at most`);
});

/** One write, so that the file has no older page that a changed page number could lead to. */
test("state pages: any byte of a page changed -> the same entries, or an error", async (t) => {
  const path = directoryOf(t);
  const random = randomOf(seedOf(t));
  const store = openStateStore(path);
  const puts = Array.from({ length: 180 }, (_, at) => {
    return [keyOf(random), bytesOf(random, at % 20 === 0 ? 5_000 : 40)] as const;
  });
  await store.write({ puts, removes: [] });
  const expected = scanned(store);
  await store.close();
  const whole = readFileSync(dataFile(path));
  const metaBytes = 2 * whole.readUInt32LE(48);
  let refused = 0;
  for (let round = 0; round < 3_000; round++) {
    const damaged = Buffer.from(whole);
    const at = metaBytes + random(damaged.length - metaBytes);
    damaged[at] = (damaged[at] as number) ^ (1 << random(8));
    writeFileSync(dataFile(path), damaged);
    try {
      if (round % 2 === 0) {
        assert.deepEqual(scanned({ scan: (visit) => walkPages(path, visit) }), expected, `${at}`);
      } else {
        assert.deepEqual(scannedInParts(path, () => random(2) === 0).found, expected, `${at}`);
      }
    } catch (cause) {
      if (!(cause instanceof StateDamaged)) throw cause;
      refused++;
    }
  }
  t.diagnostic(`${refused} refused`);
  assert.ok(refused > 1_000);
});

test("state pages: another thread writes while all of it is read -> a bug, not a state of two moments", async (t) => {
  const path = directoryOf(t);
  const store = openStateStore(path);
  await store.write({ puts: [[Buffer.from("key"), Buffer.from("value")]], removes: [] });
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const thread = startThread("state_writer_thread.ts", { path, flags });
  await once(thread, "message");
  const exit = once(thread, "exit");
  const visited: string[] = [];
  const scan = () =>
    store.scan(({ bytes, keyAt, valueAt }) => {
      visited.push(bytes.toString("utf8", keyAt, valueAt));
      Atomics.store(flags, 0, 1);
      Atomics.notify(flags, 0);
      Atomics.wait(flags, 1, 0);
    });
  assert.throws(scan, /no state is written while all of it is read/);
  assert.deepEqual(visited, ["key"]);
  await exit;
  scan();
  assert.deepEqual(visited, ["key", "key", "written"]);
  await store.close();
});

test("crc32 within: any bytes -> what zlib computes", (t) => {
  const random = randomOf(seedOf(t));
  for (let round = 0; round < 3_000; round++) {
    const bytes = bytesOf(random, random(260));
    const from = random(bytes.length + 1);
    const end = from + random(bytes.length - from + 1);
    const before = crc32(bytes.subarray(0, from));
    assert.equal(crc32Within(bytes, from, end), crc32(bytes.subarray(from, end)) | 0);
    assert.equal(crc32Within(bytes, from, end, before | 0), crc32(bytes.subarray(0, end)) | 0);
  }
});

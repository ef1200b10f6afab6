/** Tests of the state store: atomic writes, constant snapshots, a complete state after a crash. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { statSync, truncateSync } from "node:fs";
import { test } from "node:test";
import { seedOf } from "../test/support/seeds.ts";
import { directoryOf, randomOf, startChild, startThread } from "../test/support/wal/sample.ts";
import { keyAt, numberOf, putsOf } from "../test/support/wal/state_sample.ts";
import { dataFile } from "./database.ts";
import { openStateReader } from "./state_reader.ts";
import { openStateStore, STATE_KEY_BYTES_MAX, type StateStore } from "./state_store.ts";

const LETTERS = ["a", "b", "ba", "c", "d\u0000", "e"];

async function lettersIn(store: StateStore): Promise<void> {
  const puts = LETTERS.map((key) => [Buffer.from(key), Buffer.from(`value of ${key}`)] as const);
  await store.write({ puts, removes: [] });
}

const RANGES: [string, { from?: string; below?: string }, string[]][] = [
  ["no bounds", {}, LETTERS],
  ["from a key that is there", { from: "b" }, ["b", "ba", "c", "d\u0000", "e"]],
  ["from a key that is not", { from: "bb" }, ["c", "d\u0000", "e"]],
  ["below a key that is there", { below: "c" }, ["a", "b", "ba"]],
  ["below a key that is not", { below: "cc" }, ["a", "b", "ba", "c"]],
  ["both", { from: "b", below: "c" }, ["b", "ba"]],
  ["below the first", { below: "a" }, []],
  ["from after the last", { from: "f" }, []],
  ["an empty range", { from: "c", below: "c" }, []],
  ["a range turned round", { from: "d", below: "b" }, []],
];

test("state: a range, both ways -> from is in it, below is not, values are copies", async (t) => {
  const store = openStateStore(directoryOf(t));
  await lettersIn(store);
  for (const [name, { from, below }, expected] of RANGES) {
    const bounds = {
      ...(from === undefined ? {} : { from: Buffer.from(from) }),
      ...(below === undefined ? {} : { below: Buffer.from(below) }),
    };
    const up = [...store.range(bounds)];
    const down = [...store.range({ ...bounds, reverse: true })];
    assert.deepEqual(
      up.map(([key]) => Buffer.from(key).toString()),
      expected,
      name,
    );
    assert.deepEqual(down.reverse(), up, `${name}, reverse`);
    for (const [key, value] of up) {
      assert.equal(Buffer.from(value).toString(), `value of ${Buffer.from(key).toString()}`);
    }
  }
  for (const [key] of store.range({})) {
    assert.equal(Buffer.from(key).toString(), "a");
    break;
  }
  await store.close();
});

test("state: puts, removes, clear -> seen once resolved, removes before puts", async (t) => {
  const store = openStateStore(directoryOf(t));
  await lettersIn(store);
  const [a, b, c] = ["a", "b", "c"].map((key) => Buffer.from(key)) as [Buffer, Buffer, Buffer];
  const gone = Buffer.from("never there");
  await store.write({
    puts: [
      [a, Buffer.from("new")],
      [c, Buffer.alloc(0)],
    ],
    removes: [a, b, gone],
  });
  assert.equal(Buffer.from(store.get(a) ?? []).toString(), "new");
  assert.equal(store.get(b), undefined);
  assert.equal(store.get(c)?.length, 0);
  await store.write({ puts: [], removes: [] });
  await store.clear();
  assert.deepEqual([...store.range({})], []);
  await store.close();
});

test("state: writes one after another and several at once -> every value as it was put", async (t) => {
  const store = openStateStore(directoryOf(t));
  const filledWith = (write: number) =>
    Array.from({ length: 50 }, (_, at): [Uint8Array, Uint8Array] => [
      Buffer.from(`${write}/${at}`),
      Buffer.alloc(1 + ((write * 37 + at * 11) % 5_000), write * 50 + at),
    ]);
  await store.write({ puts: filledWith(0), removes: [] });
  await store.write({ puts: filledWith(1), removes: [] });
  await Promise.all(
    [2, 3, 4].map((write) => store.write({ puts: filledWith(write), removes: [] })),
  );
  await store.write({ puts: filledWith(5), removes: [] });
  for (const write of [0, 1, 2, 3, 4, 5]) {
    for (const [key, value] of filledWith(write)) {
      assert.deepEqual(Buffer.from(store.get(key) ?? []), value, key.toString());
    }
  }
  await store.close();
});

test("state: keys at the limit -> accepted; past it or empty -> a bug", async (t) => {
  const store = openStateStore(directoryOf(t));
  const value = Buffer.from("v");
  const longest = Buffer.alloc(STATE_KEY_BYTES_MAX, 1);
  await store.write({ puts: [[longest, value]], removes: [] });
  assert.equal(store.get(longest)?.length, 1);
  for (const key of [Buffer.alloc(0), Buffer.alloc(STATE_KEY_BYTES_MAX + 1, 1)]) {
    const other = Buffer.from("other");
    assert.throws(
      () =>
        store.write({
          puts: [
            [other, value],
            [key, value],
          ],
          removes: [],
        }),
      {
        name: "WalMisused",
      },
    );
    assert.equal(store.get(other), undefined);
  }
  await store.close();
});

test("state: a batch of 20,000 puts -> seen whole or not at all", async (t) => {
  const path = directoryOf(t);
  const store = openStateStore(path);
  const reader = openStateReader(path);
  const puts = Array.from({ length: 20_000 }, (_, at) => [keyAt(at), Buffer.alloc(64)] as const);
  let isDone = false;
  const done = store.write({ puts, removes: [] }).then(() => {
    isDone = true;
  });
  const counts = new Set<number>();
  while (!isDone) {
    reader.refresh();
    counts.add([...reader.ascend({})].length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await done;
  reader.refresh();
  counts.add([...reader.ascend({})].length);
  assert.deepEqual(
    [...counts].filter((count) => count !== 0),
    [20_000],
  );
  await reader.close();
  await store.close();
});

test("state: a snapshot over event-loop turns and writes -> one moment until released", async (t) => {
  const path = directoryOf(t);
  const store = openStateStore(path);
  const reader = openStateReader(path);
  await store.write({ puts: putsOf(1), removes: [] });
  const old = reader.snapshot();
  const begun = old.ascend({})[Symbol.iterator]();
  begun.next();
  assert.equal(numberOf(reader), 1);
  for (let number = 2; number <= 40; number++) {
    await store.write({ puts: putsOf(number), removes: [] });
    const now = reader.snapshot();
    assert.deepEqual([numberOf(old), numberOf(reader), numberOf(now)], [1, 1, number]);
    now.release();
  }
  let rest = 0;
  for (let next = begun.next(); next.done !== true; next = begun.next()) {
    assert.equal(Buffer.from(next.value[1]).readUInt32LE(0), 1);
    rest++;
  }
  assert.equal(rest, 59);
  assert.equal([...old.descend({})].length, 60);
  old.release();
  old.release();
  assert.throws(() => old.get(keyAt(0)), { name: "WalMisused" });
  reader.refresh();
  assert.equal(numberOf(reader), 40);
  await reader.close();
  await store.close();
});

test("state: an iterator left in the middle, its snapshot released -> no harm", async (t) => {
  const path = directoryOf(t);
  const store = openStateStore(path);
  const reader = openStateReader(path);
  for (let number = 1; number <= 200; number++) {
    await store.write({ puts: putsOf(number), removes: [] });
    const snapshot = reader.snapshot();
    const iterator = snapshot.descend({})[Symbol.iterator]();
    iterator.next();
    snapshot.release();
    if (number % 3 === 0) iterator.return?.();
    else if (number % 3 === 1) while (iterator.next().done !== true);
  }
  assert.equal(numberOf(store), 200);
  await reader.close();
  await store.close();
});

test("state: a thread reads while the writer writes -> every snapshot is one moment", async (t) => {
  const path = directoryOf(t);
  const store = openStateStore(path);
  await store.write({ puts: putsOf(1), removes: [] });
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const thread = startThread("state_reader_thread.ts", { path, flag });
  await once(thread, "message");
  for (let number = 2; number <= 400; number++) {
    await store.write({ puts: putsOf(number), removes: [] });
  }
  Atomics.store(flag, 0, 1);
  const [{ moments, final }] = await once(thread, "message");
  await once(thread, "exit");
  assert.equal(final, 400);
  assert.ok(moments > 1, `saw ${moments} moments`);
  await store.close();
});

test("state: readers that refresh -> the file does not grow with the number of writes", async (t) => {
  const path = directoryOf(t);
  const store = openStateStore(path);
  const reader = openStateReader(path);
  let settled = 0;
  for (let number = 1; number <= 400; number++) {
    await store.write({ puts: putsOf(number), removes: [] });
    numberOf(reader);
    reader.refresh();
    if (number === 200) settled = statSync(dataFile(path)).size;
  }
  assert.ok(statSync(dataFile(path)).size <= settled * 1.5);
  await reader.close();
  await store.close();
});

test("state: closed and opened again -> everything is there", async (t) => {
  const path = directoryOf(t);
  const store = openStateStore(path);
  await store.write({ puts: putsOf(9), removes: [] });
  await store.close();
  const again = openStateStore(path);
  assert.equal(numberOf(again), 9);
  await again.close();
});

test("state: kill -9 while it is written, 10 times -> whole, and not before the last sync", async (t) => {
  const path = directoryOf(t);
  const random = randomOf(seedOf(t));
  for (let kill = 0; kill < 10; kill++) {
    const child = startChild("state_child.ts", [path]);
    const killAfter = 8 + random(60);
    const last = { written: 0, synced: 0 };
    let lines = 0;
    child.lines.on("line", (line) => {
      const [what, number] = line.split(" ") as ["written" | "synced", string];
      last[what] = Number(number);
      if (++lines === killAfter) child.process.kill("SIGKILL");
    });
    assert.equal((await child.ended).signal, "SIGKILL");
    const store = openStateStore(path);
    const stands = numberOf(store) ?? 0;
    assert.ok(stands >= last.synced && last.synced > 0, `${stands}, synced ${last.synced}`);
    assert.ok(stands <= last.written + 1, `${stands}, written ${last.written}`);
    await store.close();
  }
});

test("state: its file cut short -> it does not open, and the process lives", async (t) => {
  const path = directoryOf(t);
  const store = openStateStore(path);
  for (let number = 1; number <= 20; number++) {
    await store.write({ puts: putsOf(number), removes: [] });
  }
  await store.close();
  truncateSync(dataFile(path), statSync(dataFile(path)).size >> 1);
  assert.throws(() => openStateStore(path), /state is damaged: data\.mdb/);
});

test("state: the current moment -> the last resolved write in the same turn; constant until the next", async (t) => {
  const store = openStateStore(directoryOf(t));
  const key = Buffer.from("a");
  const seen = () => Buffer.from(store.current().get(key) ?? []).toString();
  assert.equal(seen(), "");
  for (const value of ["one", "two", "three"]) {
    const before = seen();
    const written = store.write({ puts: [[key, Buffer.from(value)]], removes: [] });
    assert.equal(seen(), before);
    await written;
    assert.equal(seen(), value);
    const rows = [...store.current().ascend({ from: key })];
    assert.deepEqual(
      rows.map(([, row]) => Buffer.from(row).toString()),
      [value],
    );
  }
  await store.clear();
  assert.equal(seen(), "");
  await store.close();
});

test("state: the disk refuses a page far into the file -> the write fails, in few words, and the process goes on", async (t) => {
  const path = directoryOf(t);
  const child = startChild("refused_child.ts", [path]);
  assert.deepEqual(await once(child.lines, "line"), ["written"]);
  const bytes = statSync(dataFile(path)).size;
  const limit = spawnSync("prlimit", [`--pid=${child.process.pid}`, `--fsize=${bytes}`]);
  assert.equal(limit.status, 0, String(limit.stderr));
  const told = once(child.lines, "line");
  child.process.stdin?.write("go on\n");
  // lmdb-js has 100 bytes for what follows the system's words; see scripts/lmdb_message.mjs.
  const [cause] = (await told) as [string];
  assert.match(
    cause,
    /^File too large: Attempting to write page at position \d+, size \d+, blocks \d+$/,
  );
  assert.deepEqual(await child.ended, { code: 0, signal: null });
});

/** Values that can be erased: made once by many threads, torn, damaged, replaced, erased for good. */
import assert from "node:assert/strict";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { directoryOf, startThread } from "../test/support/wal/sample.ts";
import { linkDatabase } from "./beside.ts";
import {
  type ErasableStore,
  erasableStoreId,
  indexPath,
  makeErasableStore,
  openErasableStore,
} from "./erasable_store.ts";

const VALUE_BYTES = 68;
const CELL_BYTES = VALUE_BYTES + 4;
const [FIRST, SECOND] = ["first.cells", "second.cells"];
const INDEX = "index/data.mdb";

const filledWith = (seed: number) => Buffer.alloc(VALUE_BYTES, seed);

function storeOf(t: TestContext): { path: string; open: () => ErasableStore } {
  const path = join(directoryOf(t), "store");
  makeErasableStore(path, VALUE_BYTES);
  return { path, open: () => openErasableStore(path, VALUE_BYTES) };
}

/** Stores with `names`, whose values are filled with their numbers from 1 on. */
async function filled(t: TestContext, names: readonly string[]) {
  const { path, open } = storeOf(t);
  const store = open();
  for (const [at, name] of names.entries()) store.make(name, () => filledWith(at + 1));
  await store.close();
  return { path, open };
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const opened = openSync(file, "r+");
  writeSync(opened, bytes, 0, bytes.length, at);
  closeSync(opened);
}

const cellAt = (number: number) => number * CELL_BYTES;

test("erasable store: values made, found in the next life, made again -> the ones that were made first", async (t) => {
  const { open } = await filled(t, ["ent_a", "ent_b"]);
  const store = open();
  assert.deepEqual(store.read("ent_a"), { kind: "value", value: filledWith(1) });
  assert.deepEqual(
    store.make("ent_b", () => filledWith(9)),
    { kind: "value", value: filledWith(2) },
  );
  assert.deepEqual(store.read("ent_c"), { kind: "none" });
  assert.deepEqual(
    [...store.entries()].map(({ name }) => name),
    ["ent_a", "ent_b"],
  );
  await store.close();
});

test("erasable store: the same 40 names made by 4 threads at once -> each has one value, everywhere", async (t) => {
  const { path, open } = storeOf(t);
  const names = Array.from({ length: 40 }, (_, at) => `ent_${at}`);
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const data = { path, names, flag, valueBytes: VALUE_BYTES };
  const threads = Array.from({ length: 4 }, () => startThread("erasable_thread.ts", data));
  await Promise.all(threads.map((thread) => once(thread, "message")));
  const told = threads.map((thread) => once(thread, "message"));
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  const made = (await Promise.all(told)).map(([values]) => values as string[]);
  const store = open();
  const kept = names.map((name) => {
    const held = store.read(name);
    return held.kind === "value" ? Buffer.from(held.value).toString("hex") : held.kind;
  });
  for (const values of made) assert.deepEqual(values, kept);
  assert.equal(new Set(kept).size, names.length);
  await store.close();
  for (const thread of threads) await thread.terminate();
});

test("erasable store: making that throws -> nothing is there, and the cell is the next one's", async (t) => {
  const { open } = await filled(t, ["ent_a"]);
  const store = open();
  assert.throws(() =>
    store.make("ent_b", () => {
      throw new Error("no chance");
    }),
  );
  assert.deepEqual(store.read("ent_b"), { kind: "none" });
  store.make("ent_c", () => filledWith(3));
  assert.deepEqual(store.read("ent_c"), { kind: "value", value: filledWith(3) });
  assert.deepEqual(store.read("ent_a"), { kind: "value", value: filledWith(1) });
  await store.close();
});

test("erasable store: a cell torn at each byte of one file -> read from the other; in both -> an error that names it", async (t) => {
  const { path, open } = await filled(t, ["ent_a", "ent_b", "ent_c"]);
  const store = open();
  for (const file of [FIRST, SECOND]) {
    const sound = readFileSync(join(path, file));
    for (let bytes = 1; bytes <= CELL_BYTES; bytes++) {
      overwrite(join(path, file), cellAt(2), Buffer.alloc(bytes, 0xee));
      assert.deepEqual(store.read("ent_b"), { kind: "value", value: filledWith(2) }, `${bytes}`);
    }
    overwrite(join(path, file), 0, sound);
  }
  for (const file of [FIRST, SECOND]) overwrite(join(path, file), cellAt(2) + 7, Buffer.of(1));
  assert.throws(() => store.read("ent_b"), /the value of ent_b is damaged in both files/);
  assert.throws(() => [...store.entries()], /ent_b/);
  assert.deepEqual(store.read("ent_c"), { kind: "value", value: filledWith(3) });
  // Another value's cell, whole, is not taken for it either.
  const first = readFileSync(join(path, FIRST));
  const other = first.subarray(cellAt(1), cellAt(2));
  for (const file of [FIRST, SECOND]) overwrite(join(path, file), cellAt(2), other);
  assert.throws(() => store.read("ent_b"), /ent_b/);
  await store.close();
});

test("erasable store: a value erased -> none of its bytes in any file, no value again, also in the next life", async (t) => {
  const { path, open } = await filled(t, ["ent_a", "ent_b"]);
  const store = open();
  store.erase("ent_a");
  store.erase("ent_never");
  for (const name of ["ent_a", "ent_never"]) {
    assert.deepEqual(store.read(name), { kind: "erased" });
    assert.deepEqual(
      store.make(name, () => filledWith(9)),
      { kind: "erased" },
    );
    store.takeAll([{ name, held: { kind: "value", value: filledWith(9) } }]);
    assert.deepEqual(store.read(name), { kind: "erased" });
  }
  for (const _ of store.replaceAll((_name, value) => value));
  await store.close();
  const held = filledWith(1).subarray(0, 8);
  for (const file of filesUnder(path)) assert.equal(readFileSync(file).includes(held), false, file);
  const again = open();
  again.erase("ent_a");
  assert.deepEqual(again.read("ent_a"), { kind: "erased" });
  assert.deepEqual(again.read("ent_b"), { kind: "value", value: filledWith(2) });
  assert.equal(again.make("ent_c", () => filledWith(3)).kind, "value");
  assert.deepEqual(again.read("ent_b"), { kind: "value", value: filledWith(2) });
  await again.close();
});

test("erasable store: many erased at once, some without a value, again and cut short -> all erased, the others whole, how many had one", async (t) => {
  const names = Array.from({ length: 300 }, (_, at) => `ent_${at}`);
  const { path, open } = await filled(t, names);
  const cells = readFileSync(join(path, FIRST));
  const store = open();
  store.erase("ent_3");
  const erased = [...names.slice(0, 200), "ent_never", "ent_nor"];
  assert.deepEqual([store.eraseAll([]), store.eraseAll(erased)], [0, 200]);
  // As a crash leaves it that comes before the first file is on disk.
  overwrite(join(path, FIRST), 0, cells);
  assert.equal(store.eraseAll(erased), 200);
  await store.close();
  const again = open();
  for (const name of erased) assert.deepEqual(again.read(name), { kind: "erased" }, name);
  for (const [at, name] of names.entries()) {
    if (at >= 200) assert.deepEqual(again.read(name), { kind: "value", value: filledWith(at + 1) });
  }
  await again.close();
  for (const file of [FIRST, SECOND]) {
    const left = readFileSync(join(path, file)).subarray(cellAt(1), cellAt(201));
    assert.ok(
      left.every((byte) => byte === 0),
      file,
    );
  }
});

test("erasable store: erasing cut short between the index and the files -> erased, and done to its end when it is asked again", async (t) => {
  const { path, open } = await filled(t, ["ent_a"]);
  const cells = [FIRST, SECOND].map((file) => readFileSync(join(path, file)));
  const store = open();
  store.erase("ent_a");
  for (const [at, file] of [FIRST, SECOND].entries()) {
    overwrite(join(path, file), 0, cells[at] as Buffer);
  }
  assert.deepEqual(store.read("ent_a"), { kind: "erased" });
  store.erase("ent_a");
  await store.close();
  for (const file of [FIRST, SECOND]) {
    const cell = readFileSync(join(path, file)).subarray(cellAt(1), cellAt(2));
    assert.ok(cell.every((byte) => byte === 0));
  }
});

test("erasable store: replaced, cut short after each batch, made and erased meanwhile -> whole values, then all new", async (t) => {
  const names = Array.from({ length: 300 }, (_, at) => `ent_${String(at).padStart(4, "0")}`);
  const old = filledWith(1);
  const { open } = storeOf(t);
  const store = open();
  for (const name of names) store.make(name, () => old);
  const replaced = filledWith(2);
  const isWhole = () => {
    for (const name of names) {
      const held = store.read(name);
      assert.ok(held.kind === "value");
      assert.ok([old, replaced].some((value) => value.equals(held.value)));
    }
  };
  const steps = [...store.replaceAll(() => old)].length;
  assert.equal(steps, 4);
  for (let cut = 1; cut < steps; cut++) {
    const walk = store.replaceAll(() => replaced);
    for (let step = 0; step < cut; step++) walk.next();
    walk.return();
    isWhole();
  }
  const walk = store.replaceAll(() => replaced);
  walk.next();
  store.make("ent_made", () => filledWith(3));
  store.erase("ent_0000");
  const done = [...walk].reduce((sum, count) => sum + count, 256);
  assert.ok(done >= 2 * (names.length - 1));
  for (const name of names.slice(1)) {
    assert.deepEqual(store.read(name), { kind: "value", value: replaced });
  }
  assert.deepEqual(store.read("ent_0000"), { kind: "erased" });
  assert.equal(store.read("ent_made").kind, "value");
  await store.close();
});

test("erasable store: a value that is damaged in one file -> whole in both after a replacement", async (t) => {
  const { path, open } = await filled(t, ["ent_a"]);
  overwrite(join(path, FIRST), cellAt(1), Buffer.alloc(9, 0xee));
  const store = open();
  for (const _ of store.replaceAll((_name, value) => value));
  await store.close();
  const [first, second] = [FIRST, SECOND].map((file) => readFileSync(join(path, file)));
  const cellOf = (file: Buffer | undefined) => file?.subarray(cellAt(1), cellAt(2));
  assert.deepEqual(cellOf(first), cellOf(second));
});

test("erasable store: copied, and again after values were made, replaced and erased -> the same, read beside too", async (t) => {
  const { path, open } = await filled(t, ["ent_a", "ent_b", "ent_c"]);
  const copyPath = join(directoryOf(t), "copy");
  const store = open();
  makeErasableStore(copyPath, VALUE_BYTES, store.id);
  const linked = directoryOf(t);
  linkDatabase(indexPath(path), indexPath(linked));
  const take = async () => {
    const beside = openErasableStore(path, VALUE_BYTES, { beside: linked });
    const copy = openErasableStore(copyPath, VALUE_BYTES);
    copy.takeAll(beside.entries());
    assert.throws(() => beside.make("ent_z", () => filledWith(9)), /is not written/);
    assert.deepEqual([...copy.entries()], [...store.entries()]);
    await beside.close();
    await copy.close();
  };
  await take();
  store.make("ent_d", () => filledWith(4));
  for (const _ of store.replaceAll((_name, [seed = 0]) => filledWith(seed + 10)));
  store.erase("ent_b");
  await take();
  await store.close();
  const copied = readFileSync(join(copyPath, FIRST));
  assert.equal(copied.includes(filledWith(2).subarray(0, 8)), false);
});

test("erasable store: its index lost, of another store, cut short; a file lost or of another store -> not opened", async (t) => {
  const { path, open } = await filled(t, ["ent_a"]);
  const other = await filled(t, ["ent_a"]);
  const kept = new Map(
    [INDEX, FIRST, SECOND].map((name) => [name, readFileSync(join(path, name))]),
  );
  const restore = () => {
    for (const name of kept.keys()) overwrite(join(path, name), 0, kept.get(name) as Buffer);
  };
  assert.equal(
    Buffer.compare(
      erasableStoreId(path, VALUE_BYTES),
      readFileSync(join(path, FIRST)).subarray(8, 24),
    ),
    0,
  );
  copyFileSync(join(other.path, INDEX), join(path, INDEX));
  assert.throws(open, /its index is that of another store/);
  restore();
  copyFileSync(join(other.path, SECOND), join(path, SECOND));
  assert.throws(open, /of two stores/);
  restore();
  truncateSync(join(path, INDEX), 8_192);
  assert.throws(open, /were written/);
  rmSync(join(path, "index"), { recursive: true });
  assert.throws(open, /its index is missing/);
  rmSync(join(path, FIRST));
  assert.throws(open, /ENOENT/);
});

function filesUnder(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "lock.mdb")
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

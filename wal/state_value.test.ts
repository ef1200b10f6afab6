/**
 * Tests of the checksum of a stored value: it finds every changed bit; a state without checksums is
 * recognised.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { directoryOf } from "../test/support/wal/sample.ts";
import { dataFile } from "./database.ts";
import { openStateReader } from "./state_reader.ts";
import { openStateStore } from "./state_store.ts";
import { CHECKED } from "./state_value.ts";

const KEY = Buffer.from("an account");
const VALUE = Buffer.from("its balance is 70");

test("state value: any bit of it, its checksum or its key flipped -> StateDamaged", () => {
  const stored = Buffer.from(CHECKED.seal(KEY, VALUE, { room: Buffer.alloc(40), at: 3 }));
  assert.equal(stored.readUInt32LE(VALUE.length), crc32(Buffer.concat([KEY, VALUE])));
  assert.deepEqual(Buffer.from(CHECKED.open(KEY, stored)), VALUE);
  for (const bytes of [KEY, stored]) {
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const [at, mask] = [bit >> 3, 1 << (bit & 7)];
      bytes[at] = (bytes[at] as number) ^ mask;
      assert.throws(() => CHECKED.open(KEY, stored), { name: "StateDamaged" });
      bytes[at] = (bytes[at] as number) ^ mask;
    }
  }
  for (let length = 0; length < stored.length; length++) {
    assert.throws(() => CHECKED.open(KEY, stored.subarray(0, length)), { name: "StateDamaged" });
  }
  const empty = CHECKED.seal(KEY, Buffer.alloc(0), { room: Buffer.alloc(4), at: 0 });
  assert.equal(CHECKED.open(KEY, empty).length, 0);
});

test("state: a bit of a value flipped in the file -> every way to read it names the key", async (t) => {
  const path = directoryOf(t);
  const store = openStateStore(path);
  await store.write({ puts: [[KEY, VALUE]], removes: [] });
  await store.close();
  const file = readFileSync(dataFile(path));
  for (let at = file.indexOf(VALUE); at >= 0; at = file.indexOf(VALUE, at + 1)) {
    file[at + 15] = (file[at + 15] as number) ^ 1;
  }
  writeFileSync(dataFile(path), file);
  const again = openStateStore(path);
  const reader = openStateReader(path);
  const snapshot = reader.snapshot();
  const ways = [
    () => again.get(KEY),
    () => [...again.range({})],
    () => [...again.range({ reverse: true })],
    () => reader.get(KEY),
    () => [...reader.ascend({})],
    () => [...reader.descend({})],
    () => snapshot.get(KEY),
  ];
  const message = new RegExp(`at key ${KEY.toString("hex")}: checksum.*npm run log -- rebuild`);
  for (const way of ways) assert.throws(way, { name: "StateDamaged", message });
  assert.equal(again.getUnchecked(KEY)?.length, VALUE.length + 4);
  snapshot.release();
  await reader.close();
  await again.close();
});

test("state: a database begun without checksums -> read and written as it was", async (t) => {
  const path = directoryOf(t);
  const store = openStateStore(path, { checksums: false });
  await store.write({ puts: [[KEY, VALUE]], removes: [] });
  assert.deepEqual(Buffer.from(store.getUnchecked(KEY) ?? []), VALUE);
  const reader = openStateReader(path, { checksums: false });
  assert.deepEqual(Buffer.from(reader.get(KEY) ?? []), VALUE);
  assert.deepEqual([...reader.ascend({})].length, 1);
  await reader.close();
  await store.close();
});

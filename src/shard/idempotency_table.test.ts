/** The idempotency table against its plain twin, a Map. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seedOf } from "../../test/support/seeds.ts";
import { randomOf } from "../../test/support/wal/sample.ts";
import { IdempotencyTable, SEGMENT_ENTRIES } from "./idempotency_table.ts";
import { KeySlots } from "./key_slots.ts";

/** The space of all keys but those of the tests of spaces. */
const SPACE = 3;

type Random = (limit: number) => number;

function uuidOf(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random(16).toString(16)).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A table of four parts, which grow often. */
function smallTable(seed: number): IdempotencyTable {
  return new IdempotencyTable(seed, new KeySlots({ parts: 4 }));
}

/** A `find` that compares keys as a record would: `keys` has the key of each place. */
function finder(table: IdempotencyTable, keys: ReadonlyMap<number, string>) {
  return (uuid: string) => table.find(uuid, SPACE, (place) => keys.get(place) === uuid);
}

/** Adds `count` random keys to the table; returns the keys by place. */
function filled(table: IdempotencyTable, count: number, random: Random): Map<number, string> {
  const keys = new Map<number, string>();
  for (let place = 8_192; keys.size < count; place += 1 + random(9_000)) {
    const uuid = uuidOf(random);
    table.add(uuid, SPACE, place);
    keys.set(place, uuid);
  }
  return keys;
}

test("idempotency table: random keys, growing to 8,192 slots -> finds what a Map finds", (t) => {
  const random = randomOf(seedOf(t));
  const table = smallTable(random(2 ** 31));
  const twin = new Map<string, number>();
  const keys = new Map<number, string>();
  const find = finder(table, keys);
  for (let step = 1; step <= 10_000; step++) {
    const known = [...(step % 100 === 0 ? twin.keys() : [])][random(twin.size + 1)];
    const uuid = known ?? uuidOf(random);
    assert.equal(find(uuid), twin.get(uuid) ?? 0);
    if (twin.has(uuid) || step % 2 === 0) continue;
    table.add(uuid, SPACE, step);
    twin.set(uuid, step);
    keys.set(step, uuid);
  }
  for (const [uuid, place] of twin) assert.equal(find(uuid), place);
  assert.equal(table.count, twin.size);
});

test("idempotency table: two keys of one hash -> the record decides", () => {
  const table = smallTable(1);
  const uuid = "00000000-0000-4000-8000-000000000001";
  table.add(uuid, SPACE, 100);
  assert.equal(
    table.find(uuid, SPACE, () => false),
    0,
  );
  table.add(uuid, SPACE, 200);
  assert.equal(
    table.find(uuid, SPACE, (place) => place === 200),
    200,
  );
});

for (const count of [1, SEGMENT_ENTRIES - 1, SEGMENT_ENTRIES, SEGMENT_ENTRIES + 1, 5_000]) {
  test(`idempotency table: ${count} keys drained and loaded -> all found, and it goes on`, (t) => {
    const random = randomOf(seedOf(t));
    const table = smallTable(1);
    const keys = filled(table, count, random);
    const segments = drained(table);
    assert.equal(segments.size, Math.max(1, Math.ceil(count / SEGMENT_ENTRIES)));
    const loaded = smallTable(2);
    for (const [segment, bytes] of segments) loaded.load(segment, bytes, segment + 1);
    const find = finder(loaded, keys);
    for (const [place, uuid] of keys) assert.equal(find(uuid), place);
    assert.equal(loaded.count, count);
    assert.equal(drained(loaded).size, 0);

    const uuid = uuidOf(random);
    loaded.add(uuid, SPACE, 1);
    table.add(uuid, SPACE, 1);
    assert.deepEqual(drained(loaded), drained(table));
  });
}

test("idempotency table: drained twice -> the second time only what changed", (t) => {
  const random = randomOf(seedOf(t));
  const table = smallTable(1);
  filled(table, SEGMENT_ENTRIES + 10, random);
  assert.deepEqual([...drained(table).keys()], [0, 1]);
  assert.deepEqual([...drained(table).keys()], []);
  table.add(uuidOf(random), SPACE, 5);
  assert.deepEqual([...drained(table).keys()], [1]);
});

test("idempotency table: segments out of order -> refused", () => {
  const table = smallTable(1);
  assert.throws(() => table.load(1, new Uint8Array(24), 1), /segments are loaded in order/);
  assert.throws(() => table.load(0, new Uint8Array(25), 1), /whole entries/);
});

function drained(table: IdempotencyTable): Map<number, Uint8Array> {
  const segments = new Map<number, Uint8Array>();
  table.drain((segment, bytes) => {
    segments.set(segment, new Uint8Array(bytes));
    return segment + 1;
  });
  return segments;
}

test("idempotency table: a key added from its bytes -> found as one added from its text", () => {
  const table = new IdempotencyTable(7);
  const uuid = "01234567-89ab-4cde-8f01-23456789abcd";
  const bytes = Buffer.concat([Buffer.alloc(3), Buffer.from(uuid.replaceAll("-", ""), "hex")]);
  table.addFrom(bytes, 3, SPACE, 42);
  assert.equal(
    table.find(uuid, SPACE, () => true),
    42,
  );
});

test("idempotency table: room made for its keys, fewer and more than come -> the same answers", (t) => {
  const random = randomOf(seedOf(t));
  const table = smallTable(random(2 ** 31));
  const keys = filled(table, 3 * SEGMENT_ENTRIES, random);
  const segments: Uint8Array[] = [];
  table.drain((segment, bytes, mark) => {
    segments[segment] = bytes;
    return mark;
  });
  for (const count of [0, 1, 100, keys.size, 10 * keys.size]) {
    const loaded = smallTable(random(2 ** 31));
    loaded.reserve(count);
    for (const [segment, bytes] of segments.entries()) loaded.load(segment, bytes, 0);
    const find = finder(loaded, keys);
    for (const [place, uuid] of keys) assert.equal(find(uuid), place);
    assert.equal(loaded.count, keys.size);
  }
  assert.throws(() => table.reserve(1), /before the first key/);
});

test("idempotency table: one key in many spaces, drained and loaded -> a place in each", (t) => {
  const random = randomOf(seedOf(t));
  const keys = [uuidOf(random), uuidOf(random), "00000000-0000-4000-8000-000000000001"];
  const spaces = [0, 1, 2, 3, 64, 65_536, 2 ** 31];
  const table = smallTable(random(2 ** 31));
  const all = spaces.flatMap((space) => keys.map((uuid) => ({ uuid, space })));
  for (const [index, { uuid, space }] of all.entries()) {
    assert.equal(
      table.find(uuid, space, () => true),
      0,
      "a space does not see the key of another",
    );
    table.add(uuid, space, index + 1);
  }
  const loaded = smallTable(random(2 ** 31));
  for (const [segment, bytes] of drained(table)) loaded.load(segment, bytes, 0);
  for (const [index, { uuid, space }] of all.entries()) {
    // No record has to tell the spaces apart: the hashes of these keys differ.
    for (const each of [table, loaded])
      assert.equal(
        each.find(uuid, space, () => true),
        index + 1,
      );
  }
});

test("idempotency table: one key in 10,000 spaces -> found at the first look, whatever the number", (t) => {
  const random = randomOf(seedOf(t));
  const table = smallTable(random(2 ** 31));
  const uuid = "00000000-0000-4000-8000-000000000001";
  const count = 10_000;
  for (let space = 1; space <= count; space++) table.add(uuid, space, space);
  let looks = 0;
  for (let space = 1; space <= count; space++) {
    const isRecordOf = (place: number) => {
      looks++;
      return place === space;
    };
    assert.equal(table.find(uuid, space, isRecordOf), space);
  }
  assert.ok(looks < count * 1.01, `${looks} looks at records for ${count} keys`);
});

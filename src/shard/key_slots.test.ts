/** The slots of keys against their plain twin: a Map from the text of a hash to its places. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seedOf } from "../../test/support/seeds.ts";
import { randomOf } from "../../test/support/wal/sample.ts";
import { KeySlots, PARTS, SLOTS_MAX } from "./key_slots.ts";

type Random = (limit: number) => number;

function hashOf(random: Random): Int32Array {
  return Int32Array.of(random(2 ** 32), random(2 ** 32));
}

/** Places of one hash in the order in which `find` shows them. */
function placesOf(slots: KeySlots, hash: Int32Array): number[] {
  const places: number[] = [];
  slots.find(hash, (place) => {
    places.push(place);
    return false;
  });
  return places;
}

class Twin {
  readonly #places = new Map<string, number[]>();
  readonly hashes: Int32Array[] = [];

  add(hash: Int32Array, place: number): void {
    const places = this.#places.get(String(hash));
    if (places !== undefined) places.push(place);
    else this.#places.set(String(hash), [place]);
    this.hashes.push(hash);
  }

  placesOf(hash: Int32Array): number[] {
    return this.#places.get(String(hash)) ?? [];
  }
}

/** The largest place: the last record of the last frame that an id can name. */
const PLACE_MAX = 2 ** 53 - 1;

for (const parts of [1, 2, 16]) {
  test(`key slots: ${parts} parts, any hashes, some twice, after each step -> what a Map has`, (t) => {
    const random = randomOf(seedOf(t));
    const slots = new KeySlots({ parts });
    const twin = new Twin();
    for (let step = 1; step <= 6_000; step++) {
      const known = random(20) === 0 ? twin.hashes[random(twin.hashes.length + 1)] : undefined;
      const hash = known ?? hashOf(random);
      const place = random(10) === 0 ? PLACE_MAX - step : step * 8_192 + random(8_192);
      assert.deepEqual(sorted(placesOf(slots, hash)), sorted(twin.placesOf(hash)));
      slots.add(hash, place);
      twin.add(hash, place);
      for (const asked of [hash, twin.hashes[random(twin.hashes.length)] as Int32Array]) {
        assert.deepEqual(sorted(placesOf(slots, asked)), sorted(twin.placesOf(asked)));
      }
    }
    assert.equal(slots.count, twin.hashes.length);
    for (const hash of twin.hashes) {
      const [place] = twin.placesOf(hash);
      assert.equal(
        slots.find(hash, (found) => found === place),
        place,
      );
    }
  });
}

function sorted(places: number[]): number[] {
  return places.sort((a, b) => a - b);
}

test("key slots: room made for none, fewer and more than come -> the same answers", (t) => {
  const random = randomOf(seedOf(t));
  const hashes = Array.from({ length: 3_000 }, () => hashOf(random));
  for (const room of [0, 10, 3_000, 100_000]) {
    const slots = new KeySlots({ parts: 4 });
    slots.reserve(room);
    for (const [index, hash] of hashes.entries()) slots.add(hash, index + 1);
    for (const [index, hash] of hashes.entries())
      assert.deepEqual(placesOf(slots, hash), [index + 1]);
    assert.throws(() => slots.reserve(1), /before the first key/);
  }
});

test("key slots: hashes that differ in one bit of 57 -> told apart without a look", (t) => {
  const random = randomOf(seedOf(t));
  for (let round = 0; round < 50; round++) {
    const slots = new KeySlots();
    const hash = hashOf(random);
    slots.add(hash, 7);
    // The low half, the 11 bits of an entry, and the bits that choose the part.
    const bits = [...Array(32 + 11).keys(), ...Array.from({ length: 14 }, (_, bit) => 50 + bit)];
    for (const bit of bits) {
      const other = Int32Array.from(hash);
      other[bit >> 5] = (other[bit >> 5] as number) ^ (1 << (bit & 31));
      assert.deepEqual(placesOf(slots, other), []);
    }
    assert.deepEqual(placesOf(slots, hash), [7]);
  }
});

test("key slots: a part as large as it may be -> full in time, all found; one more than fits is a bug", (t) => {
  const random = randomOf(seedOf(t));
  const slots = new KeySlots({ parts: 1, slotsMax: 64 });
  const hashes: Int32Array[] = [];
  const add = () => {
    hashes.push(hashOf(random));
    slots.add(hashes.at(-1) as Int32Array, hashes.length);
  };
  while (!slots.isFull) add();
  assert.equal(slots.count, 48);
  while (slots.count < 63) add();
  for (const [index, hash] of hashes.entries())
    assert.deepEqual(placesOf(slots, hash), [index + 1]);
  assert.deepEqual(placesOf(slots, hashOf(random)), []);
  assert.throws(add, /full is not added to/);
});

test("key slots: parts of the largest size -> some 1,600 million keys, in slabs of 24 MiB", () => {
  assert.equal(PARTS * SLOTS_MAX * 0.75, 1_610_612_736);
  const slots = new KeySlots({ parts: 1 });
  const hash = Int32Array.of(5, 5);
  for (let place = 1; place <= 3_000; place++) {
    hash[0] = Math.imul(place, 0x9e3779b1);
    slots.add(hash, place);
  }
  assert.equal(slots.count, 3_000);
  assert.equal(slots.isFull, false);
});

/** The memory of slots: pieces that are taken never touch each other, and are used again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seedOf } from "../../test/support/seeds.ts";
import { randomOf } from "../../test/support/wal/sample.ts";
import { type Piece, SLOT_WORDS, SlotMemory } from "./slot_memory.ts";

test("slot memory: pieces of any sizes taken and given back -> zeros, and each keeps its own words", (t) => {
  const random = randomOf(seedOf(t));
  const memory = new SlotMemory();
  const taken: { piece: Piece; slots: number; mark: number }[] = [];
  const wordsOf = ({ piece, slots }: { piece: Piece; slots: number }) =>
    memory.slab(piece.slab).subarray(piece.from, piece.from + slots * SLOT_WORDS);
  for (let mark = 1; mark <= 3_000; mark++) {
    if (taken.length > 0 && random(3) === 0) {
      const [one] = taken.splice(random(taken.length), 1);
      assert.ok(one !== undefined && wordsOf(one).every((word) => word === one.mark));
      memory.giveBack(one.piece, one.slots);
      continue;
    }
    const slots = 2 ** (2 + random(7));
    const one = { piece: memory.take(slots), slots, mark };
    assert.ok(wordsOf(one).every((word) => word === 0));
    wordsOf(one).fill(mark);
    taken.push(one);
  }
  for (const one of taken) assert.ok(wordsOf(one).every((word) => word === one.mark));
});

test("slot memory: every piece exchanged for one of twice the size, again and again -> little is left over", () => {
  const memory = new SlotMemory();
  let pieces = Array.from({ length: 1_024 }, () => memory.take(4));
  for (let slots = 4; slots < 1_024; slots *= 2) {
    pieces = pieces.map((piece) => {
      const larger = memory.take(slots * 2);
      memory.giveBack(piece, slots);
      return larger;
    });
    assert.ok(memory.slots <= 4 * pieces.length * slots, `${memory.slots} at ${slots * 2}`);
  }
});

test("slot memory: a size that is no power of two, or larger than a slab -> a bug", () => {
  const memory = new SlotMemory();
  assert.throws(() => memory.take(3), /power of two/);
  assert.throws(() => memory.take(2 ** 22), /power of two/);
});

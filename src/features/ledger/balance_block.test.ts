/** Which blocks a read remembers, and for how long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Snapshot, SnapshotMemory } from "../../contract/snapshot.ts";
import { BLOCK_BYTES, BLOCK_ROWS, seeBalance } from "./balance_block.ts";

/** A snapshot whose blocks hold its sequence as first number, and the blocks it was asked for. */
function counted() {
  const asked: string[] = [];
  const snapshot = {
    memory: new SnapshotMemory(),
    sequence: 1,
    get(_table: number, _realm: number, key: string) {
      asked.push(key);
      const block = Buffer.alloc(BLOCK_BYTES);
      block.writeBigInt64LE(BigInt(snapshot.sequence), 0);
      return block;
    },
  };
  return { snapshot, asked, see: (at: number) => seeBalance(snapshot as unknown as Snapshot, at) };
}

test("balances: many of one block at one sequence -> it is read once; at the next, again", () => {
  const { snapshot, asked, see } = counted();
  for (let ordinal = 0; ordinal < BLOCK_ROWS; ordinal++) see(ordinal);
  assert.equal(see(0).debitsPosted, 1n);
  assert.deepEqual(asked, ["00000000"]);
  see(BLOCK_ROWS);
  assert.deepEqual(asked, ["00000000", "00000001"]);
  snapshot.sequence = 2;
  assert.equal(see(0).debitsPosted, 2n);
  assert.equal(asked.length, 3);
});

test("balances: a snapshot that was let go of -> nothing is remembered of it", () => {
  const { snapshot, asked, see } = counted();
  snapshot.sequence = -1;
  see(0);
  see(0);
  assert.equal(asked.length, 2);
});

test("balances: more blocks than are remembered -> each as it is stored", () => {
  const { asked, see } = counted();
  for (let block = 0; block < 100; block++) see(block * BLOCK_ROWS);
  for (let block = 0; block < 100; block++) {
    assert.equal(see(block * BLOCK_ROWS).debitsPosted, 1n);
  }
  assert.equal(asked.length, 100 + 68);
});

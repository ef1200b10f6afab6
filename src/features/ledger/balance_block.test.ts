/** Which blocks a read remembers, and for how long; the texts of a balance. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { type Snapshot, SnapshotMemory } from "../../contract/tables/snapshot.ts";
import {
  BLOCK_BYTES,
  BLOCK_ROWS,
  balanceTextsOf,
  ROW_BYTES,
  seeBalance,
  seeBalanceTexts,
} from "./balance_block.ts";

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

/** Counters of every size, most of them near the bounds where numbers are no longer exact. */
const counter = (bits: number) =>
  fc.oneof(
    fc.bigInt(0n, (1n << BigInt(bits)) - 1n),
    fc.bigInt(0n, 2_000_000_000_000n),
    fc
      .tuple(fc.constantFrom(32n, 51n, 53n, 63n), fc.integer({ min: -2, max: 2 }))
      .map(([power, offset]) => (1n << power) + BigInt(offset)),
    fc.constant(0n),
  );

test("balances: any counters -> the texts that BigInt gives", () => {
  const inBlock = fc.nat(BLOCK_ROWS - 1);
  const counters = [counter(128), counter(128), counter(64), inBlock] as const;
  fc.assert(
    fc.property(...counters, (debitsPosted, creditsPosted, debitsPending, ordinal) => {
      const block = Buffer.alloc(BLOCK_BYTES, 0xee);
      const row = block.subarray(ordinal * ROW_BYTES, (ordinal + 1) * ROW_BYTES);
      row.writeBigUInt64LE(BigInt.asUintN(64, debitsPosted), 0);
      row.writeBigUInt64LE(BigInt.asUintN(64, creditsPosted), 8);
      row.writeBigUInt64LE(debitsPending, 16);
      row.writeBigUInt64LE(0n, 24);
      row.writeBigUInt64LE(debitsPosted >> 64n, 48);
      row.writeBigUInt64LE(creditsPosted >> 64n, 56);
      const snapshot = { memory: new SnapshotMemory(), sequence: 1, get: () => block };
      const seen = seeBalanceTexts(snapshot as unknown as Snapshot, ordinal);
      const plain = { debitsPosted, creditsPosted, debitsPending, creditsPending: 0n };
      assert.deepEqual(seen, balanceTextsOf(plain));
    }),
    { numRuns: 2_000 },
  );
});

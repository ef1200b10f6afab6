/** Which values are kept beside a snapshot, and until when. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type MemoryKey, SnapshotMemory } from "./snapshot.ts";

const ONE: MemoryKey<number[]> = {};
const OTHER: MemoryKey<number[]> = {};

test("snapshot memory: the same key at the same sequence -> what was made; another key -> its own", () => {
  const memory = new SnapshotMemory();
  const made = memory.at(7, ONE, () => [1]);
  assert.equal(
    memory.at(7, ONE, () => [2]),
    made,
  );
  assert.deepEqual(
    memory.at(7, OTHER, () => [3]),
    [3],
  );
});

test("snapshot memory: another sequence, and back -> made again; what lasts is kept", () => {
  const memory = new SnapshotMemory();
  const lasting = memory.lasting(ONE, () => [0]);
  memory.at(7, ONE, () => [1]);
  assert.deepEqual(
    memory.at(8, ONE, () => [2]),
    [2],
  );
  assert.deepEqual(
    memory.at(7, ONE, () => [3]),
    [3],
  );
  assert.equal(
    memory.lasting(ONE, () => []),
    lasting,
  );
});

/** Kept trees that are sound, behind their log, or damaged in every way that can be found. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { append, newLog } from "../../test/support/proofs/tree_log.ts";
import { directoryOf } from "../../test/support/wal/sample.ts";
import { openStateStore } from "../../wal/state_store.ts";
import { placeOf } from "../base/id.ts";
import { compareTree } from "./compare_tree.ts";
import { LogTree } from "./log_tree.ts";
import { groupPut, metaPut, type Put, type TreeMeta, TreeStore, tilePut } from "./tree_store.ts";

test("compare tree: one grown in steps, one that is behind -> equals the log, with its root", async (t) => {
  const { log, parts, fresh } = await treeOf(t, [1, 2]);
  const tree = await LogTree.open(parts);
  const root = tree.root().toString("hex");
  await tree.close();
  const behind = await compareTree(parts, fresh());
  assert.deepEqual([behind.differences, behind.rootHash], [[], root]);
  assert.deepEqual([behind.meta?.frame, behind.meta?.size], [2, 550]);
  const grown = await LogTree.open(parts);
  await grown.grow(3);
  await grown.close();
  const level = await compareTree(parts, fresh());
  assert.deepEqual([level.differences, level.meta?.frame], [[], 3]);
  assert.notEqual(level.rootHash, root);
  await log.close();
});

test("compare tree: never written -> nothing to compare", async (t) => {
  const { log, parts, fresh } = await treeOf(t, []);
  const { meta, differences } = await compareTree(parts, fresh());
  assert.deepEqual([meta, differences], [undefined, []]);
  await log.close();
});

test("compare tree: a bit of a stored node flipped in the file -> the tile is named", async (t) => {
  const { log, parts, fresh } = await treeOf(t, [3]);
  const store = new TreeStore(parts.treePath);
  const node = Buffer.from(store.tile(1, 0).subarray(32, 64));
  await store.close();
  const file = join(parts.treePath, "data.mdb");
  const bytes = readFileSync(file);
  const at = bytes.indexOf(node);
  assert.ok(at > 0);
  for (let next = at; next > 0; next = bytes.indexOf(node, next + 1)) {
    bytes[next + 5] = (bytes[next + 5] as number) ^ 4;
  }
  writeFileSync(file, bytes);
  const { differences } = await compareTree(parts, fresh());
  assert.deepEqual(differences, ["tile 1.0 is not what was written"]);
  await log.close();
});

const GROUP = "the group from frame 1, record 256";
type Change = (kept: TreeMeta) => { puts?: Put[]; removes?: Uint8Array[] };
const CHANGES: { name: string; change: Change; difference: string }[] = [
  {
    name: "a node of another tree, under a sound checksum",
    change: () => ({ puts: [tilePut(1, 0, Buffer.alloc(64, 9))] }),
    difference: "tile 1.0 is not what the log makes",
  },
  {
    name: "a group that is gone",
    change: () => ({ removes: [groupPut(placeOf(1, 256), 1)[0]] }),
    difference: `${GROUP} is missing`,
  },
  {
    name: "a group too many",
    change: () => ({ puts: [groupPut(placeOf(1, 7), 0)] }),
    difference: "the group from frame 1, record 7 is not of this tree",
  },
  {
    name: "another size",
    change: (kept) => ({ puts: [metaPut({ ...kept, size: kept.size - 1 })] }),
    difference: "where it stands is not what the log makes",
  },
  {
    name: "beyond the end of the log",
    change: (kept) => ({ puts: [metaPut({ ...kept, frame: 9 })] }),
    difference: "it stands at frame 9, the log ends at 3",
  },
  {
    name: "another frame at its end",
    change: (kept) => ({ puts: [metaPut({ ...kept, frameHash: "00".repeat(32) })] }),
    difference: "frame 3 is another than the one that it was made of",
  },
  {
    name: "another log",
    change: (kept) => ({ puts: [metaPut({ ...kept, logId: "ab".repeat(16) })] }),
    difference: `it is of log ${"ab".repeat(16)}`,
  },
];

for (const { name, change, difference } of CHANGES) {
  test(`compare tree: ${name} -> named`, async (t) => {
    const { log, parts, fresh } = await treeOf(t, [3]);
    const tree = new TreeStore(parts.treePath);
    const kept = tree.meta();
    assert.ok(kept !== undefined);
    await tree.close();
    const store = openStateStore(parts.treePath);
    await store.write({ puts: [], removes: [], ...change(kept) });
    await store.close();
    assert.deepEqual((await compareTree(parts, fresh())).differences, [difference]);
    await log.close();
  });
}

/** A log of 610 records in three frames, and its tree, grown to each frame of `frames` in turn. */
async function treeOf(t: TestContext, frames: readonly number[]) {
  const directory = directoryOf(t);
  const { log, parts } = await newLog(directory);
  await append(log, [300, 250, 60]);
  const tree = await LogTree.open(parts);
  for (const frame of frames) await tree.grow(frame);
  await tree.close();
  let made = 0;
  return { log, parts, fresh: () => join(directory, `fresh-${made++}`) };
}

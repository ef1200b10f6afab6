/** The kept tree against a naive one over the same records; resuming, rebuilding, damage. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { append, type Leaf, newLog } from "../../test/support/proofs/tree_log.ts";
import { seedOf } from "../../test/support/seeds.ts";
import { directoryOf, randomOf } from "../../test/support/wal/sample.ts";
import { placeOf } from "../base/id.ts";
import { nodeHash, rootOfPath } from "../base/merkle.ts";
import { LogTree, removeTree } from "./log_tree.ts";

test("log tree: grown in steps of any size -> at each the root and the paths of a naive tree", async (t) => {
  const random = randomOf(seedOf(t));
  const { log, parts } = await newLog(directoryOf(t));
  const tree = await LogTree.open(parts);
  const leaves: Leaf[] = [];
  for (let step = 0; step < 12; step++) {
    const counts = Array.from(
      { length: 1 + random(6) },
      () => 1 + random(step % 4 === 3 ? 700 : 9),
    );
    leaves.push(...(await append(log, counts)));
    await tree.grow(log.head.sequence);
    assert.equal(tree.size, leaves.length);
    assert.deepEqual(tree.root(), naiveRoot(leaves));
    for (let probe = 0; probe < 20; probe++) check(tree, leaves, random(leaves.length));
    check(tree, leaves, leaves.length - 1);
  }
  await tree.close();
  await log.close();
});

test("log tree: 70,000 records -> paths over three levels of tiles, the same after opening again", async (t) => {
  const random = randomOf(seedOf(t));
  const { log, parts } = await newLog(directoryOf(t));
  const leaves = await append(
    log,
    Array.from({ length: 10 }, () => 7_000),
  );
  let tree = await LogTree.open(parts);
  await tree.grow(log.head.sequence);
  const root = naiveRoot(leaves);
  for (const isAgain of [false, true]) {
    if (isAgain) {
      await tree.close();
      tree = await LogTree.open(parts);
    }
    assert.deepEqual([tree.frame, tree.size], [10, 70_000]);
    assert.deepEqual(tree.root(), root);
    for (const at of [0, 255, 256, 65_535, 65_536, 69_999]) check(tree, leaves, at, root);
    for (let probe = 0; probe < 20; probe++) check(tree, leaves, random(70_000), root);
  }
  await tree.close();
  await log.close();
});

test("log tree: opened again in the middle of a group -> grows on to the naive root", async (t) => {
  const { log, parts } = await newLog(directoryOf(t));
  const leaves: Leaf[] = [];
  for (const counts of [[3], [250, 2], [1], [1], [300], [8_192]]) {
    leaves.push(...(await append(log, counts)));
    const tree = await LogTree.open(parts);
    await tree.grow(log.head.sequence);
    assert.deepEqual(tree.root(), naiveRoot(leaves));
    check(tree, leaves, leaves.length - 1);
    await tree.close();
  }
  await log.close();
});

test("log tree: what is kept removed, damaged, cut short, or of another log -> the same root, made again", async (t) => {
  const directory = directoryOf(t);
  const { log, parts } = await newLog(join(directory, "one"));
  const leaves = await append(log, [400, 400]);
  const grown = async () => {
    const tree = await LogTree.open(parts);
    await tree.grow(2);
    const { frame } = tree;
    const root = tree.root();
    await tree.close();
    return { frame, root };
  };
  const expected = { frame: 2, root: naiveRoot(leaves) };
  assert.deepEqual(await grown(), expected);
  removeTree(parts.treePath);
  assert.deepEqual(await grown(), expected);
  const file = join(parts.treePath, "data.mdb");
  const whole = readFileSync(file);
  const meta = whole.indexOf('"formatVersion":1');
  assert.ok(meta > 0);
  for (let at = meta; at > 0; at = whole.indexOf('"formatVersion":1', at + 1)) whole[at + 1] = 0x46;
  writeFileSync(file, whole);
  assert.deepEqual(await grown(), expected);
  writeFileSync(file, readFileSync(file).subarray(0, 5_000));
  assert.deepEqual(await grown(), expected);
  const other = await newLog(join(directory, "two"));
  await append(other.log, [9]);
  const foreign = await LogTree.open({ ...other.parts, treePath: parts.treePath });
  await foreign.grow(1);
  await foreign.close();
  assert.deepEqual(await grown(), expected);
  assert.ok(existsSync(file));
  await other.log.close();
  await log.close();
});

test("log tree: a place behind its end, or where no record stands -> no proof", async (t) => {
  const { log, parts } = await newLog(directoryOf(t));
  const tree = await LogTree.open(parts);
  await append(log, [5, 5]);
  await tree.grow(1);
  for (const place of [0, placeOf(1, 5), placeOf(2, 0), placeOf(9, 0)]) {
    assert.equal(tree.prove(place), undefined);
  }
  assert.equal(tree.prove(placeOf(1, 4))?.leafIndex, 4);
  await tree.close();
  await log.close();
});

function check(tree: LogTree, leaves: readonly Leaf[], at: number, root = naiveRoot(leaves)): void {
  const { place, hash } = leaves[at] as Leaf;
  const proof = tree.prove(place);
  assert.ok(proof !== undefined, `leaf ${at} has a proof`);
  assert.deepEqual([proof.leafIndex, proof.treeSize], [at, leaves.length]);
  assert.deepEqual(proof.rootHash, root);
  assert.deepEqual(rootOfPath(hash, proof), root);
}

/** The root, level by level: a last node without a sibling moves up unchanged, as in RFC 9162. */
function naiveRoot(leaves: readonly Leaf[]): Buffer {
  let row = leaves.map(({ hash }) => hash);
  while (row.length > 1) {
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, at) => {
      const left = row[2 * at] as Buffer;
      const right = row[2 * at + 1];
      return right === undefined ? left : nodeHash(left, right);
    });
  }
  return row[0] as Buffer;
}

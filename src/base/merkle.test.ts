/** Merkle trees against the known vectors and against the definition of the RFC. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import { seedOf } from "../../test/support/seeds.ts";
import { randomOf } from "../../test/support/wal/sample.ts";
import {
  completeRoot,
  inclusionPath,
  leafHash,
  type NodeAt,
  nodeHash,
  rootOf,
  rootOfPath,
} from "./merkle.ts";

/** Leaves and roots of the reference implementation of RFC 6962 (merkle_tree_test.cc). */
const LEAVES = [
  ...["", "00", "10", "2021", "3031", "40414243"],
  ...["5051525354555657", "606162636465666768696a6b6c6d6e6f"],
].map((hex) => Buffer.from(hex, "hex"));
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
/** Inclusion paths of the same reference implementation: leaf (from 1), tree size, siblings. */
const PATHS: [number, number, string[]][] = [
  [1, 1, []],
  [
    1,
    8,
    [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  ],
  [
    6,
    8,
    [
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  ],
  [3, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]],
  [
    2,
    5,
    [
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
  ],
];

test("merkle: the known leaves -> the known roots, for 0 to 8 of them", () => {
  const nodeAt = nodesOver(LEAVES.map(leafHash));
  assert.deepEqual(
    ROOTS.map((_, size) => rootOf(size, nodeAt).toString("hex")),
    ROOTS,
  );
});

test("merkle: the known leaves -> the known paths, and each leads to the known root", () => {
  const hashes = LEAVES.map(leafHash);
  for (const [leaf, treeSize, siblings] of PATHS) {
    const path = inclusionPath(leaf - 1, treeSize, nodesOver(hashes));
    assert.deepEqual(
      path.map((sibling) => sibling.toString("hex")),
      siblings,
    );
    const inclusion = { leafIndex: leaf - 1, treeSize, path };
    const root = rootOfPath(hashes[leaf - 1] as Buffer, inclusion);
    assert.equal(root?.toString("hex"), ROOTS[treeSize]);
  }
});

test("merkle: every leaf of every tree up to 70 leaves -> a path to the root, no other leaf or size has it", (t) => {
  const random = randomOf(seedOf(t));
  const hashes = Array.from({ length: 70 }, () => randomBytes(32));
  const nodeAt = nodesOver(hashes);
  for (let treeSize = 1; treeSize <= hashes.length; treeSize++) {
    const root = naiveRoot(hashes.slice(0, treeSize));
    assert.deepEqual(rootOf(treeSize, nodeAt), root);
    for (let leafIndex = 0; leafIndex < treeSize; leafIndex++) {
      const path = inclusionPath(leafIndex, treeSize, nodeAt);
      const leaf = hashes[leafIndex] as Buffer;
      assert.deepEqual(rootOfPath(leaf, { leafIndex, treeSize, path }), root);
      const other = (leafIndex + 1 + random(69)) % 70;
      if (other === leafIndex) continue;
      assert.notDeepEqual(rootOfPath(leaf, { leafIndex: other, treeSize, path }), root);
      assert.notDeepEqual(rootOfPath(hashes[other] as Buffer, { leafIndex, treeSize, path }), root);
    }
  }
});

test("merkle: a path too short, too long, or of a leaf outside -> no root", () => {
  const nodeAt = nodesOver(LEAVES.map(leafHash));
  const path = inclusionPath(2, 7, nodeAt);
  const leaf = leafHash(LEAVES[2] as Buffer);
  const [first] = path as [Buffer];
  assert.equal(rootOfPath(leaf, { leafIndex: 2, treeSize: 7, path: path.slice(1) }), undefined);
  assert.equal(rootOfPath(leaf, { leafIndex: 2, treeSize: 7, path: [...path, first] }), undefined);
  assert.equal(rootOfPath(leaf, { leafIndex: 7, treeSize: 7, path }), undefined);
});

test("merkle: a complete subtree in one buffer -> the root that joining pair by pair gives", () => {
  for (let count = 1; count <= 256; count *= 2) {
    const hashes = Array.from({ length: count }, () => randomBytes(32));
    assert.deepEqual(completeRoot(Buffer.concat(hashes)), naiveRoot(hashes));
  }
});

/** Complete subtrees, each computed anew from all of its leaves. */
function nodesOver(hashes: readonly Buffer[]): NodeAt {
  return (level, index) => naiveRoot(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level));
}

/** The definition of RFC 9162, 2.1.1, word for word. */
function naiveRoot(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 0) return createHash("sha256").digest();
  if (hashes.length === 1) return hashes[0] as Buffer;
  let k = 1;
  while (k * 2 < hashes.length) k *= 2;
  return nodeHash(naiveRoot(hashes.slice(0, k)), naiveRoot(hashes.slice(k)));
}

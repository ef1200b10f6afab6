/**
 * Merkle trees as RFC 9162 (2.1, the same hashes as RFC 6962) defines them: what a leaf and a node
 * hash to, the root and the inclusion path of a tree of any size, and the check of such a path.
 * The caller supplies the complete subtrees of a root or a path; this file keeps no tree.
 */
import { hash } from "node:crypto";
import { invariant } from "./invariant.ts";

export const HASH_BYTES = 32;

/** Hash of the complete subtree of `2 ** level` leaves that begins at leaf `index * 2 ** level`. */
export type NodeAt = (level: number, index: number) => Uint8Array;

/** RFC 9162, 2.1.1: "MTH({d[0]}) = HASH(0x00 || d[0])". */
export function leafHash(data: Uint8Array): Buffer {
  return hash("sha256", Buffer.concat([LEAF_PREFIX, data]), "buffer");
}

/** RFC 9162, 2.1.1: "HASH(0x01 || MTH(D[0:k]) || MTH(D[k:n]))". */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  invariant(left.length === HASH_BYTES && right.length === HASH_BYTES, "a node joins two hashes");
  scratch[0] = 1;
  scratch.set(left, 1);
  scratch.set(right, 1 + HASH_BYTES);
  return hash("sha256", scratch, "buffer");
}

/** Root of the tree of the first `treeSize` leaves. */
export function rootOf(treeSize: number, nodeAt: NodeAt): Buffer {
  if (treeSize === 0) return hash("sha256", Buffer.alloc(0), "buffer");
  return Buffer.from(rangeHash(0, treeSize, nodeAt));
}

/** RFC 9162, 2.1.3.1: siblings from the leaf up, in the tree of the first `treeSize` leaves. */
export function inclusionPath(leafIndex: number, treeSize: number, nodeAt: NodeAt): Buffer[] {
  invariant(leafIndex >= 0 && leafIndex < treeSize, "the leaf is in the tree");
  const path: Buffer[] = [];
  let start = 0;
  let end = treeSize;
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (leafIndex < middle) {
      path.push(Buffer.from(rangeHash(middle, end, nodeAt)));
      end = middle;
    } else {
      path.push(Buffer.from(rangeHash(start, middle, nodeAt)));
      start = middle;
    }
  }
  return path.reverse();
}

/**
 * RFC 9162, 2.1.3.2: the root that `path` leads to from `leaf`; undefined when the path is too
 * short or too long for that leaf of that tree. The caller compares it with the root it trusts.
 */
export function rootOfPath(
  leaf: Uint8Array,
  { leafIndex, treeSize, path }: Inclusion,
): Buffer | undefined {
  if (leafIndex >= treeSize) return undefined;
  let first = leafIndex;
  let last = treeSize - 1;
  let root: Buffer = Buffer.from(leaf);
  for (const sibling of path) {
    if (last === 0 || sibling.length !== HASH_BYTES) return undefined;
    if (first % 2 === 1 || first === last) {
      root = nodeHash(sibling, root);
      while (first % 2 === 0 && first !== 0) {
        first /= 2;
        last = Math.floor(last / 2);
      }
    } else root = nodeHash(root, sibling);
    first = Math.floor(first / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : undefined;
}
type Inclusion = { leafIndex: number; treeSize: number; path: readonly Uint8Array[] };

/** Root of a complete subtree, from the hashes of one level of it: a power of two, in order. */
export function completeRoot(hashes: Uint8Array): Buffer {
  let count = hashes.length / HASH_BYTES;
  invariant(Number.isInteger(Math.log2(count)), "a complete subtree has a power of two of hashes");
  const row = Buffer.from(hashes);
  for (; count > 1; count /= 2) {
    for (let at = 0; at < count; at += 2) {
      const pair = at * HASH_BYTES;
      scratch[0] = 1;
      row.copy(scratch, 1, pair, pair + 2 * HASH_BYTES);
      row.write(hash("sha256", scratch, "binary"), pair / 2, HASH_BYTES, "binary");
    }
  }
  return row.subarray(0, HASH_BYTES);
}

/**
 * The hash over the leaves `start` to `end`. Wherever RFC 9162 splits them, the left part is a
 * complete subtree.
 */
function rangeHash(start: number, end: number, nodeAt: NodeAt): Uint8Array {
  const size = end - start;
  const level = Math.log2(size);
  if (Number.isInteger(level)) return nodeAt(level, start / size);
  const middle = start + splitOf(size);
  return nodeHash(rangeHash(start, middle, nodeAt), rangeHash(middle, end, nodeAt));
}

/** RFC 9162, 2.1.1: "the largest power of two smaller than n". */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

const LEAF_PREFIX = Buffer.from([0]);
/**
 * One buffer for all nodes, and a digest as text of single bytes: 0.26 us a node where a fresh
 * buffer for each digest costs 0.76 us. Plain twin: `nodeHash`; merkle.test.ts compares both.
 */
const scratch = Buffer.alloc(1 + 2 * HASH_BYTES);

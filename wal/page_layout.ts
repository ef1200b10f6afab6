/**
 * Layout of `MDB_page`, `MDB_node` and `MDB_ovpage` in lmdb-js 3.5.6, 64 bit, little endian: the pages of
 * a tree, and the nodes in them. The meta pages are in `database.ts`.
 */

export const PAGE = { number: 0, flags: 18, lower: 20, header: 24 } as const;
export const BRANCH = 1;
export const LEAF = 2;
export const OVERFLOW = 4;
export const NODE = { low: 0, high: 2, flags: 4, keyBytes: 6, header: 8 } as const;
/** The value stands in pages of its own; behind the key of the node stands an `OVERFLOW_NODE`. */
export const IN_OVERFLOW = 1;
/** The number of the first page of a value, and how many pages the value has. */
export const OVERFLOW_NODE = { number: 0, pages: 16 } as const;
export const OVERFLOW_NODE_BYTES = 24;
/** Levels of a tree: LMDB's own limit (`CURSOR_STACK`). */
export const DEPTH_MAX = 32;
/** A page number has six bytes in a branch. */
const HIGH_RANGE = 2 ** 32;

/** The page that the node at `at` of a branch leads to. */
export function childOf(page: Buffer, at: number): number {
  return u16(page, at + NODE.flags) * HIGH_RANGE + page.readUInt32LE(at + NODE.low);
}

export function keyEndOf(page: Buffer, node: number): number {
  return node + NODE.header + u16(page, node + NODE.keyBytes);
}

export function u16(page: Buffer, at: number): number {
  return (page[at] as number) | ((page[at + 1] as number) << 8);
}

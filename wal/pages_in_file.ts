/**
 * Whether a data file has every page that its trees lead to. LMDB takes pages at the end of a file for a
 * transaction and does not write those that it frees again in the same transaction (`P_LOOSE` in
 * `mdb_page_flush`, lmdb-js 3.5.6). So a sound file may be shorter than its meta page says, by pages that
 * are free; LMDB writes such a page before it reads the page.
 */
import { readSync } from "node:fs";
import {
  BRANCH,
  childOf,
  DEPTH_MAX,
  IN_OVERFLOW,
  keyEndOf,
  LEAF,
  NODE,
  OVERFLOW_NODE,
  OVERFLOW_NODE_BYTES,
  PAGE,
  u16,
} from "./page_layout.ts";

export type TreesOfFile = {
  /** The roots of the trees; of an empty tree there is none. */
  roots: readonly number[];
  pageBytes: number;
  /** Whole pages that the file has. */
  pages: number;
};

/**
 * True where every page that the trees in the open file `file` lead to is one of its first `pages` pages.
 * False also where a page is no part of a tree. Reads every page of the trees, but no value.
 */
export function hasAllPages(file: number, { roots, pageBytes, pages }: TreesOfFile): boolean {
  let left = pages;
  const isThere = (number: number, level: number): boolean => {
    if (number < 2 || number >= pages || level === DEPTH_MAX || left-- === 0) return false;
    const page = Buffer.allocUnsafe(pageBytes);
    if (readSync(file, page, 0, pageBytes, number * pageBytes) < pageBytes) return false;
    const flags = u16(page, PAGE.flags);
    const nodes = nodesOf(page);
    if (nodes === undefined || (flags !== BRANCH && flags !== LEAF)) return false;
    return nodes.every((at) =>
      flags === BRANCH ? isThere(childOf(page, at), level + 1) : isValueThere(page, at, pages),
    );
  };
  return roots.every((root) => isThere(root, 0));
}

/** Where the nodes of a page stand; undefined where the page is none of a tree. */
function nodesOf(page: Buffer): number[] | undefined {
  const count = u16(page, PAGE.lower) >> 1;
  if (PAGE.header + count * 2 > page.length) return undefined;
  const nodes: number[] = [];
  for (let index = 0; index < count; index++) {
    const at = PAGE.header + u16(page, PAGE.header + index * 2);
    if (at + NODE.header > page.length || keyEndOf(page, at) > page.length) return undefined;
    nodes.push(at);
  }
  return nodes;
}

function isValueThere(page: Buffer, node: number, pages: number): boolean {
  if ((u16(page, node + NODE.flags) & IN_OVERFLOW) === 0) return true;
  const at = keyEndOf(page, node);
  if (at + OVERFLOW_NODE_BYTES > page.length) return false;
  const first = page.readBigUInt64LE(at + OVERFLOW_NODE.number);
  return first + page.readBigUInt64LE(at + OVERFLOW_NODE.pages) <= BigInt(pages);
}

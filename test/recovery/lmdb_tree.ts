/**
 * The B-tree of a data file at rest, to be damaged as no checksum of a value can notice: a page
 * number of a branch that leads to an old page, an old page in the place of a new one. Layout of
 * `MDB_meta`, `MDB_page` and `MDB_node` in lmdb-js 3.5.6, 64 bit, little endian.
 */
const META = { pageBytes: 48, root: 136, transaction: 152 } as const;
const PAGE = { flags: 18, lower: 20, header: 24 } as const;
const NODE = { keyBytes: 6, key: 8 } as const;
const LEAF = 2;

/** A leaf that the tree shows, and where its branch says so; no branch when it is the root. */
export type Leaf = { page: number; pointerAt: number | undefined };
/** One that it shows, and one that it showed in its place, whole, which no branch leads to now. */
export type Versions = { live: Leaf; old: number };

export function leavesOf(file: Buffer): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (page: number, pointerAt: number | undefined): void => {
    if (isOfKind(file, page, LEAF)) leaves.push({ page, pointerAt });
    else for (const at of nodesOf(file, page)) visit(file.readUInt32LE(at), at);
  };
  visit(rootOf(file), undefined);
  return leaves;
}

/** Pages that begin with the key that a live leaf begins with, and have other bytes. */
export function versionsOf(file: Buffer): Versions[] {
  const leaves = leavesOf(file);
  const live = new Set(leaves.map(({ page }) => page));
  const versions: Versions[] = [];
  for (let old = 2; (old + 1) * pageBytesOf(file) <= file.length; old++) {
    if (live.has(old) || !isOfKind(file, old, LEAF)) continue;
    const key = firstKeyOf(file, old);
    const leaf = leaves.find(({ page }) => firstKeyOf(file, page) === key);
    if (leaf === undefined || contentOf(file, leaf.page).equals(contentOf(file, old))) continue;
    versions.push({ live: leaf, old });
  }
  return versions;
}

/** The branch leads to the old page; false when the live one is the root, which no branch names. */
export function pointToOld(file: Buffer, { live, old }: Versions): boolean {
  if (live.pointerAt === undefined) return false;
  file.writeUInt32LE(old, live.pointerAt);
  return true;
}

/** The live page holds what the old one does, as if its last write never reached the disk. */
export function putOldInPlace(file: Buffer, { live, old }: Versions): void {
  contentOf(file, old).copy(contentOf(file, live.page));
}

/** Flips a bit of the key that parts two pages of a branch: what lies beside it is not found. */
export function flipSeparator(file: Buffer, bit: number, { at, bytes }: Separator): void {
  const byte = at + ((bit >> 3) % bytes);
  file[byte] = (file[byte] as number) ^ (1 << (bit & 7));
}

/** Where a branch has the key that parts two of its pages, with its length. */
export type Separator = { at: number; bytes: number };

export function separatorsOf(file: Buffer): Separator[] {
  const separators: Separator[] = [];
  const visit = (page: number): void => {
    if (isOfKind(file, page, LEAF)) return;
    for (const at of nodesOf(file, page)) {
      const bytes = file.readUInt16LE(at + NODE.keyBytes);
      if (bytes > 0) separators.push({ at: at + NODE.key, bytes });
      visit(file.readUInt32LE(at));
    }
  };
  visit(rootOf(file));
  return separators;
}

function rootOf(file: Buffer): number {
  const second = pageBytesOf(file);
  const isSecond =
    file.readBigUInt64LE(second + META.transaction) > file.readBigUInt64LE(META.transaction);
  return Number(file.readBigUInt64LE((isSecond ? second : 0) + META.root));
}

function pageBytesOf(file: Buffer): number {
  return file.readUInt32LE(META.pageBytes);
}

function isOfKind(file: Buffer, page: number, kind: number): boolean {
  return file.readUInt16LE(page * pageBytesOf(file) + PAGE.flags) === kind;
}

/** Where the nodes of a page stand in the file, in the order of their keys. */
function nodesOf(file: Buffer, page: number): number[] {
  const start = page * pageBytesOf(file) + PAGE.header;
  const count = file.readUInt16LE(start - PAGE.header + PAGE.lower) >> 1;
  return Array.from({ length: count }, (_, at) => start + file.readUInt16LE(start + at * 2));
}

function firstKeyOf(file: Buffer, page: number): string {
  const at = nodesOf(file, page)[0] as number;
  const bytes = file.readUInt16LE(at + NODE.keyBytes);
  return file.toString("hex", at + NODE.key, at + NODE.key + bytes);
}

/** All of a page but the number that it gives itself. */
function contentOf(file: Buffer, page: number): Buffer {
  const bytes = pageBytesOf(file);
  return file.subarray(page * bytes + 8, (page + 1) * bytes);
}

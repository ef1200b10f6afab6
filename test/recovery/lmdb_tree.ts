/**
 * Damages the B-tree of a data file at rest in ways that no checksum of a value can notice: a page
 * number of a branch that leads to an old page, or an old page in the place of a new page. Layout
 * of `MDB_meta`, `MDB_page` and `MDB_node` in lmdb-js 3.5.6, 64 bit, little endian.
 */
const META = { pageBytes: 48, root: 136, transaction: 152 } as const;
const PAGE = { flags: 18, lower: 20, header: 24 } as const;
const NODE = { keyBytes: 6, key: 8 } as const;
const LEAF = 2;

/** A leaf of the tree, and where its branch has the leaf's page number; the root has no branch. */
export type Leaf = { page: number; pointerAt: number | undefined };
/** A leaf of the tree, and an older whole version of that leaf, to which no branch leads now. */
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

/** Older versions of leaves: pages with the first key of a live leaf, and with other bytes. */
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

/**
 * Makes the branch lead to the old page; false when the live leaf is the root, without a branch.
 */
export function pointToOld(file: Buffer, { live, old }: Versions): boolean {
  if (live.pointerAt === undefined) return false;
  file.writeUInt32LE(old, live.pointerAt);
  return true;
}

/** Copies the old page over the live page, as if the last write had never reached the disk. */
export function putOldInPlace(file: Buffer, { live, old }: Versions): void {
  contentOf(file, old).copy(contentOf(file, live.page));
}

/** Flips a bit of a key that separates two pages in a branch: keys near it are not found then. */
export function flipSeparator(file: Buffer, bit: number, { at, bytes }: Separator): void {
  const byte = at + ((bit >> 3) % bytes);
  file[byte] = (file[byte] as number) ^ (1 << (bit & 7));
}

/** The place and the length of a key that separates two pages in a branch. */
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

/** The bytes of a page without its own page number. */
function contentOf(file: Buffer, page: number): Buffer {
  const bytes = pageBytesOf(file);
  return file.subarray(page * bytes + 8, (page + 1) * bytes);
}

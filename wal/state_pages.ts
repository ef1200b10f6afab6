/**
 * Walks every entry of a state by reading the pages of its file, for a start, which reads them all.
 * A million accounts have three million entries: through lmdb-js an entry takes 2.5 us of CPU (a step
 * of a cursor, copies of key and value, and a search for the key), here 0.5 us (decision 0033).
 * Plain twin: `StateSnapshot.entries`; state_pages.test.ts compares both.
 *
 * Guarantees: an entry is given only if a search from the root finds it, because each key lies within
 * the bounds that all branches above it set; keys only rise; a page is the one that its branch names.
 * The layout of the pages is `page_layout.ts`.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { dataFile, newestTreeOf } from "./database.ts";
import { invariant, StateDamaged } from "./errors.ts";
import {
  BRANCH,
  childOf,
  DEPTH_MAX,
  IN_OVERFLOW,
  keyEndOf,
  LEAF,
  NODE,
  OVERFLOW,
  OVERFLOW_NODE_BYTES,
  PAGE,
  u16,
} from "./page_layout.ts";
import { checksumInPlace, STATE_CRC_BYTES } from "./state_value.ts";

/** An entry where it stands: key and value, one behind the other. Valid until the next entry. */
export type StoredEntry = {
  bytes: Buffer;
  keyAt: number;
  valueAt: number;
  /** The end of the value, without its checksum. */
  end: number;
  checksum: number;
};

/** Pages that are read at once where a branch names them in a row, as most of a state's are. */
const RUN_MAX = 64;
/** Room before a value of several pages for its key, which is at most one page long. */
const KEY_ROOM = 4_096;

/**
 * What stands below one node of a branch near the root: the keys from `from` on, below `below`, which is
 * undefined for the last part; `from` is empty for the first. A tree of one page has no parts.
 */
export type StatePart = { index: number; from: Uint8Array; below: Uint8Array | undefined };
/** A level of the tree that has fewer parts than this is divided once more, where it is of branches. */
const PARTS_MIN = 32;

type Visit = (entry: StoredEntry) => void;

/**
 * Gives all entries of the state at `path` to `visit`, in the order of their keys. Nothing may be
 * written meanwhile. Throws `StateDamaged` when the tree or a value is not what was written.
 * `elsewhere` gives the number of entries of a part that `walkParts` has walked in another thread, and
 * undefined for a part that is to be walked here.
 */
export function walkPages(
  path: string,
  visit: Visit,
  elsewhere: (part: StatePart) => number | undefined = () => undefined,
): void {
  onTree(path, visit, (walk, { root, entries }) => {
    if (root !== undefined) walk.root(root, elsewhere);
    if (walk.entries === entries) return;
    throw damage(`its tree has ${walk.entries} entries, its meta page says ${entries}`);
  });
}

/**
 * Walks those parts of the tree that `claims` is true for, from the last one to the first, and calls
 * `walked` after each. Throws as `walkPages` does.
 */
export function walkParts(
  path: string,
  visit: Visit,
  claims: (part: StatePart) => boolean,
  walked: (part: StatePart, entries: number) => void,
): void {
  onTree(path, visit, (walk, { root }) => {
    if (root === undefined) return;
    for (const part of walk.partsOf(root).reverse()) {
      if (claims(part)) walked(part, walk.part(part));
    }
  });
}

type Tree = ReturnType<typeof newestTreeOf>;

function onTree(path: string, visit: Visit, action: (walk: Walk, tree: Tree) => void): void {
  const file = openSync(dataFile(path), "r");
  try {
    const before = newestTreeOf(file);
    action(new Walk(file, before.pageBytes, before.pages, visit), before);
    const { transaction } = newestTreeOf(file);
    invariant(transaction === before.transaction, "no state is written while all of it is read");
  } finally {
    closeSync(file);
  }
}

type PagePart = StatePart & { page: number };
type Undivided = Omit<PagePart, "index">;
/** A part of a buffer. */
type Part = { bytes: Buffer; at: number; end: number };

class Walk {
  entries = 0;
  readonly #file: number;
  readonly #pageBytes: number;
  readonly #pages: number;
  readonly #visit: (entry: StoredEntry) => void;
  /** The branch above the present page on each level of the tree. */
  readonly #levels: Buffer[] = [];
  /** The pages that were read last: their bytes, the first number, how many. */
  readonly #run: Buffer;
  #runFirst = 0;
  #runPages = 0;
  #large: Buffer;
  readonly #entry: StoredEntry;
  /** Keys of branches that the next entry must not stand before. */
  #lowest: Part[] = [];
  /** The key of the entry before; `#lastEnd` is 0 before the first entry. */
  readonly #last = Buffer.allocUnsafeSlow(KEY_ROOM);
  #lastEnd = 0;

  constructor(file: number, pageBytes: number, pages: number, visit: (entry: StoredEntry) => void) {
    this.#file = file;
    this.#pageBytes = pageBytes;
    this.#pages = pages;
    this.#visit = visit;
    this.#run = Buffer.allocUnsafeSlow(RUN_MAX * pageBytes);
    this.#large = Buffer.allocUnsafeSlow(KEY_ROOM + 4 * pageBytes);
    this.#entry = { bytes: this.#large, keyAt: 0, valueAt: 0, end: 0, checksum: 0 };
  }

  /** The whole tree, without the parts that are walked elsewhere. */
  root(number: number, elsewhere: (part: StatePart) => number | undefined): void {
    const parts = this.partsOf(number);
    if (parts.length === 0) this.#page(number, { level: 0, run: 1 });
    for (const part of parts) {
      const entries = elsewhere(part);
      if (entries === undefined) this.part(part);
      else this.entries += entries;
    }
  }

  /** The parts in their order. */
  partsOf(root: number): PagePart[] {
    let level = this.#divided({ from: NO_KEY, below: undefined, page: root });
    while (level !== undefined && level.length < PARTS_MIN) {
      const divided = level.map((part) => this.#divided(part));
      if (divided.includes(undefined)) break;
      level = divided.flatMap((parts) => parts ?? []);
    }
    return (level ?? []).map((part, index) => ({ ...part, index }));
  }

  /** What stands below each node of a branch; undefined for a page that is no branch. */
  #divided({ page: number, from, below }: Undivided): Undivided[] | undefined {
    const { page, nodes, flags } = this.#open(number, 1);
    if (flags !== BRANCH) return undefined;
    const branch = Buffer.from(page);
    const places = Array.from({ length: nodes }, (_, index) => this.#nodeAt(branch, index));
    const keys = places.map((at) => branch.subarray(at + NODE.header, keyEndOf(branch, at)));
    return places.map((at, index) => ({
      page: childOf(branch, at),
      from: index === 0 ? from : (keys[index] as Buffer),
      below: index === nodes - 1 ? below : keys[index + 1],
    }));
  }

  /** Walks one part, whichever was walked before it. Returns the number of its entries. */
  part({ page, from, below }: PagePart): number {
    const before = this.entries;
    this.#lastEnd = 0;
    this.#lowest = [partOf(from)];
    this.#page(page, { level: 1, run: 1 });
    const isBefore =
      below === undefined ||
      compare(this.#last, 0, this.#lastEnd, below as Buffer, 0, below.length) < 0;
    if (!isBefore) throw outOfOrder(partOf(below as Uint8Array));
    return this.entries - before;
  }

  /** `run`: how many pages from this one on the branch leads to in a row. */
  #page(number: number, { level, run }: { level: number; run: number }): void {
    if (level === DEPTH_MAX) throw damage("its tree is deeper than any that LMDB makes");
    const { page, nodes, flags } = this.#open(number, run);
    if (flags === LEAF) this.#leaf(page, nodes);
    else if (flags !== BRANCH) throw damage(`page ${number} is no part of a tree`);
    else {
      this.#levels[level] ??= Buffer.allocUnsafeSlow(this.#pageBytes);
      page.copy(this.#levels[level]);
      this.#branch(this.#levels[level], nodes, level);
    }
  }

  /** A page of the tree, valid until the next one is opened. */
  #open(number: number, run: number): { page: Buffer; nodes: number; flags: number } {
    if (number < this.#runFirst || number >= this.#runFirst + this.#runPages) {
      this.#runPages = 0;
      this.#read(number, this.#run, 0, run * this.#pageBytes);
      this.#runFirst = number;
      this.#runPages = run;
    }
    const start = (number - this.#runFirst) * this.#pageBytes;
    const page = this.#run.subarray(start, start + this.#pageBytes);
    checkNumber(page, 0, number);
    const nodes = u16(page, PAGE.lower) >> 1;
    const flags = u16(page, PAGE.flags);
    const isWhole = nodes > 0 && PAGE.header + nodes * 2 <= this.#pageBytes;
    if (!isWhole) throw damage(`page ${number} has ${nodes} entries`);
    return { page, nodes, flags };
  }

  #branch(page: Buffer, nodes: number, level: number): void {
    for (let index = 0; index < nodes; index++) {
      const at = this.#nodeAt(page, index);
      if (index > 0) {
        const key = { bytes: page, at: at + NODE.header, end: keyEndOf(page, at) };
        const isAfter = compare(this.#last, 0, this.#lastEnd, page, key.at, key.end) < 0;
        if (!isAfter) throw outOfOrder(key);
        this.#lowest.push(key);
      }
      const number = childOf(page, at);
      let run = 1;
      while (run < RUN_MAX && index + run < nodes) {
        if (childOf(page, this.#nodeAt(page, index + run)) !== number + run) break;
        run++;
      }
      this.#page(number, { level: level + 1, run });
    }
  }

  #leaf(page: Buffer, nodes: number): void {
    let lastAt = 0;
    let lastEnd = 0;
    for (let index = 0; index < nodes; index++) {
      const at = this.#nodeAt(page, index);
      const keyAt = at + NODE.header;
      const keyEnd = keyEndOf(page, at);
      if (index === 0) this.#beginsInOrder(page, keyAt, keyEnd);
      else if (compare(page, lastAt, lastEnd, page, keyAt, keyEnd) >= 0) {
        throw outOfOrder({ bytes: page, at: keyAt, end: keyEnd });
      }
      lastAt = keyAt;
      lastEnd = keyEnd;
      const bytes = u16(page, at + NODE.low) + u16(page, at + NODE.high) * 65_536;
      const flags = u16(page, at + NODE.flags);
      const room = flags === 0 ? bytes : OVERFLOW_NODE_BYTES;
      if (flags > IN_OVERFLOW || keyEnd + room > this.#pageBytes) {
        throw damageAt(page, keyAt, keyEnd);
      }
      if (flags === 0) this.#give(page, keyAt, keyEnd, keyEnd + bytes);
      else this.#giveLarge(page, keyAt, keyEnd, bytes);
    }
    page.copy(this.#last, 0, lastAt, lastEnd);
    this.#lastEnd = lastEnd - lastAt;
  }

  /** Puts the key directly before the value, where the header of the value's first page stood. */
  #giveLarge(page: Buffer, keyAt: number, keyEnd: number, bytes: number): void {
    const number = Number(page.readBigUInt64LE(keyEnd));
    const room = Math.ceil((PAGE.header + bytes) / this.#pageBytes) * this.#pageBytes;
    if (number + room / this.#pageBytes > this.#pages) throw damageAt(page, keyAt, keyEnd);
    if (this.#large.length < KEY_ROOM + room) {
      this.#large = Buffer.allocUnsafeSlow(KEY_ROOM + 2 * room);
    }
    this.#read(number, this.#large, KEY_ROOM, room);
    checkNumber(this.#large, KEY_ROOM, number);
    if (u16(this.#large, KEY_ROOM + PAGE.flags) !== OVERFLOW) {
      throw damageAt(page, keyAt, keyEnd);
    }
    const valueAt = KEY_ROOM + PAGE.header;
    const start = valueAt - (keyEnd - keyAt);
    page.copy(this.#large, start, keyAt, keyEnd);
    this.#give(this.#large, start, valueAt, valueAt + bytes);
  }

  #give(bytes: Buffer, keyAt: number, valueAt: number, storedEnd: number): void {
    const entry = this.#entry;
    entry.bytes = bytes;
    entry.keyAt = keyAt;
    entry.valueAt = valueAt;
    entry.end = storedEnd;
    entry.checksum = checksumInPlace(bytes, entry);
    entry.end = storedEnd - STATE_CRC_BYTES;
    this.entries++;
    this.#visit(entry);
  }

  /**
   * Throws unless the first key of a leaf stands after all keys before it and within the bounds of its
   * branches.
   */
  #beginsInOrder(page: Buffer, at: number, end: number): void {
    const isAfter = compare(this.#last, 0, this.#lastEnd, page, at, end) < 0;
    const isWithin = this.#lowest.every(
      (low) => compare(low.bytes, low.at, low.end, page, at, end) <= 0,
    );
    if (!isAfter || !isWithin) throw outOfOrder({ bytes: page, at, end });
    this.#lowest = [];
  }

  #nodeAt(page: Buffer, index: number): number {
    const at = PAGE.header + u16(page, PAGE.header + index * 2);
    if (at + NODE.header <= this.#pageBytes && keyEndOf(page, at) <= this.#pageBytes) return at;
    throw damage("an entry stands outside of its page");
  }

  /** Reads `length` bytes from the page on. */
  #read(number: number, into: Buffer, at: number, length: number): void {
    const isThere = number >= 2 && number + length / this.#pageBytes <= this.#pages;
    const read = isThere ? readSync(this.#file, into, at, length, number * this.#pageBytes) : 0;
    if (read !== length) throw damage(`page ${number} is not in the file`);
  }
}

const NO_KEY = Buffer.alloc(0);

function partOf(key: Uint8Array): Part {
  return { bytes: key as Buffer, at: 0, end: key.length };
}

/** A page has its own number. */
function checkNumber(bytes: Buffer, at: number, number: number): void {
  if (Number(bytes.readBigUInt64LE(at + PAGE.number)) === number) return;
  throw damage(`page ${number} is not in its place`);
}

/** Below 0 where key `a` stands before key `b`, 0 where they are the same. */
function compare(
  a: Buffer,
  aAt: number,
  aEnd: number,
  b: Buffer,
  bAt: number,
  bEnd: number,
): number {
  const shared = Math.min(aEnd - aAt, bEnd - bAt);
  for (let index = 0; index < shared; index++) {
    const difference = (a[aAt + index] as number) - (b[bAt + index] as number);
    if (difference !== 0) return difference;
  }
  return aEnd - aAt - (bEnd - bAt);
}

function damage(reason: string): StateDamaged {
  return new StateDamaged(undefined, reason);
}

function damageAt(page: Buffer, keyAt: number, keyEnd: number): StateDamaged {
  return new StateDamaged(page.subarray(keyAt, keyEnd), "its value is not within its pages");
}

function outOfOrder({ bytes, at, end }: Part): StateDamaged {
  return new StateDamaged(bytes.subarray(at, end), "its tree does not lead to the entry");
}

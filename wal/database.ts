/**
 * How this package opens LMDB, and the part of lmdb-js that it uses, typed as it behaves in 3.5.6
 * (its own typings lack `append`, `permissionsMode`, `safeRestore` and reads in a transaction).
 * Within one process all handles of one file share one database, over all threads; another
 * process must not open it in place (`beside.ts`).
 * Never call a synchronous transaction on a handle that has asynchronous writes under way: lmdb-js
 * would commit their batch in the middle.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { open } from "lmdb";
import { hasAllPages } from "./pages_in_file.ts";

/**
 * Address space that a database reserves when it is opened, bytes; no limit of its size. Takes no
 * disk and no memory: a database opens in 0.5 ms with 64, 256, 512 and 2,048 GiB, and 16 of them
 * take the same resident memory. The 226 databases that one process may have open (64 shards and
 * the platform with log, state and tree, 31 days of requests) take 57 of 128 TiB. A writer that
 * comes to the end of the map maps twice as much (lmdb-js 3.5.6, `mdb_page_alloc`) and leaves the
 * old map in place for those who read.
 */
export const MAP_BYTES = 256 * 2 ** 30;
const OWNER_ONLY = 0o600;

export type ReadTransaction = { done(): void };
export type RangeOptions = {
  start?: Uint8Array;
  end?: Uint8Array;
  inclusiveEnd?: boolean;
  exclusiveStart?: boolean;
  reverse?: boolean;
  limit?: number;
  transaction?: ReadTransaction;
};
export type Entry = { key: Uint8Array; value: Uint8Array };

/** An open handle. Every call copies its keys; a value must not change until its `put` settles. */
export interface Database {
  readonly lastSize: number;
  readonly flushed: PromiseLike<unknown>;
  getBinary(key: Uint8Array, options?: { transaction: ReadTransaction }): Buffer | undefined;
  getBinaryFast(key: Uint8Array, options?: { transaction: ReadTransaction }): Buffer | undefined;
  getRange(options: RangeOptions): Iterable<Entry>;
  /** The number of entries that LMDB's meta page has for the moment that reads see. */
  getStats(): { entryCount: number };
  put(key: Uint8Array, value: Uint8Array, options?: { append: true }): Promise<boolean>;
  remove(key: Uint8Array): Promise<boolean>;
  batch(action: () => void): Promise<boolean>;
  ifNoExists(key: Uint8Array, action: () => void): Promise<boolean>;
  clearAsync(): Promise<unknown>;
  resetReadTxn(): void;
  useReadTransaction(): ReadTransaction;
  close(): Promise<void>;
}

/** The calls that hold up the thread; only for a handle that has no asynchronous writes. */
export interface SyncDatabase extends Database {
  putSync(key: Uint8Array, value: Uint8Array): boolean;
  /**
   * Holds the lock of all writers while `action` runs, which throws to write nothing. Durable on return,
   * where the kind is `log`.
   */
  transactionSync<T>(action: () => T): T;
}

/** The purpose of a database; README.md beside this file says when each kind is synced. */
export type DatabaseKind = "log" | "state";

/**
 * The most read transactions at once: one for each thread that reads, of which 64 edges with their
 * readers are the most, and one for each held moment.
 */
const READERS_MAX = 512;
const DURABLE_BEFORE_RESOLVE = { overlappingSync: false, maxReaders: READERS_MAX };
const DURABLE_LATER_NEVER_TORN = { safeRestore: true, maxReaders: READERS_MAX };

/**
 * Opens a database for writing; makes its directory, durably, when it is missing. `mapBytes`: the
 * address space that it begins with, less than usual in tests.
 */
export function openDatabase(
  kind: DatabaseKind,
  path: string,
  mapBytes = mapBytesOf(path),
): SyncDatabase {
  surviveFailedCommits();
  makeDirectory(path);
  const own = kind === "log" ? DURABLE_BEFORE_RESOLVE : DURABLE_LATER_NEVER_TORN;
  const database = open({ ...common(path, mapBytes), ...own }) as unknown as SyncDatabase;
  syncDirectory(path);
  return database;
}

let isSurviving = false;

/**
 * lmdb-js 3.5.6 ends the transaction of each turn with an internal promise. When the commit fails,
 * this promise is rejected too, and no code handles the rejection. That would end the thread before
 * it could answer its requests: 30 s of silence instead of 503 (measured). The writer learns of the
 * failure by the promise of its write. Any other unhandled rejection ends the thread.
 */
function surviveFailedCommits(): void {
  if (isSurviving) return;
  isSurviving = true;
  process.on("unhandledRejection", (reason) => {
    const isFailedCommit = reason instanceof Error && "commitError" in reason;
    if (!isFailedCommit) throw reason;
  });
}

/** Opens a database for reading beside its writer. Throws when there is none at `path`. */
export function openDatabaseReader(path: string): SyncDatabase {
  if (!existsSync(dataFile(path))) throw new Error(`no LMDB database at ${path}`);
  return open({ ...common(path, mapBytesOf(path)), readOnly: true }) as unknown as SyncDatabase;
}

/** The file that holds everything of a database. */
export function dataFile(path: string): string {
  return join(path, "data.mdb");
}

/**
 * Why the data file cannot be mapped without reading past its end, which would kill the process;
 * undefined when the file can be mapped, or when there is no file yet. A log is judged by its
 * newest meta page (whose pages were synced before it), a state by its last synced meta page (which
 * `safeRestore` takes). Of a log the two meta pages must also follow one another: with a changed
 * number in the newer page LMDB would take the older page, and a log without its last append.
 * Looks at no page but the meta pages, unless a state is shorter than they say: then only pages that are
 * free may be missing (`pages_in_file.ts`). A log frees no page in the transaction that took it.
 */
export function truncationOf(kind: DatabaseKind, path: string): string | undefined {
  if (!existsSync(dataFile(path))) return undefined;
  const file = openSync(dataFile(path), "r");
  try {
    const first = readMeta(file, 0);
    if (first === undefined || !first.isLmdb) {
      return fstatSync(file).size === 0 ? undefined : "data.mdb: its first page is not LMDB's";
    }
    const { pageBytes } = first;
    const other = readMeta(file, kind === "log" ? pageBytes : pageBytes >> 1);
    const fault = kind === "log" ? successionFaultOf(file, pageBytes) : undefined;
    if (fault !== undefined) return fault;
    const chosen = kind === "log" ? newest(first, other) : other;
    const bytes = fstatSync(file).size;
    const written = (chosen?.pages ?? 0) * pageBytes;
    if (chosen === undefined || bytes >= written) return undefined;
    const pages = Math.floor(bytes / pageBytes);
    if (kind === "state" && hasAllPages(file, { roots: rootsOf(chosen), pageBytes, pages })) {
      return undefined;
    }
    return `data.mdb: ${bytes} bytes, but ${written} were written`;
  } finally {
    closeSync(file);
  }
}

function rootsOf({ root, freeRoot }: Meta): number[] {
  return [root, freeRoot].filter((page) => page !== NO_PAGE).map(Number);
}

/** The tree that the next reader of a data file sees; `root` is undefined when it is empty. */
export type Tree = {
  root: number | undefined;
  entries: number;
  pageBytes: number;
  /** Pages of the file, used or not. */
  pages: number;
  transaction: bigint;
};

/**
 * The newest tree of an open data file, which LMDB has opened already: then the newest meta page is
 * the one that counts, for a state too. Throws when there is no such page.
 */
export function newestTreeOf(file: number): Tree {
  const first = readMeta(file, 0);
  const meta = first && newest(first, readMeta(file, first.pageBytes));
  if (meta?.isLmdb !== true) throw new Error("data.mdb: no meta page");
  const { root, entries, pageBytes, pages, transaction } = meta;
  return {
    root: root === NO_PAGE ? undefined : Number(root),
    ...{ entries: Number(entries), pageBytes, pages, transaction },
  };
}

/**
 * Bytes of the data file `file` up to the last page that LMDB has used; behind them may be space that
 * was written ahead. 0 where there is no file, and its length where it has no meta page yet.
 */
export function usedBytesOf(file: string): number {
  if (!existsSync(file)) return 0;
  const opened = openSync(file, "r");
  try {
    const { size } = fstatSync(opened);
    if (readMeta(opened, 0)?.isLmdb !== true) return size;
    const { pages, pageBytes } = newestTreeOf(opened);
    return Math.min(size, pages * pageBytes);
  } finally {
    closeSync(opened);
  }
}

type Meta = {
  isLmdb: boolean;
  pageBytes: number;
  root: bigint;
  /** Of the tree of free pages. */
  freeRoot: bigint;
  entries: bigint;
  pages: number;
  transaction: bigint;
};

/**
 * Layout of `MDB_page` and `MDB_meta` in lmdb-js 3.5.6, 64 bit, little endian. Pages 0 and 1 each
 * begin with a meta page; a copy of the last synced one, without its first fields, stands in the
 * middle of page 0.
 */
const META = {
  magic: 24,
  pageBytes: 48,
  freeRoot: 88,
  entries: 128,
  root: 136,
  lastPage: 144,
  transaction: 152,
  end: 160,
} as const;
const LMDB_MAGIC = 0xbeefc0de;
/** The root of an empty tree. */
const NO_PAGE = 2n ** 64n - 1n;

function readMeta(file: number, at: number): Meta | undefined {
  const bytes = Buffer.alloc(META.end);
  if (readSync(file, bytes, 0, META.end, at) < META.end) return undefined;
  return {
    isLmdb: bytes.readUInt32LE(META.magic) === LMDB_MAGIC,
    pageBytes: bytes.readUInt32LE(META.pageBytes),
    root: bytes.readBigUInt64LE(META.root),
    freeRoot: bytes.readBigUInt64LE(META.freeRoot),
    entries: bytes.readBigUInt64LE(META.entries),
    pages: Number(bytes.readBigUInt64LE(META.lastPage)) + 1,
    transaction: bytes.readBigUInt64LE(META.transaction),
  };
}

/**
 * Why the two meta pages of a log do not follow one another, or undefined. Reads both until two
 * readings give the same fault, because a writer may commit between the reading of the two pages.
 */
function successionFaultOf(file: number, pageBytes: number): string | undefined {
  for (let before = ""; ; ) {
    const even = readMeta(file, 0);
    const odd = readMeta(file, pageBytes);
    if (even === undefined || odd === undefined || isSuccession(even, odd)) return undefined;
    const fault =
      `data.mdb: its meta pages, of transactions ${even.transaction} and ${odd.transaction} with ` +
      `${even.entries} and ${odd.entries} entries, do not follow one another`;
    if (fault === before) return fault;
    before = fault;
  }
}

/**
 * Transaction T is committed by meta page T mod 2, beside the meta page of T - 1, and removes
 * nothing from a log. Both numbers are 0 in a new file. Where the disk refused the meta page of T +
 * 1, LMDB writes the number and the last page of T - 1 back over it, and leaves the tree of T + 1
 * there: that is no damage, and T is valid. A changed number differs from this case by the last
 * page, which only grows.
 */
function isSuccession(even: Meta, odd: Meta): boolean {
  if (even.transaction === 0n && odd.transaction === 0n) return true;
  const [older, newer] = even.transaction < odd.transaction ? [even, odd] : [odd, even];
  const isNext = even.transaction % 2n === 0n && newer.transaction === older.transaction + 1n;
  return isNext && (newer.entries >= older.entries || newer.pages >= older.pages);
}

function newest(a: Meta, b: Meta | undefined): Meta {
  return b !== undefined && b.transaction > a.transaction ? b : a;
}

/**
 * Twice the file where that is more: a reader in another process does not map anew while it reads,
 * and the writer beside it may go on.
 */
function mapBytesOf(path: string): number {
  const written = statSync(dataFile(path), { throwIfNoEntry: false })?.size ?? 0;
  return Math.max(MAP_BYTES, 2 * written);
}

function common(path: string, mapSize: number) {
  return {
    path,
    noSubdir: false,
    encoding: "binary" as const,
    keyEncoding: "binary" as const,
    mapSize,
    permissionsMode: OWNER_ONLY,
  };
}

/**
 * Makes a directory, durably. A new file is durable only when the directory that names it is, and
 * so on up to the first directory that was there before.
 */
function makeDirectory(path: string): void {
  const made = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  const stop = dirname(resolve(made));
  for (let at = dirname(resolve(path)); ; at = dirname(at)) {
    syncDirectory(at);
    if (at === stop || at === dirname(at)) return;
  }
}

/** Makes what was made, renamed or removed in a directory durable. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

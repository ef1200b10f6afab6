/**
 * A small store beside a log for what must be erasable: a value of one length for each name, made once,
 * replaced in its place, and erased so that no byte of it stays in any file of the store.
 *
 *   index/         LMDB: name -> number of the cell, or that the value was erased; has no value
 *   first.cells    the values (`cell_file.ts`)
 *   second.cells   the same values again
 *
 * Guarantees: threads and processes that make the value of one name at once get the same value; a value
 * that was returned is on disk, in both files; one file is written and synced before the other, so a
 * write that was torn, or a page that is lost with it, leaves each value whole in the other file; an
 * erased value is zeros in both files when `erase` returns, and its name gets no value again; a value
 * that is whole in neither file is an error that names its owner, never another value.
 * Several threads of one process may have it open. Another process only reads it (`beside.ts`).
 * Does not read what it has when it is opened. Where a disk keeps old copies of what was overwritten (a file
 * system that copies on write, a snapshot of it), they are out of reach.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Cell, CellFile, STORE_ID_BYTES } from "./cell_file.ts";
import {
  dataFile,
  openDatabase,
  openDatabaseReader,
  type SyncDatabase,
  syncDirectory,
  truncationOf,
} from "./database.ts";
import { equalBytes } from "./format.ts";

/** What the store has of a name. */
export type Held = { kind: "none" } | { kind: "erased" } | { kind: "value"; value: Uint8Array };
export type HeldEntry = { name: string; held: Exclude<Held, { kind: "none" }> };

/** The value of a name is whole in neither file, or the files do not belong together. */
export class ErasableDamaged extends Error {
  override readonly name = "ErasableDamaged";
}

/** Key of the index's header, which is no name. */
const HEADER_KEY = Uint8Array.of(0);
const LOWEST_NAME = Uint8Array.of(1);
/** An entry: 1 where there is a value, 2 where it was erased; the number of its cell, 0 for none. */
const ENTRY_BYTES = 5;
const [HELD, ERASED] = [1, 2];
/** Names that are replaced while the writer's lock is held, so that others wait for milliseconds. */
const REPLACED_AT_ONCE = 256;
/** Values of a copy in one transaction: there nobody waits. */
const TAKEN_AT_ONCE = 8_192;

type Entry = { isErased: boolean; cell: number };

/** The folder of a store that a reader in another process finds its index in. */
export function indexPath(path: string): string {
  return join(path, "index");
}

function cellPaths(path: string): [string, string] {
  return [join(path, "first.cells"), join(path, "second.cells")];
}

/**
 * Makes an empty store, durably, where there is none; returns its id. A store whose making was cut short
 * is made to its end.
 */
export function makeErasableStore(
  path: string,
  valueBytes: number,
  id: Uint8Array = randomBytes(STORE_ID_BYTES),
): Uint8Array {
  if (!existsSync(path)) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    syncDirectory(dirname(path));
  }
  const [first, second] = cellPaths(path);
  CellFile.make(first, valueBytes, id);
  const made = erasableStoreId(path, valueBytes);
  CellFile.make(second, valueBytes, made);
  return made;
}

/** The id of the store at `path`. Throws where there is none. */
export function erasableStoreId(path: string, valueBytes: number): Uint8Array {
  const file = new CellFile(cellPaths(path)[0], valueBytes);
  file.close();
  return file.storeId;
}

/**
 * Opens a store that was made. `beside`: the folder of links through which a process that is not the
 * writer's reads the index; such a store is only read.
 */
export function openErasableStore(
  path: string,
  valueBytes: number,
  { beside }: { beside?: string } = {},
): ErasableStore {
  const files = cellPaths(path).map((file) => new CellFile(file, valueBytes));
  let index: SyncDatabase | undefined;
  try {
    const [first, second] = files as [CellFile, CellFile];
    if (!equalBytes(first.storeId, second.storeId)) damaged("its files are of two stores");
    const own = indexPath(beside ?? path);
    const hasIndex = existsSync(dataFile(own));
    if (!hasIndex && first.hasCells) damaged("its index is missing");
    const truncation = truncationOf("log", own);
    if (truncation !== undefined) damaged(truncation);
    if (hasIndex || beside === undefined) {
      index = beside === undefined ? openDatabase("log", own) : openDatabaseReader(own);
    }
    return new ErasableStore([first, second], index, beside === undefined);
  } catch (cause) {
    for (const file of files) file.close();
    void index?.close();
    throw cause;
  }
}

export class ErasableStore {
  readonly #files: readonly [CellFile, CellFile];
  /** Undefined where another process has not made it yet: the store has no name. */
  readonly #index: SyncDatabase | undefined;
  readonly #isWritten: boolean;

  constructor(
    files: readonly [CellFile, CellFile],
    index: SyncDatabase | undefined,
    isWritten: boolean,
  ) {
    this.#files = files;
    this.#index = index;
    this.#isWritten = isWritten;
    // A cell is written when the index has its header, so that an index without one shows a loss.
    if (isWritten && !files[0].hasCells) {
      this.#locked((own) => {
        if (this.#newest(HEADER_KEY) === undefined) this.#setNextCell(own, 1);
      });
    }
    const header = this.#newest(HEADER_KEY);
    if (header !== undefined && !equalBytes(header.subarray(0, STORE_ID_BYTES), this.id)) {
      damaged("its index is that of another store");
    }
    if (header === undefined && files[0].hasCells) damaged("its index is empty");
  }

  get id(): Uint8Array {
    return this.#files[0].storeId;
  }

  /** Throws `ErasableDamaged` where the value is whole in neither file. */
  read(name: string): Held {
    const entry = this.#entryOf(name);
    if (entry === undefined) return { kind: "none" };
    if (entry.isErased) return { kind: "erased" };
    const value = this.#valueIn(entry.cell);
    if (value !== undefined) return { kind: "value", value };
    // It may have been erased since the index was looked at.
    if (this.#entryOf(name)?.isErased) return { kind: "erased" };
    return damaged(`the value of ${name} is damaged in both files`);
  }

  /**
   * What the name has, and where it has nothing, what `newValue` gives, on disk. `newValue` is called
   * while no other thread can make or replace a value.
   */
  make(name: string, newValue: () => Uint8Array): Exclude<Held, { kind: "none" }> {
    const held = this.read(name);
    if (held.kind !== "none") return held;
    return this.#locked((index) => {
      const found = this.read(name);
      if (found.kind !== "none") return found;
      const cell = this.#nextCell();
      const value = newValue();
      this.#writeBoth(cell, value);
      this.#setNextCell(index, cell + 1);
      index.putSync(keyOf(name), encodeEntry({ isErased: false, cell }));
      return { kind: "value", value };
    });
  }

  /** `eraseAll` of one name. */
  erase(name: string): void {
    this.eraseAll([name]);
  }

  /**
   * Overwrites the values with zeros, and remembers that the names get none again, whether or not they had
   * one. Returns how many have had one. May be called again: what a crash has cut short is then done to its
   * end. Others who make values wait until the index is written, for milliseconds where there are hundreds of names.
   */
  eraseAll(names: readonly string[]): number {
    if (names.length === 0) return 0;
    const cells = this.#locked((index) => {
      if (this.#newest(HEADER_KEY) === undefined) this.#setNextCell(index, 1);
      return names.map((name) => {
        const known = this.#entryOf(name) ?? { isErased: false, cell: 0 };
        const erased = encodeEntry({ isErased: true, cell: known.cell });
        if (!known.isErased) index.putSync(keyOf(name), erased);
        return known.cell;
      });
    }).filter((cell) => cell !== 0);
    if (cells.length === 0) return 0;
    for (const file of this.#files) {
      for (const cell of cells) file.empty(cell);
      file.sync();
    }
    return cells.length;
  }

  /**
   * Puts what `replaced` makes of each value in its place: in the first file for all names, then in the
   * second. Yields after every few names with how many were done, twice for each; what others make
   * meanwhile may be left out. Cut short at any point, each value is whole, the one before or the new one.
   */
  *replaceAll(
    replaced: (name: string, value: Uint8Array) => Uint8Array,
  ): Generator<number, void, undefined> {
    for (const [at, file] of this.#files.entries()) {
      for (let after: Uint8Array | undefined = LOWEST_NAME; after !== undefined; ) {
        const from: Uint8Array = after;
        const { next, done } = this.#locked((index) => {
          const batch = namesAfter(index, from, REPLACED_AT_ONCE);
          let count = 0;
          for (const [key, { isErased, cell }] of batch) {
            if (isErased) continue;
            const name = nameOf(key);
            const value = this.#valueIn(cell) ?? damaged(`the value of ${name} is damaged`);
            // The second file gets what the first has, so that both have the same.
            file.write(cell, at === 0 ? replaced(name, value) : value);
            count++;
          }
          if (count > 0) file.sync();
          return {
            next: batch.length < REPLACED_AT_ONCE ? undefined : batch.at(-1)?.[0],
            done: count,
          };
        });
        after = next;
        yield done;
      }
    }
  }

  /** What every name has, in the order of the names, as they are now or were since the call. */
  *entries(): Generator<HeldEntry, void, undefined> {
    if (this.#index === undefined) return;
    this.#index.resetReadTxn();
    for (let after: Uint8Array | undefined = LOWEST_NAME; after !== undefined; ) {
      const batch: [Uint8Array, Entry][] = namesAfter(this.#index, after, REPLACED_AT_ONCE);
      for (const [key] of batch) {
        const name = nameOf(key);
        const held = this.read(name);
        if (held.kind !== "none") yield { name, held };
      }
      after = batch.length < REPLACED_AT_ONCE ? undefined : batch.at(-1)?.[0];
    }
  }

  /**
   * Makes this store what `entries` say of their names, for a copy: a value is put in the place of another,
   * and what is erased there is erased here. What is erased here stays so.
   */
  takeAll(entries: Iterable<HeldEntry>): void {
    let values: [name: string, value: Uint8Array][] = [];
    for (const { name, held } of entries) {
      if (held.kind === "value") values.push([name, held.value]);
      else if (this.read(name).kind !== "erased") this.erase(name);
      if (values.length < TAKEN_AT_ONCE) continue;
      this.#take(values);
      values = [];
    }
    this.#take(values);
  }

  async close(): Promise<void> {
    for (const file of this.#files) file.close();
    await this.#index?.close();
  }

  #take(values: readonly (readonly [name: string, value: Uint8Array])[]): void {
    this.#locked((index) => {
      const cells: [number, Uint8Array][] = [];
      let next = this.#nextCell();
      for (const [name, value] of values) {
        const known = this.#entryOf(name);
        if (known?.isErased) continue;
        const present = known && this.#valueIn(known.cell);
        if (present !== undefined && equalBytes(present, value)) continue;
        const cell = known?.cell ?? next++;
        if (known === undefined) index.putSync(keyOf(name), encodeEntry({ isErased: false, cell }));
        cells.push([cell, value]);
      }
      if (cells.length === 0) return;
      for (const file of this.#files) {
        for (const [cell, value] of cells) file.write(cell, value);
        file.sync();
      }
      this.#setNextCell(index, next);
    });
  }

  /** The value in the first file, or where that is not whole, in the second. */
  #valueIn(cell: number): Uint8Array | undefined {
    for (const file of this.#files) {
      const read: Cell = file.read(cell);
      if (read.kind === "value") return read.value;
    }
    return undefined;
  }

  #writeBoth(cell: number, value: Uint8Array): void {
    for (const file of this.#files) {
      file.write(cell, value);
      file.sync();
    }
  }

  #entryOf(name: string): Entry | undefined {
    const stored = this.#newest(keyOf(name));
    return stored === undefined ? undefined : decodeEntry(stored);
  }

  #nextCell(): number {
    const header = this.#newest(HEADER_KEY);
    return header === undefined ? 1 : Buffer.from(header).readUInt32LE(STORE_ID_BYTES);
  }

  #setNextCell(index: SyncDatabase, next: number): void {
    const header = Buffer.alloc(STORE_ID_BYTES + 4);
    header.set(this.id);
    header.writeUInt32LE(next, STORE_ID_BYTES);
    index.putSync(HEADER_KEY, header);
  }

  /** What the index has now; within `#locked` what the transaction has. */
  #newest(key: Uint8Array): Uint8Array | undefined {
    this.#index?.resetReadTxn();
    return this.#index?.getBinary(key);
  }

  /** Runs with LMDB's lock of writers; what was put is durable when this returns, or nothing of it is. */
  #locked<T>(run: (index: SyncDatabase) => T): T {
    const index = this.#index;
    if (index === undefined || !this.#isWritten) {
      throw new Error("a store that is read beside its writer is not written");
    }
    return index.transactionSync(() => run(index));
  }
}

/** Names behind `after`, which is a name or the lowest, with their entries. */
function namesAfter(index: SyncDatabase, after: Uint8Array, limit: number): [Uint8Array, Entry][] {
  const options = { start: after, exclusiveStart: after !== LOWEST_NAME, limit };
  return [...index.getRange(options)].map(({ key, value }) => [
    Uint8Array.from(key),
    decodeEntry(value),
  ]);
}

function keyOf(name: string): Uint8Array {
  return Buffer.from(name, "utf8");
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key).toString("utf8");
}

function encodeEntry({ isErased, cell }: Entry): Uint8Array {
  const bytes = Buffer.alloc(ENTRY_BYTES);
  bytes[0] = isErased ? ERASED : HELD;
  bytes.writeUInt32LE(cell, 1);
  return bytes;
}

function decodeEntry(stored: Uint8Array): Entry {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
  const isKnown = bytes.length === ENTRY_BYTES && (bytes[0] === HELD || bytes[0] === ERASED);
  if (!isKnown) damaged("an entry of its index is none");
  return { isErased: bytes[0] === ERASED, cell: bytes.readUInt32LE(1) };
}

function damaged(why: string): never {
  throw new ErasableDamaged(`the store of erasable values is damaged: ${why}`);
}

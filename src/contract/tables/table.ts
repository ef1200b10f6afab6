/**
 * A table: a part of a shard's state that must survive the process. `apply` changes it in memory
 * and marks what changed. The shard drains the changes into the `state` database, together with
 * the frame they belong to, and loads them at start. Reads see the drained documents, never the
 * memory.
 */
import { SHARD_TABLE } from "./shard_table_codes.ts";
import type { StateReads } from "./state_reads.ts";

/**
 * A 32-bit number that a table keeps for each stored entry and passes to the sink when the entry is
 * written again: the checksum of the state then subtracts the old mark and adds the new one. 0: the
 * entry was never stored.
 */
export type Mark = number;
export const NEVER_STORED: Mark = 0;

/**
 * Takes one changed document; returns the new mark of its key. An undefined value removes the
 * document. The bytes of the value are valid during the call. `earlier` is the present mark of the
 * key, or the value that is stored under the key, for a table that keeps no marks.
 */
export type TableSink = (
  realm: number,
  key: string,
  value: Uint8Array | undefined,
  earlier: Mark | Uint8Array,
) => Mark;

export interface Table {
  readonly name: string;
  /** First byte of the table's keys in the `state` database; unique within a shard. */
  readonly code: number;
  /**
   * Must be raised when the table stores something else for the same log: a state that was written
   * with another version of a table is built again from the log.
   */
  readonly version: number;
  /** Tables that this table keeps up to date: its indexes. */
  readonly indexes?: readonly Table[];
  /** How many entries the next drain gives; absent where they are always few, and of balances, whose blocks are bounded by the accounts. */
  readonly changedCount?: number;
  /** Gives every entry that changed since the last drain to `sink`, once each. */
  drain(sink: TableSink): void;
  /**
   * Present in a table that may have too many changed entries to give all of them in one step. It
   * gives the entries that `drain` would give now, with their values of now, over many steps: what is
   * changed meanwhile is given first. The next drain begins when this one has given everything.
   */
  beginDrain?(sink: TableSink): TableDrain;
  /**
   * Loads one stored document, whose bytes are valid during the call. Called once for each document, in
   * key order, before the replay. Absent when memory keeps nothing of what is stored.
   */
  load?(realm: number, key: string, value: Uint8Array, mark: Mark): void;
  /**
   * Present in a table that reads what is stored when it needs it. Called once, when all has been loaded
   * and before the replay; `entries` is the number of its entries.
   */
  attach?(state: StateReads, entries: number): void;
  /**
   * Called when the state shows all that drains have given so far, and no drain has begun since. A table
   * that reads what is stored may forget it then.
   */
  written?(): void;
  /** Called instead of `load`, where many documents are loaded without an object for each. */
  loadStored?(realm: number, stored: StoredBytes, mark: Mark): void;
}

/** Which table it is. `version`: see `Table`; 1 where it is left out. */
export type TableParts = { name: string; code: number; version?: number };

/** What every table has that is told which table it is. */
export abstract class NamedTable {
  readonly name: string;
  readonly code: number;
  readonly version: number;

  constructor({ name, code, version = 1 }: TableParts) {
    this.name = name;
    this.code = code;
    this.version = version;
  }
}

/** A drain under way. */
export type TableDrain = {
  /** Gives up to `limit` entries; returns how many it gave, fewer than `limit` when none is left. */
  take(limit: number): number;
};

/** A drain that gives each of `entries` once, in their order. */
export function drainOf<Entry>(entries: Iterable<Entry>, give: (entry: Entry) => void): TableDrain {
  const rest = entries[Symbol.iterator]();
  return {
    take(limit) {
      let given = 0;
      for (; given < limit; given++) {
        const { done, value } = rest.next();
        if (done === true) break;
        give(value);
      }
      return given;
    },
  };
}

/** The key of a table (without code and realm) and its value, in a buffer that others use too. */
export type StoredBytes = { bytes: Buffer; keyAt: number; valueAt: number; end: number };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The bytes of a document. They are written into the state soon and kept by nobody, so they lie in the pool of Node, as those of
 * `tableKey` do: memory of its own for each took a third of a document's time, and three of four parts of a key's.
 */
export function encodeDocument(document: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(document));
}

/** The document that `encodeDocument` wrote; `value` comes from our own disk and is trusted. */
export function decodeDocument<T>(value: Uint8Array): T {
  return JSON.parse(decoder.decode(value)) as T;
}

export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

export function decodeText(value: Uint8Array): string {
  return decoder.decode(value);
}

/** Bytes of `tableKey` before the key of the table. */
export const TABLE_KEY_AT = 5;

/** Most UTF-16 units of a key that is written without a call into native code, which costs more; ids have 26. */
const LOOKUP_UNITS_MAX = 64;

/**
 * [table code u8][realm u32 big-endian][key, UTF-8]: the documents of a realm stand together. Short keys are written without a call
 * into native code.
 */
export function tableKey(tableCode: number, realm: number, key: string): Uint8Array {
  const units = key.length;
  if (units <= LOOKUP_UNITS_MAX) {
    const bytes = Buffer.allocUnsafe(5 + units);
    if (writeAscii(bytes, tableCode, realm, key)) return bytes;
  }
  const bytes = Buffer.allocUnsafe(5 + Buffer.byteLength(key));
  bytes[0] = tableCode;
  bytes.writeUInt32BE(realm, 1);
  bytes.write(key, 5);
  return bytes;
}

/** Writes the bytes of `tableKey`, whose length `into` has; false for a key that is not ASCII. */
function writeAscii(into: Buffer, tableCode: number, realm: number, key: string): boolean {
  into[0] = tableCode;
  into.writeUInt32BE(realm, 1);
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at);
    if (unit > 0x7f) return false;
    into[5 + at] = unit;
  }
  return true;
}

/** Key of a whole number: eight digits of base 36, so that keys sort like the numbers. */
export function numberKey(value: number): string {
  return value.toString(36).padStart(8, "0");
}

const lookupKeys: Buffer[] = [];

/**
 * The bytes of `tableKey`, in memory that the next call overwrites: for a look-up, which ends
 * before the next call. Saves an allocation and a call into native code (0.6 us of 30) against
 * `tableKey`, its plain twin.
 */
export function lookupKey(tableCode: number, realm: number, key: string): Uint8Array {
  const units = key.length;
  if (units > LOOKUP_UNITS_MAX) return tableKey(tableCode, realm, key);
  lookupKeys[units] ??= Buffer.allocUnsafeSlow(5 + units);
  const bytes = lookupKeys[units];
  return writeAscii(bytes, tableCode, realm, key) ? bytes : tableKey(tableCode, realm, key);
}

/**
 * Version of the format of a state: its keys, its checksums, its head, and what the shard itself keeps
 * of realms and idempotency keys. Each table has a version of its own. A state of an earlier version is
 * built again from the log at the next start.
 *   1  the first
 *   2  books, accounts by customer
 *   3  a checksum behind every value
 *   4  balances in blocks of their own
 *   5  a sum over all entries
 *   6  blocks of several balances
 *   7  a realm for each tenant
 *   8  events counted, effects owed
 *   9  a version for each table
 *  10  a document has the number of its realm in the field `realm`
 */
export const STATE_FORMAT_VERSION = 10;

/** The frame that the `state` database shows; count and checksum of its other entries. */
export type StateMeta = {
  formatVersion: number;
  sequence: number;
  entries: number;
  sum: number;
  /** The tables that the state was written with: `name@version` by code. Absent in older states. */
  tables?: Readonly<Record<string, string>>;
  /** Number of idempotency keys, so that a start allocates once. Absent in older states. */
  keys?: number;
};
export const STATE_META_KEY = tableKey(SHARD_TABLE.meta, 0, "meta");

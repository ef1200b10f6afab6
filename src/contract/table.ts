/**
 * A table: the part of an actor's state that must outlive the process. `apply` changes it in memory
 * and marks what changed; the actor drains the marks into the `state` environment with the frame
 * they belong to, and loads them back at start. Reads see the drained documents, never the memory.
 */
import { ACTOR_TABLE } from "./actor_table_codes.ts";

/**
 * What a table keeps of an entry as it is stored, 32 bits, and hands back when the entry is written
 * again: the state's sum takes the old mark out and the new one in. 0: it was never stored.
 */
export type Mark = number;
export const NEVER_STORED: Mark = 0;

/**
 * Takes one changed document; returns the mark that its key has from then on. An undefined value
 * removes the document. `earlier` is the mark that the key has until now, or the value that is stored
 * under the key until now, for a table that keeps no marks.
 */
export type TableSink = (
  scope: number,
  key: string,
  value: Uint8Array | undefined,
  earlier: Mark | Uint8Array,
) => Mark;

export interface Table {
  readonly name: string;
  /** First byte of its keys in the `state` environment; no two tables of an actor have the same. */
  readonly code: number;
  /**
   * Raised when the table comes to hold something else for the same log: a state that was written with
   * another version of a table is made again from the log.
   */
  readonly version: number;
  /** Tables that this table keeps up to date: its indexes. */
  readonly indexes?: readonly Table[];
  /**
   * Hands every change since the last drain to `sink`, once each. The values may be used again by
   * the next drain: what was handed over is written before.
   */
  drain(sink: TableSink): void;
  /** Puts one stored document back. Called once per document, in key order, before any replay. */
  load(scope: number, key: string, value: Uint8Array, mark: Mark): void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeDocument(document: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(document));
}

/** The document that `encodeDocument` wrote; `value` comes from our own disk and is trusted. */
export function decodeDocument<T>(value: Uint8Array): T {
  return JSON.parse(decoder.decode(value)) as T;
}

/** [table code u8][scope u32 big-endian][key, UTF-8]: a scope's documents stand side by side. */
export function tableKey(tableCode: number, scope: number, key: string): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(5 + Buffer.byteLength(key));
  bytes[0] = tableCode;
  bytes.writeUInt32BE(scope, 1);
  bytes.write(key, 5);
  return bytes;
}

/** Key of a whole number: eight digits of base 36, so that keys stand in the order of numbers. */
export function numberKey(value: number): string {
  return value.toString(36).padStart(8, "0");
}

/** UTF-16 units of a key that is looked up without allocation; ids have 26. */
const LOOKUP_UNITS_MAX = 64;
const lookupKeys: Buffer[] = [];

/**
 * The same bytes in memory that the next call overwrites: for a look-up, which is over before. An
 * allocation and a call into native code less than `tableKey`, its plain twin (0.6 us of 30).
 */
export function lookupKey(tableCode: number, scope: number, key: string): Uint8Array {
  const units = key.length;
  if (units > LOOKUP_UNITS_MAX) return tableKey(tableCode, scope, key);
  lookupKeys[units] ??= Buffer.allocUnsafeSlow(5 + units);
  const bytes = lookupKeys[units];
  bytes[0] = tableCode;
  bytes.writeUInt32BE(scope, 1);
  for (let at = 0; at < units; at++) {
    const unit = key.charCodeAt(at);
    if (unit > 0x7f) return tableKey(tableCode, scope, key);
    bytes[5 + at] = unit;
  }
  return bytes;
}

/**
 * Version of the form of a state: of its keys, its checksums, its head, and what the actor itself keeps
 * of scopes and remembered keys. Each table has a version of its own. A state of an earlier version is
 * made again from the log at the next start.
 *   1  the first
 *   2  books, accounts by customer
 *   3  a checksum behind every value
 *   4  balances in blocks of their own
 *   5  a sum over all entries
 *   6  blocks of 144 balances
 *   7  a scope for each tenant
 *   8  events counted, effects owed
 *   9  a version for each table
 */
export const STATE_FORMAT_VERSION = 9;

/** Where the `state` environment stands, and what all its other entries add up to. */
export type StateMeta = {
  formatVersion: number;
  sequence: number;
  entries: number;
  sum: number;
  /** The tables that it was written with: `name@version` by code. Absent in older states. */
  tables?: Readonly<Record<string, string>>;
  /** Idempotency keys, so that a start makes room for them once; absent in older states. */
  keys?: number;
};
export const STATE_META_KEY = tableKey(ACTOR_TABLE.meta, 0, "meta");

/**
 * A table: the part of an actor's state that must outlive the process. `apply` changes it in memory
 * and marks what changed; the actor drains the marks into the `state` environment with the frame
 * they belong to, and loads them back at start. Reads see the drained documents, never the memory.
 */
import { invariant } from "../base/invariant.ts";
import { ACTOR_TABLE } from "./actor_table_codes.ts";

/**
 * What a table keeps of an entry as it is stored, 32 bits, and hands back when the entry is written
 * again: the state's sum takes the old mark out and the new one in. 0: it was never stored.
 */
export type Mark = number;
export const NEVER_STORED: Mark = 0;

/**
 * Takes one changed document and the mark that its key has until now; returns the one it has from
 * then on. An undefined value removes it.
 */
export type TableSink = (
  scope: number,
  key: string,
  value: Uint8Array | undefined,
  earlier: Mark,
) => Mark;

export interface Table {
  readonly name: string;
  /** First byte of its keys in the `state` environment; never reused for another meaning. */
  readonly code: number;
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

/** Documents of one kind in memory, by key, each with the scope that owns it. */
export class DocumentTable<T extends { scope: number }> implements Table {
  readonly name: string;
  readonly code: number;
  readonly #documents = new Map<string, T>();
  readonly #changed = new Set<string>();
  readonly #marks = new Map<string, Mark>();

  constructor(name: string, code: number) {
    this.name = name;
    this.code = code;
  }

  get size(): number {
    return this.#documents.size;
  }

  /** The document at `key`, or undefined when there is none or it belongs to another scope. */
  get(scope: number, key: string): T | undefined {
    const document = this.#documents.get(key);
    return document?.scope === scope ? document : undefined;
  }

  /** The document at `key`, whatever its scope is: for `apply`, which has no caller. */
  find(key: string): T | undefined {
    return this.#documents.get(key);
  }

  values(): IterableIterator<T> {
    return this.#documents.values();
  }

  set(key: string, document: T): void {
    this.#documents.set(key, document);
    this.#changed.add(key);
  }

  drain(sink: TableSink): void {
    for (const key of this.#changed) {
      const document = this.#documents.get(key);
      invariant(document !== undefined, "a changed document exists");
      const earlier = this.#marks.get(key) ?? NEVER_STORED;
      this.#marks.set(key, sink(document.scope, key, encodeDocument(document), earlier));
    }
    this.#changed.clear();
  }

  load(scope: number, key: string, value: Uint8Array, mark: Mark): void {
    const document = decodeDocument<T>(value);
    invariant(document.scope === scope, "a stored document names the scope of its key");
    this.#documents.set(key, document);
    this.#marks.set(key, mark);
  }
}

/**
 * Entries that are written once and only ever read from snapshots: an index, a history. What is
 * written again needs a `RewrittenTable`: a state with a second value is taken for damaged.
 */
export class EntryTable implements Table {
  readonly name: string;
  readonly code: number;
  #added: { scope: number; key: string; value: Uint8Array }[] = [];

  constructor(name: string, code: number) {
    this.name = name;
    this.code = code;
  }

  add(scope: number, key: string, value: Uint8Array): void {
    this.#added.push({ scope, key, value });
  }

  drain(sink: TableSink): void {
    for (const { scope, key, value } of this.#added) {
      this.stored(key, sink(scope, key, value, this.earlier(key)));
    }
    this.#added = [];
  }

  load(_scope: number, _key: string, _value: Uint8Array, _mark: Mark): void {}

  protected earlier(_key: string): Mark {
    return NEVER_STORED;
  }

  protected stored(_key: string, _mark: Mark): void {}
}

/** Entries that are written again now and then, under keys that no two scopes share. */
export class RewrittenTable extends EntryTable {
  readonly #marks = new Map<string, Mark>();

  override load(_scope: number, key: string, _value: Uint8Array, mark: Mark): void {
    this.stored(key, mark);
  }

  protected override earlier(key: string): Mark {
    return this.#marks.get(key) ?? NEVER_STORED;
  }

  protected override stored(key: string, mark: Mark): void {
    this.#marks.set(key, mark);
  }
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
 * Version of keys and documents together. Raised when a new table must know old records, or a
 * document changes: a state of an earlier version is made again from the log at the next start.
 *   1  the first
 *   2  books, accounts by customer
 *   3  a checksum behind every value
 *   4  balances in blocks of their own
 *   5  a sum over all entries
 *   6  blocks of 144 balances
 *   7  a scope for each tenant
 *   8  events counted, effects owed
 */
export const STATE_FORMAT_VERSION = 8;

/** Where the `state` environment stands, and what all its other entries add up to. */
export type StateMeta = {
  formatVersion: number;
  sequence: number;
  entries: number;
  sum: number;
  /** Idempotency keys, so that a start makes room for them once; absent in older states. */
  keys?: number;
};
export const STATE_META_KEY = tableKey(ACTOR_TABLE.meta, 0, "meta");

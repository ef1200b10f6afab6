/**
 * Every idempotency key that a shard has ever seen, each in its key space; no key is ever removed.
 * One text may stand in many spaces, as a key of its own in each. A hash of key and space leads to the
 * place of the key's record (key_slots.ts); the record tells the whole key and its space, which the
 * caller compares. The hash is mixed with a random seed of the process, so that nobody can choose keys
 * that collide. Keys are saved in segments of 24 bytes an entry (the key with its space mixed in, and
 * the place), which only grow at the end: a B-tree insert for each key would cost more than the
 * transfer.
 * Plain twin: a Map, in idempotency_table.test.ts.
 */
import { newView } from "../base/byte_view.ts";
import type { Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { writeUuid } from "../base/uuid.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import { type Mark, NEVER_STORED } from "../contract/tables/table.ts";
import { type KeyHash, KeySlots } from "./key_slots.ts";

/** Entries of a full segment. The last segment is rewritten until it is full. */
export const SEGMENT_ENTRIES = 1_024;
const ENTRY_BYTES = 24;

/** What a state says of the table that wrote it. Version 1 had no key spaces. */
export const IDEMPOTENCY_TABLE = {
  code: SHARD_TABLE.idempotency,
  name: "idempotency",
  version: 2,
} as const;

/** Odd, so that spaces that follow each other change all 32 bits that they are mixed into. */
const SPACE_FACTOR = 0x9e3779b1;

export class IdempotencyTable {
  readonly #slots: KeySlots;
  readonly #seed: number;
  readonly #hash = new Int32Array(2);
  readonly #scratch = Buffer.alloc(16);

  /** Bytes of the entries of the segment that is not full yet, in the order of insertion. */
  #open = Buffer.alloc(SEGMENT_ENTRIES * ENTRY_BYTES);
  #openView = newView(this.#open);
  #openCount = 0;
  #openChanged = false;
  #segment = 0;
  #openMark: Mark = NEVER_STORED;
  /** Full segments that no drain has taken yet. */
  #full: { segment: number; bytes: Uint8Array; earlier: Mark }[] = [];

  constructor(seed: number, slots = new KeySlots()) {
    this.#seed = seed | 0;
    this.#slots = slots;
  }

  get count(): number {
    return this.#slots.count;
  }

  /** True when no further key may be added: see `KeySlots.isFull`. */
  get isFull(): boolean {
    return this.#slots.isFull;
  }

  /**
   * The place whose record `isRecordOf` confirms, or 0. A hash that matches by chance costs one
   * call and changes nothing.
   */
  find(uuid: string, space: number, isRecordOf: (place: Place) => boolean): Place {
    writeUuid(uuid, this.#scratch, 0);
    mixIn(space, this.#scratch, 0);
    return this.#slots.find(this.#hashOf(this.#scratch, 0), isRecordOf);
  }

  /** Adds a key that `find` did not find. */
  add(uuid: string, space: number, place: Place): void {
    writeUuid(uuid, this.#open, this.#openCount * ENTRY_BYTES);
    this.#addOpen(space, place);
  }

  /** Adds a key that `find` did not find; its 16 bytes stand at `offset` of `bytes`. */
  addFrom(bytes: Uint8Array, offset: number, space: number, place: Place): void {
    const at = this.#openCount * ENTRY_BYTES;
    for (let byte = 0; byte < 16; byte++) this.#open[at + byte] = bytes[offset + byte] as number;
    this.#addOpen(space, place);
  }

  /**
   * Gives `sink` the segments that changed since the last drain; their bytes never change
   * afterwards.
   */
  drain(sink: (segment: number, bytes: Uint8Array, earlier: Mark) => Mark): void {
    for (const { segment, bytes, earlier } of this.#full) sink(segment, bytes, earlier);
    this.#full = [];
    if (!this.#openChanged) return;
    const bytes = Buffer.from(this.#open.subarray(0, this.#openCount * ENTRY_BYTES));
    this.#openMark = sink(this.#segment, bytes, this.#openMark);
    this.#openChanged = false;
  }

  /** Makes room for `count` keys in an empty table, so that loading them hardly moves any. */
  reserve(count: number): void {
    this.#slots.reserve(count);
  }

  /** Loads one stored segment. Segments must be loaded in order. */
  load(segment: number, bytes: Uint8Array, mark: Mark): void {
    invariant(segment === this.#segment, "segments are loaded in order");
    const entries = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = entries.length / ENTRY_BYTES;
    invariant(Number.isInteger(count) && count <= SEGMENT_ENTRIES, "a segment has whole entries");
    for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
      this.#slots.add(this.#hashOf(entries, at), entries.readDoubleLE(at + 16));
    }
    if (count === SEGMENT_ENTRIES) {
      this.#segment++;
      return;
    }
    this.#openMark = mark;
    this.#open.set(entries);
    this.#openCount = count;
  }

  /** Adds the key that was just written where the next entry of the open segment begins. */
  #addOpen(space: number, place: Place): void {
    const at = this.#openCount * ENTRY_BYTES;
    mixIn(space, this.#open, at);
    this.#openView.setFloat64(at + 16, place, true);
    this.#slots.add(this.#hashOf(this.#open, at), place);
    this.#openCount++;
    this.#openChanged = true;
    if (this.#openCount < SEGMENT_ENTRIES) return;
    this.#full.push({ segment: this.#segment, bytes: this.#open, earlier: this.#openMark });
    this.#openMark = NEVER_STORED;
    this.#segment++;
    this.#open = Buffer.alloc(SEGMENT_ENTRIES * ENTRY_BYTES);
    this.#openView = newView(this.#open);
    this.#openCount = 0;
    this.#openChanged = false;
  }

  /** The hash of the 16 bytes at `at`, valid until the next one. */
  #hashOf(bytes: Buffer, at: number): KeyHash {
    let low = this.#seed;
    let high = Math.imul(this.#seed ^ 0x6a09e667, 0xcc9e2d51);
    for (let word = 0; word < 16; word += 4) {
      const part = int32At(bytes, at + word);
      low = Math.imul(low ^ part, 0x9e3779b1);
      low ^= low >>> 15;
      low = Math.imul(low, 0x85ebca6b);
      low ^= low >>> 13;
      high = Math.imul(high ^ part, 0xc2b2ae35);
      high ^= high >>> 16;
      high = Math.imul(high, 0x27d4eb2f);
      high ^= high >>> 15;
    }
    this.#hash[0] = low;
    this.#hash[1] = high;
    return this.#hash;
  }
}

/** Mixes the number of a space into the first four bytes of the key at `at`. */
function mixIn(space: number, bytes: Uint8Array, at: number): void {
  const mixed = int32At(bytes, at) ^ Math.imul(space, SPACE_FACTOR);
  bytes[at] = mixed;
  bytes[at + 1] = mixed >>> 8;
  bytes[at + 2] = mixed >>> 16;
  bytes[at + 3] = mixed >>> 24;
}

function int32At(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}

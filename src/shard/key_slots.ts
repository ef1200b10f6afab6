/**
 * From the hash of a key to the place of its record: open addressing, 12 bytes an entry, in many small
 * tables instead of one. A key's hash chooses its part; a part that is full doubles by itself, so that
 * one step moves at most half of `SLOTS_MAX` entries, 1 ms, however many keys there are, and the memory
 * of one part is there twice, not that of all. The parts double at different fills, from 55 to 75 %,
 * so that not all of them do it at the same time.
 *
 * An entry has 43 bits of the hash. With the 14 bits that choose the part, and 17 that choose the
 * slot, which are among the 43, a new key is taken for a known one by chance, at 1,000 million keys,
 * once in 10 million times; it then costs one look at a record.
 * Plain twin: a Map, in key_slots.test.ts. Figures: decision 0013.
 */
import type { Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { SLOT_WORDS, SlotMemory } from "./slot_memory.ts";

/** The words of a slot: the low hash; the low place; 21 bits of the place below 11 of the hash. */
const WORDS = SLOT_WORDS;
const PLACE_HIGH_BITS = 21;
const PLACE_HIGH_MASK = 2 ** PLACE_HIGH_BITS - 1;
const LOW_RANGE = 2 ** 32;
/** Words that the directory has for each part: slab, first word, slots, entries. */
const PART = { slab: 0, from: 1, slots: 2, entries: 3, words: 4 } as const;

export const PARTS = 2 ** 14;
/** The most slots of a part: at 75 % of them in one part the table takes no more keys. */
export const SLOTS_MAX = 2 ** 17;
const SLOTS_MIN = 4;
const FILL_LEAST = 0.55;
const FILL_MOST = 0.75;

/** A hash of 64 bits: the low half, the high half. */
export type KeyHash = Int32Array;

export class KeySlots {
  readonly #parts: number;
  readonly #partShift: number;
  readonly #slotsMax: number;
  readonly #directory: Uint32Array;
  readonly #memory = new SlotMemory();
  #count = 0;
  #isFull = false;

  /** `parts` and `slotsMax` are powers of two. */
  constructor({ parts = PARTS, slotsMax = SLOTS_MAX } = {}) {
    const arePowers = Number.isInteger(Math.log2(parts)) && Number.isInteger(Math.log2(slotsMax));
    invariant(arePowers && slotsMax >= SLOTS_MIN, "parts and slots are powers of two");
    this.#parts = parts;
    this.#partShift = 32 - Math.log2(parts);
    this.#slotsMax = slotsMax;
    this.#directory = new Uint32Array(parts * PART.words);
  }

  get count(): number {
    return this.#count;
  }

  /**
   * True when a part is as large and as full as it may be, which is at some 1,600 million keys. Those
   * that are asked about then are still found; whoever adds must ask first.
   */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** The first place with this hash that `isRecordOf` confirms, or 0. */
  find(hash: KeyHash, isRecordOf: (place: Place) => boolean): Place {
    const low = hash[0] as number;
    const high = hash[1] as number;
    const directory = this.#directory;
    const part = this.#partOf(high);
    const slots = directory[part + PART.slots] as number;
    if (slots === 0) return 0;
    const slab = this.#memory.slab(directory[part + PART.slab] as number);
    const from = directory[part + PART.from] as number;
    for (let slot = low & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const at = from + slot * WORDS;
      const placeLow = slab[at + 1] as number;
      const last = slab[at + 2] as number;
      if (placeLow === 0 && last === 0) return 0;
      if (slab[at] !== low || (last ^ (high << PLACE_HIGH_BITS)) >>> PLACE_HIGH_BITS !== 0)
        continue;
      const place = (last & PLACE_HIGH_MASK) * LOW_RANGE + (placeLow >>> 0);
      if (isRecordOf(place)) return place;
    }
  }

  /** Adds an entry, whether there is one with this hash or not. `place` is not 0. */
  add(hash: KeyHash, place: Place): void {
    const low = hash[0] as number;
    const high = hash[1] as number;
    const directory = this.#directory;
    const part = this.#partOf(high);
    const entries = (directory[part + PART.entries] as number) + 1;
    if (entries > (directory[part + PART.slots] as number) * this.#fillOf(part)) {
      this.#grow(part, entries);
    }
    const placeHigh = Math.floor(place / LOW_RANGE);
    const last = (high << PLACE_HIGH_BITS) | placeHigh;
    const slab = this.#memory.slab(directory[part + PART.slab] as number);
    const from = directory[part + PART.from] as number;
    insert(slab, from, (directory[part + PART.slots] as number) - 1, low, place | 0, last);
    directory[part + PART.entries] = entries;
    this.#count++;
  }

  /** Makes room for `count` keys in an empty table, so that loading them moves none. */
  reserve(count: number): void {
    invariant(this.#count === 0, "room is made before the first key");
    let slots = SLOTS_MIN;
    while (slots * this.#parts * FILL_LEAST < count && slots < this.#slotsMax) slots *= 2;
    if (count < this.#parts) return;
    for (let part = 0; part < this.#directory.length; part += PART.words) {
      if ((this.#directory[part + PART.slots] as number) < slots) this.#resize(part, slots);
    }
  }

  /** Where the part of a hash begins in the directory. */
  #partOf(high: number): number {
    return (this.#partShift === 32 ? 0 : high >>> this.#partShift) * PART.words;
  }

  /** The share of its slots at which a part doubles. */
  #fillOf(part: number): number {
    return FILL_LEAST + ((FILL_MOST - FILL_LEAST) * part) / (this.#parts * PART.words);
  }

  #grow(part: number, entries: number): void {
    const slots = this.#directory[part + PART.slots] as number;
    if (slots < this.#slotsMax) {
      this.#resize(part, Math.max(SLOTS_MIN, slots * 2));
      return;
    }
    if (entries >= slots * FILL_MOST) this.#isFull = true;
    invariant(entries < slots, "a table that is full is not added to");
  }

  /** Moves the entries of a part to a piece with so many slots. */
  #resize(part: number, slots: number): void {
    const directory = this.#directory;
    const oldSlots = directory[part + PART.slots] as number;
    const oldSlab = directory[part + PART.slab] as number;
    const oldFrom = directory[part + PART.from] as number;
    const { slab, from } = this.#memory.take(slots);
    directory[part + PART.slab] = slab;
    directory[part + PART.from] = from;
    directory[part + PART.slots] = slots;
    if (oldSlots === 0) return;
    const old = this.#memory.slab(oldSlab);
    const target = this.#memory.slab(slab);
    const end = oldFrom + oldSlots * WORDS;
    for (let at = oldFrom; at < end; at += WORDS) {
      const placeLow = old[at + 1] as number;
      const last = old[at + 2] as number;
      if (placeLow === 0 && last === 0) continue;
      insert(target, from, slots - 1, old[at] as number, placeLow, last);
    }
    this.#memory.giveBack({ slab: oldSlab, from: oldFrom }, oldSlots);
  }
}

/** Puts an entry into the first free slot from that of its hash on; there is a free one. */
function insert(
  slab: Int32Array,
  from: number,
  mask: number,
  low: number,
  placeLow: number,
  last: number,
): void {
  let slot = low & mask;
  for (;;) {
    const at = from + slot * WORDS;
    if (slab[at + 1] === 0 && slab[at + 2] === 0) {
      slab[at] = low;
      slab[at + 1] = placeLow;
      slab[at + 2] = last;
      return;
    }
    slot = (slot + 1) & mask;
  }
}

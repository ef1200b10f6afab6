/**
 * Finds numbers by the 26 characters of ids, and the characters by the number, without an object for
 * each: an id takes 28 bytes of a column and 6 to 11 of an open-addressing table. A million texts in a
 * `Map` are slower to find, to load and to mark for the garbage collector.
 * Gain: see P6 in decision 0027. Plain twin: a Map, in suffix_table.test.ts.
 */
import { grown } from "./growable.ts";
import { ID_SUFFIX_LENGTH } from "./id.ts";
import { invariant } from "./invariant.ts";

/** Four characters in a word; the last word has two. */
const WORDS = 7;
const FILL_MAX = 0.7;
const CAPACITY_FIRST = 1_024;

/** Characters of one byte each, from `at` on; whoever has bytes needs no text. */
type Characters = string | Uint8Array;

export class SuffixTable {
  /** The words of each number. */
  #words = new Uint32Array(CAPACITY_FIRST * WORDS);
  /** Numbers + 1, by hash; 0 is a free slot. */
  #slots = new Uint32Array(CAPACITY_FIRST);
  #size = 0;
  /** The words that were taken apart last. */
  readonly #sought = new Uint32Array(WORDS);

  get size(): number {
    return this.#size;
  }

  /** The number of the suffix that stands from `at` on in a text; -1 when there is none. */
  find(text: string, at = 0): number {
    return text.length - at === ID_SUFFIX_LENGTH && takeText(text, at, this.#sought)
      ? this.#find()
      : -1;
  }

  /** The number of the suffix that stands as 26 bytes from `at` on; -1 where the table has it not. */
  findIn(bytes: Uint8Array, at: number): number {
    takeBytes(bytes, at, this.#sought);
    return this.#find();
  }

  /** The number of the suffix that stands as 26 bytes of the view from `at` on; -1 where the table has it not. */
  findAt(view: DataView, at: number): number {
    takeView(view, at, this.#sought);
    return this.#find();
  }

  /** Gives `number` the suffix from `at` on, which no number has yet. */
  add(number: number, suffix: Characters, at = 0): void {
    if (typeof suffix !== "string") takeBytes(suffix, at, this.#sought);
    else {
      const isSuffix =
        suffix.length - at === ID_SUFFIX_LENGTH && takeText(suffix, at, this.#sought);
      invariant(isSuffix, "an id ends with 26 characters of one byte");
    }
    const slot = this.#slotOf();
    invariant(this.#slots[slot] === 0, "an id is new");
    this.#words = grown(this.#words, (number + 1) * WORDS);
    this.#words.set(this.#sought, number * WORDS);
    this.#slots[slot] = number + 1;
    this.#size++;
    if (this.#size > this.#slots.length * FILL_MAX) this.#grow();
  }

  /** The text `prefix` with the suffix of a number behind it; `prefix` has at most 6 characters. */
  text(number: number, prefix = ""): string {
    for (let index = 0; index < prefix.length; index++) TEXT[index] = prefix.charCodeAt(index);
    let to = prefix.length;
    const from = number * WORDS;
    for (let index = from; index < from + WORDS; index++) {
      const word = this.#words[index] as number;
      TEXT[to] = word;
      TEXT[to + 1] = word >>> 8;
      TEXT[to + 2] = word >>> 16;
      TEXT[to + 3] = word >>> 24;
      to += 4;
    }
    return TEXT.latin1Slice(0, prefix.length + ID_SUFFIX_LENGTH);
  }

  #find(): number {
    return (this.#slots[this.#slotOf()] as number) - 1;
  }

  /** The slot of the sought words, or the free one where they would stand. */
  #slotOf(): number {
    const sought = this.#sought;
    const words = this.#words;
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hashOf(sought, 0) & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot] as number;
      if (number === 0) return slot;
      const from = (number - 1) * WORDS;
      let index = 0;
      while (index < WORDS && words[from + index] === sought[index]) index++;
      if (index === WORDS) return slot;
    }
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    const mask = slots.length - 1;
    for (const number of old) {
      if (number === 0) continue;
      let slot = hashOf(this.#words, (number - 1) * WORDS) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}

/** Bytes of a text under construction: a prefix and seven words. */
const TEXT = Buffer.alloc(6 + WORDS * 4) as Buffer & {
  latin1Slice(start: number, end: number): string;
};

function hashOf(words: Uint32Array, from: number): number {
  let hash = 0;
  for (let index = from; index < from + WORDS; index++) {
    hash = Math.imul(hash ^ (words[index] as number), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Puts the characters into words; false when one of them has more than one byte. */
function takeText(text: string, at: number, words: Uint32Array): boolean {
  let all = 0;
  for (let index = 0; index < WORDS - 1; index++) {
    const from = at + index * 4;
    const a = text.charCodeAt(from);
    const b = text.charCodeAt(from + 1);
    const c = text.charCodeAt(from + 2);
    const d = text.charCodeAt(from + 3);
    all |= a | b | c | d;
    words[index] = a | (b << 8) | (c << 16) | (d << 24);
  }
  const a = text.charCodeAt(at + 24);
  const b = text.charCodeAt(at + 25);
  words[6] = a | (b << 8);
  return (all | a | b) < 256;
}

function takeBytes(bytes: Uint8Array, at: number, words: Uint32Array): void {
  for (let index = 0; index < WORDS - 1; index++) {
    const from = at + index * 4;
    words[index] =
      (bytes[from] as number) |
      ((bytes[from + 1] as number) << 8) |
      ((bytes[from + 2] as number) << 16) |
      ((bytes[from + 3] as number) << 24);
  }
  words[6] = (bytes[at + 24] as number) | ((bytes[at + 25] as number) << 8);
}

function takeView(view: DataView, at: number, words: Uint32Array): void {
  for (let index = 0; index < WORDS - 1; index++) {
    words[index] = view.getUint32(at + index * 4, true);
  }
  words[WORDS - 1] = view.getUint16(at + 24, true);
}

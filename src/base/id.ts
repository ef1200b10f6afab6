/**
 * Identifiers: `prefix_` and 26 characters of Crockford base32, ordered by time, carrying the place
 * of the record that made them, so that a lookup by id is one read of the log.
 *
 *   characters  0..8   9..10   11..21          22..23   24..25
 *   holds       time   shard   hidden place    sub      check
 *   bits        45     10      55              10       10
 *
 * time: milliseconds since 1970 UTC. sub: a number among the resources that one record made. check:
 * reveals a mistyped id; it is made of the other digits as they stand in the text.
 * place: that of the record in the shard's log, `frame * 2^15 + index`. A log counts the business of
 * all its tenants, so the place is hidden (decision 0110): an offset of 55 bits is added to it without
 * carry. The offset depends on the time, the shard and the key of ids (`useIdKey`), which nobody has
 * outside of the server. Ids of a time before the key was made have the offset 0.
 * Text order of two suffixes is their order of creation within a shard: all ids of one millisecond
 * have one offset, and `timeInOrder` gives no record a time at which the sum is about to overflow.
 * The layout is ours alone: to clients an id is opaque.
 */
import { copyText, newView } from "./byte_view.ts";
import {
  findOffset,
  HIGH_MASK,
  knowingOffset,
  LOW_MASK,
  OFFSET,
  showingPlaces,
} from "./hidden_place.ts";
import { invariant } from "./invariant.ts";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Characters after the prefix. */
export const ID_SUFFIX_LENGTH = 26;
/** Records of one frame. A place is `frame * RECORDS_PER_FRAME + index`, a safe integer. */
export const RECORDS_PER_FRAME = 8_192;
/** The most resources of one kind that one record can make (a batch of 1,000 transfers fits). */
export const SUBS_PER_RECORD = 1_024;

const VALUES = new Int8Array(128).fill(-1);
for (let value = 0; value < 32; value++) VALUES[ALPHABET.charCodeAt(value)] = value;

/** The latest time that an id can hold: the year 3084. */
const TIME_MS_MAX = 2 ** 45 - 1;
const SHARD_MAX = 2 ** 10 - 1;
const FRAME_MAX = 2 ** 40 - 1;

/**
 * Where a record stands in its shard's log: `frame * RECORDS_PER_FRAME + index`. 0 means nowhere.
 */
export type Place = number;

/** What an id says about its origin. `timeMs` is when it was made. */
export type IdOrigin = { timeMs: number; shard: number; place: Place; sub: number };

export function placeOf(frame: number, index: number): Place {
  return frame * RECORDS_PER_FRAME + index;
}
export function frameOf(place: Place): number {
  return Math.floor(place / RECORDS_PER_FRAME);
}
export function indexOf(place: Place): number {
  return place % RECORDS_PER_FRAME;
}

/**
 * The suffix that was written last, one byte a character. It is written in place and copied out as
 * one flat text: V8 keeps a text that is added up from parts as a tree, and an answer that holds
 * the id three times walked that tree three times (431 -> 231 ns for each id where every id is of
 * another record, 275 -> 188 ns where the records are of one frame). Plain twin: id.test.ts.
 */
const WRITTEN = Buffer.alloc(ID_SUFFIX_LENGTH);
const WRITTEN_VIEW = newView(WRITTEN);
const DIGITS = Buffer.from(ALPHABET, "latin1");
/** Two digits, by their value, as they stand in memory: the low byte first. */
const PAIRS = Uint16Array.from(
  { length: 1_024 },
  (_, value) => (DIGITS[value >> 5] as number) | ((DIGITS[value & 31] as number) << 8),
);
/** Bits of the index within a frame, in a place as it stands in an id. */
const INDEX_BITS = 15;
const INDEX_MASK = 2 ** INDEX_BITS - 1;
const FRAME_STEP = 2 ** INDEX_BITS;
/** A sum whose upper bits are from here on is about to overflow: within a million frames. */
const HIGH_LAST = HIGH_MASK - 31;
/** Digits that bitwise operators take at once: six digits of 5 bits are 30 of their 31 bits. */
const LOW_DIGITS = 6;
const LOW_RANGE = 2 ** 30;
let writtenTimeMs = -1;
let writtenShard = -1;
/** The hidden place that is written, as its higher 25 and its lower 30 bits. */
let writtenHigh = -1;
let writtenLow = -1;

let lastKeys = -1;
let lastTimeMs = -1;
let lastShard = -1;
let lastPlace = -1;
let lastSub = -1;
let lastSuffix = "";

/** The 26 characters for an origin. Same origin and key of ids, same text. */
export function encodeIdSuffix(timeMs: number, shard: number, place: Place, sub: number): string {
  const isLast = place === lastPlace && sub === lastSub && timeMs === lastTimeMs;
  if (isLast && shard === lastShard && OFFSET.keys === lastKeys) return lastSuffix;
  lastSuffix = encode(timeMs, shard, place, sub);
  lastPlace = place;
  lastSub = sub;
  lastTimeMs = timeMs;
  lastShard = shard;
  lastKeys = OFFSET.keys;
  return lastSuffix;
}

/** The suffix of an id of examples and documents, which has no key and shows its place; of shard 0. */
export function exampleIdSuffix(timeMs: number, place: Place): string {
  return showingPlaces(() => encode(timeMs, 0, place, 0));
}

/** Writes the 26 characters of an origin at `at`, one byte each: `encodeIdSuffix` as bytes. */
export function writeIdSuffix(
  into: DataView,
  at: number,
  { timeMs, shard, place, sub }: IdOrigin,
): void {
  compose(timeMs, shard, place, sub);
  copyText(WRITTEN_VIEW, 0, into, at, ID_SUFFIX_LENGTH);
}

/**
 * Writes the suffixes of the subs 0 up to `count` of one record, `stride` bytes from one to the next:
 * they differ in their last four characters. Plain twin: `encodeIdSuffix`, in id.test.ts.
 */
export function writeIdSuffixes(
  into: DataView,
  { at, stride, count }: { at: number; stride: number; count: number },
  { timeMs, shard, place }: Omit<IdOrigin, "sub">,
): void {
  if (count === 0) return;
  compose(timeMs, shard, place, count - 1);
  const a = WRITTEN_VIEW.getUint32(0, true);
  const b = WRITTEN_VIEW.getUint32(4, true);
  const c = WRITTEN_VIEW.getUint32(8, true);
  const d = WRITTEN_VIEW.getUint32(12, true);
  const e = WRITTEN_VIEW.getUint32(16, true);
  const f = WRITTEN_VIEW.getUint16(20, true);
  const common = placeHash(timeMs, shard, writtenHigh, writtenLow);
  for (let sub = 0, to = at; sub < count; sub++, to += stride) {
    const check = checkOfHash(common, sub);
    into.setUint32(to, a, true);
    into.setUint32(to + 4, b, true);
    into.setUint32(to + 8, c, true);
    into.setUint32(to + 12, d, true);
    into.setUint32(to + 16, e, true);
    into.setUint16(to + 20, f, true);
    into.setUint16(to + 22, PAIRS[sub] as number, true);
    into.setUint16(to + 24, PAIRS[check] as number, true);
  }
}

function encode(timeMs: number, shard: number, place: Place, sub: number): string {
  compose(timeMs, shard, place, sub);
  return WRITTEN.toString("latin1");
}

/** Writes the suffix of an origin into `WRITTEN`. */
function compose(timeMs: number, shard: number, place: Place, sub: number): void {
  const frame = frameOf(place);
  const fits =
    isWithin(timeMs, TIME_MS_MAX) &&
    isWithin(shard, SHARD_MAX) &&
    isWithin(frame, FRAME_MAX) &&
    isWithin(sub, SUBS_PER_RECORD - 1);
  invariant(fits, "an id component fits its digits");
  if (timeMs !== writtenTimeMs) {
    writeDigits(timeMs, 0, 9);
    writtenTimeMs = timeMs;
  }
  if (shard !== writtenShard) {
    writeDigits(shard, 9, 11);
    writtenShard = shard;
  }
  findOffset(timeMs, shard);
  const lower = lowOf(frame, place - frame * RECORDS_PER_FRAME) + OFFSET.low;
  const low = lower & LOW_MASK;
  const high = (highOf(frame) + OFFSET.high + (lower > LOW_MASK ? 1 : 0)) & HIGH_MASK;
  if (high !== writtenHigh) writeDigits(high, 11, 16);
  if (low !== writtenLow) {
    WRITTEN_VIEW.setUint16(16, PAIRS[low >>> 20] as number, true);
    WRITTEN_VIEW.setUint16(18, PAIRS[(low >>> 10) & 1_023] as number, true);
    WRITTEN_VIEW.setUint16(20, PAIRS[low & 1_023] as number, true);
  }
  writtenHigh = high;
  writtenLow = low;
  const check = checkOfHash(placeHash(timeMs, shard, high, low), sub);
  WRITTEN_VIEW.setUint16(22, PAIRS[sub] as number, true);
  WRITTEN_VIEW.setUint16(24, PAIRS[check] as number, true);
}

/**
 * Writes a whole number in base 32 at the characters `from` up to `to`; the number must fit there.
 */
function writeDigits(value: number, from: number, to: number): void {
  const high = Math.floor(value / LOW_RANGE);
  let rest = value - high * LOW_RANGE;
  let at = to - 1;
  for (const stop = Math.max(from, to - LOW_DIGITS); at >= stop; at--) {
    WRITTEN[at] = DIGITS[rest & 31] as number;
    rest >>>= 5;
  }
  for (rest = high; at >= from; at--) {
    WRITTEN[at] = DIGITS[rest & 31] as number;
    rest >>>= 5;
  }
}

/** The numbers in the suffix that was parsed last; `high` and `low` are the hidden place. */
const PARSED = { timeMs: 0, shard: 0, high: 0, low: 0, sub: 0 };

/**
 * The origin in a suffix; undefined when the text is no suffix (wrong characters, length, check). The
 * place is 0, which is nowhere, where the digits hide no place: somebody has made them up.
 */
export function decodeIdSuffix(suffix: string): IdOrigin | undefined {
  if (!isIdSuffix(suffix)) return undefined;
  const { timeMs, shard, sub } = PARSED;
  findOffset(timeMs, shard);
  const lower = PARSED.low - OFFSET.low;
  const low = lower & LOW_MASK;
  const high = (PARSED.high - OFFSET.high - (lower < 0 ? 1 : 0)) & HIGH_MASK;
  const index = low & INDEX_MASK;
  const isPlace = index < RECORDS_PER_FRAME;
  const place = isPlace ? placeOf(high * FRAME_STEP + (low >>> INDEX_BITS), index) : 0;
  return { timeMs, shard, place, sub };
}

/** Whether the text has the characters, the length and the check of a suffix. Needs no key. */
export function isIdSuffix(suffix: string): boolean {
  if (suffix.length !== ID_SUFFIX_LENGTH) return false;
  const timeMs = number(suffix, 0, 9);
  const shard = number(suffix, 9, 11);
  const high = number(suffix, 11, 16);
  const low = number(suffix, 16, 22);
  const sub = number(suffix, 22, 24);
  if (timeMs < 0 || shard < 0 || high < 0 || low < 0 || sub < 0) return false;
  PARSED.timeMs = timeMs;
  PARSED.shard = shard;
  PARSED.high = high;
  PARSED.low = low;
  PARSED.sub = sub;
  return number(suffix, 24, 26) === checkOfHash(placeHash(timeMs, shard, high, low), sub);
}

/**
 * Runs something that makes the ids of one record alone, whose own suffix and place are given: for who
 * checks a record of others and has no key of ids. Any place will do, as long as it is used for this record.
 */
export function knowingRecord<T>(suffix: string, place: Place, run: () => T): T {
  invariant(isIdSuffix(suffix), "the suffix of a record is well formed");
  const { timeMs, shard } = PARSED;
  const lower = PARSED.low - lowOf(frameOf(place), indexOf(place));
  const high = PARSED.high - highOf(frameOf(place)) - (lower < 0 ? 1 : 0);
  return knowingOffset({ timeMs, shard, high, low: lower }, run);
}

/** The higher 25 bits of a place. */
function highOf(frame: number): number {
  return Math.floor(frame / FRAME_STEP);
}

/** The lower 30 bits of a place. */
function lowOf(frame: number, index: number): number {
  return ((frame & INDEX_MASK) << INDEX_BITS) | index;
}

/** The suffix of `id` when it has `prefix` and is well formed, else undefined. Needs no key. */
export function suffixOf(prefix: string, id: string): string | undefined {
  if (id.length !== prefix.length + 1 + ID_SUFFIX_LENGTH) return undefined;
  if (id.charCodeAt(prefix.length) !== 95 || !id.startsWith(prefix)) return undefined;
  const suffix = id.slice(prefix.length + 1);
  return isIdSuffix(suffix) ? suffix : undefined;
}

/** The origin of `id` when it has `prefix` and is well formed, else undefined. */
export function originOf(prefix: string, id: string): IdOrigin | undefined {
  const suffix = suffixOf(prefix, id);
  return suffix === undefined ? undefined : decodeIdSuffix(suffix);
}

/** The time a well-formed suffix was made, in milliseconds UTC. */
export function timeMsOfSuffix(suffix: string): number {
  const timeMs = number(suffix, 0, 9);
  invariant(timeMs >= 0, "a stored id suffix is well formed");
  return timeMs;
}

/**
 * `timeMs`, or the first time after it at which the places from `place` on stay in order: at one of a
 * million times the sum of place and offset is about to overflow. Every record's time comes from here.
 */
export function timeInOrder(timeMs: number, shard: number, place: Place): number {
  for (let atMs = timeMs; ; atMs++) {
    findOffset(atMs, shard);
    const high = highOf(frameOf(place)) + OFFSET.high;
    if ((high & HIGH_MASK) < HIGH_LAST) return atMs;
  }
}

/** The number of the shard or edge that made a well-formed suffix. */
export function shardOfSuffix(suffix: string): number {
  return number(suffix, 9, 11);
}

/** The smallest suffix text made at `timeMs`: a bound for range reads, not an id. */
export function lowestSuffixAt(timeMs: number): string {
  return digits(Math.min(Math.max(0, timeMs), TIME_MS_MAX), 9).padEnd(ID_SUFFIX_LENGTH, "0");
}

function digits(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) {
    text = ALPHABET[rest % 32] + text;
  }
  return text;
}

function isWithin(value: number, max: number): boolean {
  return value >= 0 && value <= max;
}

function number(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    const digit = code < 128 ? (VALUES[code] as number) : -1;
    if (digit < 0) return -1;
    value = value * 32 + digit;
  }
  return value;
}

/** The part of the check that all ids of one record have in common. */
function placeHash(timeMs: number, shard: number, high: number, low: number): number {
  const frameLow = (high << INDEX_BITS) | (low >>> INDEX_BITS);
  const frameHigh = high >>> (32 - INDEX_BITS);
  let hash = Math.imul((timeMs >>> 0) ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ Math.floor(timeMs / 4_294_967_296), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15) ^ frameLow, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 13) ^ frameHigh, 0x165667b1);
  return hash ^ (hash >>> 16) ^ (shard << 23) ^ ((low & INDEX_MASK) << 10);
}

function checkOfHash(placeHash: number, sub: number): number {
  const hash = Math.imul(placeHash ^ sub, 0x85ebca6b);
  return (hash ^ (hash >>> 16)) & 1_023;
}

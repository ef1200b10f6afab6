/**
 * Identifiers: `prefix_` and 26 characters of Crockford base32, ordered by time, carrying the place
 * of the record that made them, so that a lookup by id is one read of the log.
 *
 *   characters  0..8   9..10   11..18   19..21   22..23   24..25
 *   holds       time   shard   frame    index    sub      check
 *   bits        45     10      40       15       10       10
 *
 * time: milliseconds since 1970 UTC. frame and index: the place of the record in the shard's log.
 * sub: a number among the resources that one record made. check: reveals a mistyped id.
 * Text order of two suffixes is their order of creation within a shard.
 * The layout is ours alone: to clients an id is opaque.
 */
import { copyText, newView } from "./byte_view.ts";
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
/** Digits that bitwise operators take at once: six digits of 5 bits are 30 of their 31 bits. */
const LOW_DIGITS = 6;
const LOW_RANGE = 2 ** 30;
let writtenTimeMs = -1;
let writtenShard = -1;
let writtenFrame = -1;

let lastTimeMs = -1;
let lastShard = -1;
let lastPlace = -1;
let lastSub = -1;
let lastSuffix = "";

/** The 26 characters for an origin. Same origin, same text. */
export function encodeIdSuffix(timeMs: number, shard: number, place: Place, sub: number): string {
  if (place === lastPlace && sub === lastSub && timeMs === lastTimeMs && shard === lastShard) {
    return lastSuffix;
  }
  lastSuffix = encode(timeMs, shard, place, sub);
  lastPlace = place;
  lastSub = sub;
  lastTimeMs = timeMs;
  lastShard = shard;
  return lastSuffix;
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
  const hash = frameHash(timeMs, frameOf(place));
  const index = place % RECORDS_PER_FRAME;
  for (let sub = 0, to = at; sub < count; sub++, to += stride) {
    const check = checkOfHash(hash, shard, index, sub);
    into.setUint32(to, a, true);
    into.setUint32(to + 4, b, true);
    into.setUint32(to + 8, c, true);
    into.setUint32(to + 12, d, true);
    into.setUint32(to + 16, e, true);
    into.setUint16(to + 20, f, true);
    into.setUint16(to + 22, twoDigits(sub), true);
    into.setUint16(to + 24, twoDigits(check), true);
  }
}

/** Two digits of base 32 as they stand in memory, the low byte first. */
function twoDigits(value: number): number {
  return (DIGITS[value >> 5] as number) | ((DIGITS[value & 31] as number) << 8);
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
  if (frame !== writtenFrame) {
    writeDigits(frame, 11, 19);
    writtenFrame = frame;
  }
  const index = place % RECORDS_PER_FRAME;
  const check = checkOf(timeMs, shard, frame, index, sub);
  WRITTEN[19] = DIGITS[index >> 10] as number;
  WRITTEN[20] = DIGITS[(index >> 5) & 31] as number;
  WRITTEN[21] = DIGITS[index & 31] as number;
  WRITTEN[22] = DIGITS[sub >> 5] as number;
  WRITTEN[23] = DIGITS[sub & 31] as number;
  WRITTEN[24] = DIGITS[check >> 5] as number;
  WRITTEN[25] = DIGITS[check & 31] as number;
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

/**
 * The origin in a suffix; undefined when the text is no suffix (wrong characters, length, check).
 */
export function decodeIdSuffix(suffix: string): IdOrigin | undefined {
  if (suffix.length !== ID_SUFFIX_LENGTH) return undefined;
  const timeMs = number(suffix, 0, 9);
  const shard = number(suffix, 9, 11);
  const frame = number(suffix, 11, 19);
  const index = number(suffix, 19, 22);
  const sub = number(suffix, 22, 24);
  const check = number(suffix, 24, 26);
  if (timeMs < 0 || shard < 0 || frame < 0 || index < 0 || sub < 0 || check < 0) return undefined;
  if (index >= RECORDS_PER_FRAME) return undefined;
  if (check !== checkOf(timeMs, shard, frame, index, sub)) return undefined;
  return { timeMs, shard, place: placeOf(frame, index), sub };
}

/** The suffix of `id` when it has `prefix` and is well formed, else undefined. */
export function suffixOf(prefix: string, id: string): string | undefined {
  if (id.length !== prefix.length + 1 + ID_SUFFIX_LENGTH) return undefined;
  if (id.charCodeAt(prefix.length) !== 95 || !id.startsWith(prefix)) return undefined;
  const suffix = id.slice(prefix.length + 1);
  return decodeIdSuffix(suffix) === undefined ? undefined : suffix;
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

function checkOf(timeMs: number, shard: number, frame: number, index: number, sub: number): number {
  return checkOfHash(frameHash(timeMs, frame), shard, index, sub);
}

/** The part of the check that all ids of one frame and time have in common. */
function frameHash(timeMs: number, frame: number): number {
  let hash = Math.imul((timeMs >>> 0) ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ Math.floor(timeMs / 4_294_967_296), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15) ^ (frame >>> 0), 0x27d4eb2f);
  return Math.imul(hash ^ (hash >>> 13) ^ Math.floor(frame / 4_294_967_296), 0x165667b1);
}

function checkOfHash(frameHash: number, shard: number, index: number, sub: number): number {
  const mixed = frameHash ^ (frameHash >>> 16) ^ (shard << 23) ^ (index << 10) ^ sub;
  const hash = Math.imul(mixed, 0x85ebca6b);
  return (hash ^ (hash >>> 16)) & 1_023;
}

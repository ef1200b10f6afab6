/**
 * Counters of one minute, shared by all threads without a lock: the memory under `rate_limit.ts`.
 *
 * One SharedArrayBuffer of 32-bit words: a header, then cells. A cell is `tag << 24 | payload`; the
 * tag says in which window the payload was written, so that a window ends for all cells at once
 * and nobody has to clear them. Payload 0 is an empty cell whatever its tag.
 *
 * The tag is not the clock's minute but the *tick*: how many windows had any traffic, modulo 256.
 * Window and tick stand in one word, `minute mod 2^24 << 8 | tick`, and move in one CAS. An idle
 * night is one tick, so a tag cannot wrap while nobody is there to look after it.
 *
 * Why a tag is never mistaken for that of 256 ticks ago: whoever moves the tick sweeps one 64th of
 * the cells, emptying those two ticks old or more, so that each is looked at every 64 ticks; three
 * threads in a row would have to die in the same sweep. A tag that differs is past or newer than
 * the tick its reader knows; the clock, read after the cell, tells which, and on "newer" the reader
 * starts over. What is left: a thread that stands still inside one take, from reading the clock to
 * its CAS, for two whole windows with traffic, may admit that one take uncounted.
 *
 * Cost: a sweep is some 20,000 loads once a minute on one thread. An atomic load and CAS instead of
 * a plain addition is measured in `README.md`. The plain twin is in `rate_limit.test.ts`.
 */
import { randomBytes } from "node:crypto";
import { invariant } from "../base/invariant.ts";

/** Length of a window (specification, Limits: fixed 60-second windows). */
export const WINDOW_MS = 60_000;
/** Payload of a cell: 24 bits. */
export const PAYLOAD_MASK = 0xff_ffff;

/** Memory for every thread of one process; plain data that `workerData` can carry. */
export type RateLimitMemory = SharedArrayBuffer;
export type RateLimitCapacity = { credentialSlots: number; addressSlots: number };

/** 4 MiB for the keys, 1.5 MiB for the addresses; pages that are never touched cost nothing. */
const DEFAULT_CAPACITY: RateLimitCapacity = { credentialSlots: 1_048_576, addressSlots: 131_072 };

/** Where things stand in the words. The seed keeps a stranger from choosing colliding addresses. */
const CLOCK_AT = 0;
const SEED_AT = 1;
const CREDENTIAL_SLOTS_AT = 3;
const ADDRESS_SLOTS_AT = 4;
/** The header has a cache line of its own: it is read by all and hardly ever written. */
const HEADER_WORDS = 16;
/** An address: two words of its hash, one of its count. */
export const ADDRESS_WORDS = 3;
/** One shared count for keys beyond the slots, one each for addresses of the two budgets. */
const OVERFLOW_WORDS = 3;
const SWEEP_PARTS = 64;
const CLOCK_MINUTES = 0x100_0000;
/** A clock may lag this many windows behind another thread's before it counts as set back. */
const LAG_WINDOWS_MAX = 2;

/** The words of a memory and where each kind of cell begins. */
export type RateWords = {
  readonly words: Int32Array;
  readonly seedLow: number;
  readonly seedHigh: number;
  readonly credentialSlots: number;
  /** A power of two. */
  readonly addressSlots: number;
  readonly credentialsAt: number;
  readonly addressesAt: number;
  readonly overflowAt: number;
};

/** Empty memory. Made once by the main thread and handed to each worker. */
export function createRateLimitMemory(capacity: Partial<RateLimitCapacity> = {}): RateLimitMemory {
  const { credentialSlots, addressSlots } = { ...DEFAULT_CAPACITY, ...capacity };
  invariant(Number.isSafeInteger(credentialSlots) && credentialSlots > 0, "there are slots");
  invariant(Math.log2(addressSlots) % 1 === 0, "address slots are a power of two");
  const count = HEADER_WORDS + credentialSlots + addressSlots * ADDRESS_WORDS + OVERFLOW_WORDS;
  const memory = new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT);
  const words = new Int32Array(memory);
  const seed = randomBytes(8);
  words[SEED_AT] = seed.readInt32LE(0);
  words[SEED_AT + 1] = seed.readInt32LE(4);
  words[CREDENTIAL_SLOTS_AT] = credentialSlots;
  words[ADDRESS_SLOTS_AT] = addressSlots;
  return memory;
}

export function openRateWords(memory: RateLimitMemory): RateWords {
  const words = new Int32Array(memory);
  const credentialSlots = words[CREDENTIAL_SLOTS_AT] as number;
  const addressSlots = words[ADDRESS_SLOTS_AT] as number;
  const addressesAt = HEADER_WORDS + credentialSlots;
  const overflowAt = addressesAt + addressSlots * ADDRESS_WORDS;
  invariant(words.length === overflowAt + OVERFLOW_WORDS, "the memory is one of ours");
  return {
    words,
    seedLow: words[SEED_AT] as number,
    seedHigh: words[SEED_AT + 1] as number,
    credentialSlots,
    addressSlots,
    credentialsAt: HEADER_WORDS,
    addressesAt,
    overflowAt,
  };
}

/**
 * The window of `nowMs` as the process sees it, moving the shared clock on when it is the first to
 * arrive there. Gives the clock word; `tickOf` and `windowOf` read it. A caller up to two windows
 * behind is counted in the newest one (no window runs twice for a slow thread); a clock set back
 * further is followed, and a minute lived through again counts anew.
 */
export function enterWindow({ words }: RateWords, nowMs: number): number {
  const minute = Math.floor(nowMs / WINDOW_MS) % CLOCK_MINUTES;
  for (;;) {
    const clock = Atomics.load(words, CLOCK_AT);
    const behind = ((clock >>> 8) - minute) & (CLOCK_MINUTES - 1);
    if (behind <= LAG_WINDOWS_MAX) return clock;
    const tick = (clock + 1) & 0xff;
    const next = (minute << 8) | tick;
    if (Atomics.compareExchange(words, CLOCK_AT, clock, next) !== clock) continue;
    sweep(words, tick);
    return next;
  }
}

export function tickOf(clock: number): number {
  return clock & 0xff;
}

/** When the window of `clock` ends, in milliseconds UTC; `nowMs` is near it or in it. */
export function windowEndMs(clock: number, nowMs: number): number {
  const now = Math.floor(nowMs / WINDOW_MS);
  const ahead = ((clock >>> 8) - now) & (CLOCK_MINUTES - 1);
  return (now + ahead + 1) * WINDOW_MS;
}

/** How a cell stands to the tick its reader knows. */
export const CELL_CURRENT = 0;
/** Empty, or from a past window: to be overwritten. */
export const CELL_STALE = 1;
/** From a window that began after the reader's: enter the window again and start over. */
export const CELL_NEWER = 2;
export type CellAge = typeof CELL_CURRENT | typeof CELL_STALE | typeof CELL_NEWER;

/** `cell` was read from `words` after its reader read `tick` from the clock. */
export function ageOf(words: Int32Array, cell: number, tick: number): CellAge {
  if ((cell & PAYLOAD_MASK) === 0) return CELL_STALE;
  const newerBy = ((cell >>> 24) - tick) & 0xff;
  if (newerBy === 0) return CELL_CURRENT;
  const movedBy = (tickOf(Atomics.load(words, CLOCK_AT)) - tick) & 0xff;
  return newerBy <= movedBy ? CELL_NEWER : CELL_STALE;
}

export function cellOf(tick: number, payload: number): number {
  return (tick << 24) | payload;
}

/** Empties the cells of one part that are two ticks old or more. The CAS loses to any writer. */
function sweep(words: Int32Array, tick: number): void {
  const part = Math.ceil((words.length - HEADER_WORDS) / SWEEP_PARTS);
  const from = HEADER_WORDS + (tick % SWEEP_PARTS) * part;
  const to = Math.min(from + part, words.length);
  for (let at = from; at < to; at++) {
    const cell = Atomics.load(words, at);
    if (cell === 0) continue;
    const isLast = ((tick - (cell >>> 24)) & 0xff) === 1;
    if (isLast || ageOf(words, cell, tick) !== CELL_STALE) continue;
    Atomics.compareExchange(words, at, cell, 0);
  }
}

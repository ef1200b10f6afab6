/**
 * Counters of one minute, shared by all threads without a lock: the memory under `rate_limit.ts`.
 *
 * One SharedArrayBuffer of 32-bit words: a header, then cells. A cell is `tag << 24 | payload`; the
 * tag says in which window the payload was written, so that a window ends for all cells at once
 * without clearing them. A cell with payload 0 is empty whatever its tag.
 *
 * The tag is not the clock's minute but the *tick*: how many windows had any traffic, modulo 256.
 * Window and tick stand in one word, `minute mod 2^24 << 8 | tick`, and move in one CAS. An idle
 * night is one tick, so a tag cannot wrap while no request comes.
 *
 * A tag is never mistaken for the tag of 256 ticks ago: the thread that moves the tick sweeps one
 * 64th of the cells and empties the cells that are two ticks old or more, so each cell is swept
 * every 64 ticks; three threads in a row would have to die in the same sweep. A tag that differs
 * from the tick that its reader knows is older or newer; the clock, read after the cell, tells
 * which, and at a newer tag the reader starts over. One case is left: a thread that stands still
 * inside one take, between reading the clock and its CAS, for two whole windows with traffic, may
 * admit that take uncounted.
 *
 * Cost: a sweep is some 20,000 loads once a minute on one thread. `README.md` has the measured cost
 * of an atomic load and CAS instead of a plain addition. The plain twin is in `rate_limit.test.ts`.
 */
import { randomBytes } from "node:crypto";
import { invariant } from "../base/invariant.ts";
import { RATE_WINDOW_SECONDS } from "../contract/values/rate_window_seconds.ts";

/** Length of a window (specification, Limits: fixed 60-second windows). */
export const WINDOW_MS = RATE_WINDOW_SECONDS * 1_000;
/** Payload of a cell: 24 bits. */
export const PAYLOAD_MASK = 0xff_ffff;

/** Memory for every thread of one process; plain data that `workerData` can carry. */
export type RateLimitMemory = SharedArrayBuffer;
export type RateLimitCapacity = { credentialSlots: number; addressSlots: number };

/**
 * 4 MiB for the keys, 1.5 MiB for the addresses; memory pages that are never touched cost nothing.
 */
const DEFAULT_CAPACITY: RateLimitCapacity = { credentialSlots: 1_048_576, addressSlots: 131_072 };

/** Places in the words. Because of the seed nobody can choose addresses whose hashes collide. */
const CLOCK_AT = 0;
const SEED_AT = 1;
const CREDENTIAL_SLOTS_AT = 3;
const ADDRESS_SLOTS_AT = 4;
/** The header has a cache line of its own: every take reads it, and it is hardly ever written. */
const HEADER_WORDS = 16;
/** Words of an entry in the table of addresses: two for its hash, one for its count. */
export const ADDRESS_WORDS = 3;
/**
 * Shared counts: one for keys beyond the slots, one for each of the six budgets in the table of
 * addresses.
 */
const OVERFLOW_WORDS = 7;
const SWEEP_PARTS = 64;
const CLOCK_MINUTES = 0x100_0000;
/** A clock that is more than this many windows behind another thread's counts as set back. */
const LAG_WINDOWS_MAX = 2;

/** The words of a memory, and the places where each kind of cell begins. */
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

/** Empty memory, which the main thread makes once and gives to each worker. */
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

/** The cells of a memory that `createRateLimitMemory` has made, for one thread. */
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
 * Enters the window of `nowMs`; the first thread that enters a window moves the shared clock to it.
 * Returns the clock word; `tickOf` and `windowEndMs` read it. A thread that is up to two windows
 * behind counts in the newest window, so a slow thread never begins a window again. A clock that
 * was set back further is followed, and the same minute then counts from 0 again.
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

/** The tick of a clock word, 8 bits: the tag of the cells that are written in its window. */
export function tickOf(clock: number): number {
  return clock & 0xff;
}

/** When the window of `clock` ends, in milliseconds UTC; `nowMs` is near it or in it. */
export function windowEndMs(clock: number, nowMs: number): number {
  const now = Math.floor(nowMs / WINDOW_MS);
  const ahead = ((clock >>> 8) - now) & (CLOCK_MINUTES - 1);
  return (now + ahead + 1) * WINDOW_MS;
}

/** The cell is of the tick that its reader knows. */
export const CELL_CURRENT = 0;
/** The cell is empty or of a past window, and may be overwritten. */
export const CELL_STALE = 1;
/**
 * The cell is of a window that began after the reader's: the reader enters again and starts over.
 */
export const CELL_NEWER = 2;
export type CellAge = typeof CELL_CURRENT | typeof CELL_STALE | typeof CELL_NEWER;

/**
 * The age of `cell`, which was read from `words` after its reader had read `tick` from the clock.
 */
export function ageOf(words: Int32Array, cell: number, tick: number): CellAge {
  if ((cell & PAYLOAD_MASK) === 0) return CELL_STALE;
  const newerBy = ((cell >>> 24) - tick) & 0xff;
  if (newerBy === 0) return CELL_CURRENT;
  const movedBy = (tickOf(Atomics.load(words, CLOCK_AT)) - tick) & 0xff;
  return newerBy <= movedBy ? CELL_NEWER : CELL_STALE;
}

/** The word of a cell: the tick in the upper 8 bits, `payload` in the lower 24. */
export function cellOf(tick: number, payload: number): number {
  return (tick << 24) | payload;
}

/** Empties the cells of one part that are two ticks old or more, unless a thread writes to them. */
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

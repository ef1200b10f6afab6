/**
 * What hides the places of records in ids: for each millisecond and shard an offset of 55 bits, which is
 * added to the place without carry. It is a hash of time and shard under the key of ids, so to who has not
 * the key each place looks like any other, and two ids of one millisecond show no more than how far
 * apart their records are (decision 0110). A thread has one key, and names it before its first id.
 */
import { invariant } from "./invariant.ts";
import { SipHash } from "./siphash.ts";

/** `secret`: 16 bytes. `sinceMs`: ids of earlier times, milliseconds UTC, show their place. */
export type IdKey = { secret: Uint8Array; sinceMs: number };

/** Bits of an offset: `high` has the upper 25 and `low` the lower 30. */
export const HIGH_MASK = 2 ** 25 - 1;
export const LOW_MASK = 2 ** 30 - 1;

/**
 * The offset that `findOffset` found last; the records of a thread mostly follow one another in one
 * millisecond. `keys`: how many keys the thread has named.
 */
export const OFFSET = { high: 0, low: 0, keys: 0 };
let foundTimeMs = -1;
let foundShard = -1;

/**
 * Offsets that were found: lists and walks read ids of many milliseconds, and the same ones again. By slot the
 * time and one, and the three words shard, high and low; 0 is no time. Some 20 s of a busy shard, 320 KB.
 */
const KEPT_SLOTS = 16_384;
const keptTimes = new Float64Array(KEPT_SLOTS);
const keptWords = new Int32Array(3 * KEPT_SLOTS);
const WORDS = { high: 0, low: 0 };

/** Before a key is named, each time is one whose place is hidden, under no hash. */
let hiddenSinceMs = Number.NEGATIVE_INFINITY;
let hash: SipHash | undefined;
let named: { key: IdKey | undefined } | undefined;

/**
 * Names the key of this thread's ids; `undefined` where none was made yet, so that every id shows its
 * place. To be called before the thread makes or reads an id, which throws until then.
 */
export function useIdKey(key: IdKey | undefined): void {
  named = { key };
  keptTimes.fill(0);
  setKey(key && new SipHash(key.secret), key?.sinceMs ?? Number.POSITIVE_INFINITY);
}

/** The key of this thread's ids, for a thread that it starts. Throws where none was named. */
export function usedIdKey(): IdKey | undefined {
  invariant(named !== undefined, "the thread knows the key of ids");
  return named.key;
}

/** Runs something with ids that show their place, whatever the key of the thread: for examples. */
export function showingPlaces<T>(run: () => T): T {
  return during(run, () => setKey(undefined, Number.POSITIVE_INFINITY));
}

/**
 * Runs something that makes ids of one time and shard alone, whose offset is given, and no other: for who
 * checks what others made, and has no key. Every other id throws.
 */
export function knowingOffset<T>(
  { timeMs, shard, high, low }: { timeMs: number; shard: number; high: number; low: number },
  run: () => T,
): T {
  return during(run, () => {
    setKey(undefined, Number.NEGATIVE_INFINITY);
    OFFSET.high = high & HIGH_MASK;
    OFFSET.low = low & LOW_MASK;
    foundTimeMs = timeMs;
    foundShard = shard;
  });
}

/** Whether ids of this time hide their place. Throws where the thread has named no key. */
export function isHiddenAt(timeMs: number): boolean {
  invariant(hiddenSinceMs !== Number.NEGATIVE_INFINITY, "the thread knows the key of ids");
  return timeMs >= hiddenSinceMs;
}

/** Puts the offset of a time and shard into `OFFSET`. Throws where the thread has named no key. */
export function findOffset(timeMs: number, shard: number): void {
  if (timeMs === foundTimeMs && shard === foundShard) return;
  if (timeMs < hiddenSinceMs) {
    OFFSET.high = 0;
    OFFSET.low = 0;
  } else {
    invariant(hash !== undefined, "the thread knows the key of ids");
    const slot = (timeMs ^ (shard << 6)) & (KEPT_SLOTS - 1);
    const at = 3 * slot;
    if (keptTimes[slot] !== timeMs + 1 || keptWords[at] !== shard) {
      // Time and shard are 55 bits: one word of the hash.
      hash.hash(Math.floor(timeMs / 4_294_967_296) | (shard << 16), timeMs | 0, WORDS);
      keptTimes[slot] = timeMs + 1;
      keptWords[at] = shard;
      keptWords[at + 1] = WORDS.high & HIGH_MASK;
      keptWords[at + 2] = WORDS.low & LOW_MASK;
    }
    OFFSET.high = keptWords[at + 1] as number;
    OFFSET.low = keptWords[at + 2] as number;
  }
  foundTimeMs = timeMs;
  foundShard = shard;
}

function setKey(by: SipHash | undefined, sinceMs: number): void {
  hash = by;
  hiddenSinceMs = sinceMs;
  foundTimeMs = -1;
  OFFSET.keys++;
}

function during<T>(run: () => T, set: () => void): T {
  const before = { hash, hiddenSinceMs };
  set();
  try {
    return run();
  } finally {
    setKey(before.hash, before.hiddenSinceMs);
  }
}

/**
 * The walk over a large state at a start, shared by two threads. Entries of tables that read nothing at a
 * start only have to be counted and summed, so a second thread (`summing.ts`) walks parts of the tree from its
 * end while the shard walks from its beginning; the shard adds what the other found. The second
 * thread only helps: a part that it did not finish, or found damaged, is walked by the shard, which then
 * finds the damage itself.
 */
import { type StatePart, walkParts } from "../../wal/state_pages.ts";
import { NEVER_STORED } from "../contract/tables/table.ts";
import { markOf, replaceMark, type StateSum } from "./state_sum.ts";

/** The code of a table is one byte. */
export const CODES = 256;

/** What the second thread gets; `areRead` has a 1 for the code of each table that the shard reads. */
export type SharedWalk = { areRead: Uint8Array; memory: SharedArrayBuffer };
/** `start` starts the second thread, which calls `sumParts`, for a state of `fromEntries` entries or more. `waitMs`: how long the shard
 * waits for a part. */
export type Summing = { fromEntries: number; start(walk: SharedWalk): void; waitMs?: number };

/** Parts after these are the shard's own; a tree has 32 to some thousand parts. */
const PARTS_MAX = 4_096;
/** What of a part is in memory: its state, the sum of its marks, its entries by table. */
const PART_WORDS = 2 + CODES;
const FREE = 0;
const OF_SHARD = 1;
const OF_HELPER = 2;
const SUMMED = 3;
const FAILED = 4;
/** A part takes some milliseconds. If the second thread has ended instead, the shard goes on after this time. */
const WAIT_MS = 5_000;

export class SharedSum {
  readonly walk: SharedWalk;
  readonly #words: Int32Array;
  readonly #waitMs: number;

  constructor(walk: SharedWalk, waitMs = WAIT_MS) {
    this.walk = walk;
    this.#waitMs = waitMs;
    this.#words = new Int32Array(walk.memory);
  }

  static over(areRead: Uint8Array, waitMs?: number): SharedSum {
    const bytes = PARTS_MAX * PART_WORDS * Int32Array.BYTES_PER_ELEMENT;
    return new SharedSum({ areRead, memory: new SharedArrayBuffer(bytes) }, waitMs);
  }

  /**
   * Adds what the second thread found in a part to `total` and `entries`, and returns the number of its entries;
   * undefined when the caller must walk the part. Waits while the second thread is at the part.
   */
  takeSummed(part: StatePart, total: StateSum, entries: Float64Array): number | undefined {
    if (part.index >= PARTS_MAX) return undefined;
    const at = part.index * PART_WORDS;
    const words = this.#words;
    if (Atomics.compareExchange(words, at, FREE, OF_SHARD) === FREE) return undefined;
    Atomics.wait(words, at, OF_HELPER, this.#waitMs);
    if (Atomics.load(words, at) !== SUMMED) return undefined;
    let found = 0;
    for (let code = 0; code < CODES; code++) {
      const count = words[at + 2 + code] as number;
      entries[code] = (entries[code] as number) + count;
      found += count;
    }
    total.sum = (total.sum + (words[at + 1] as number)) | 0;
    total.entries += found;
    return found;
  }

  /** True once for a part of tables that read nothing and that nobody has begun. */
  claim({ index, from, below }: StatePart): boolean {
    if (index >= PARTS_MAX) return false;
    const last = below === undefined ? CODES - 1 : (below[0] as number);
    if (this.walk.areRead.subarray(from[0] ?? 0, last + 1).includes(1)) return false;
    return Atomics.compareExchange(this.#words, index * PART_WORDS, FREE, OF_HELPER) === FREE;
  }

  summed({ index }: StatePart, sum: number, entries: Float64Array): void {
    this.#words.set(entries, index * PART_WORDS + 2);
    this.#words[index * PART_WORDS + 1] = sum;
    this.#end(index, SUMMED);
  }

  failed({ index }: StatePart): void {
    this.#end(index, FAILED);
  }

  #end(index: number, state: number): void {
    Atomics.store(this.#words, index * PART_WORDS, state);
    Atomics.notify(this.#words, index * PART_WORDS);
  }
}

/**
 * The work of the second thread: counts and sums the parts that it can claim of the state at `path`. Throws
 * what the walk throws; the shard then walks the part.
 */
export function sumParts(path: string, walk: SharedWalk): void {
  const shared = new SharedSum(walk);
  const entries = new Float64Array(CODES);
  const total: StateSum = { entries: 0, sum: 0 };
  let claimed: StatePart | undefined;
  try {
    walkParts(
      path,
      ({ bytes, keyAt, checksum }) => {
        const code = bytes[keyAt] as number;
        entries[code] = (entries[code] as number) + 1;
        replaceMark(total, NEVER_STORED, markOf(checksum));
      },
      (part) => {
        if (!shared.claim(part)) return false;
        claimed = part;
        return true;
      },
      (part) => {
        shared.summed(part, total.sum, entries);
        claimed = undefined;
        entries.fill(0);
        total.sum = 0;
      },
    );
  } finally {
    if (claimed !== undefined) shared.failed(claimed);
  }
}

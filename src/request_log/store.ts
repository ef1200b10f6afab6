/**
 * The writer of the log of requests: batches go into one LMDB environment a day, sorted by scope
 * into blocks. A block's key is its scope and its newest entry. A day that is too old, and the
 * oldest day where all days exceed the limit of bytes, is removed as a whole folder.
 * Guarantees: a crash loses no written entries but those of the last moments; a disk that fails
 * loses entries, which are counted, and nothing else.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { openStateStore, type StateStore } from "../../wal/state_store.ts";
import { timeMsOfSuffix } from "../base/id.ts";
import { REQUEST_KEPT_MS } from "../contract/request_log.ts";
import { entriesOf, scopeKeyAt } from "./entry.ts";

/**
 * The most bytes of a block, which is what a reader reads at once; one entry alone may be larger.
 */
export const BLOCK_BYTES = 64 * 1_024;
/** Days of earlier versions have no checksums; nothing about money is read from these files. */
export const NO_CHECKSUMS = { checksums: false };
/** Time between two searches for old days, milliseconds. */
const RETIRE_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
/**
 * Leading digits, of the nine digits of an id's time. The two digits that are left out count 1,024
 * milliseconds, and a day is a multiple of that, so equal leading digits are of one day.
 */
const DAY_DIGITS = 7;
const DAY_NAME = /^\d{4}-\d\d-\d\d$/;

export type RequestStoreParts = {
  path: string;
  /**
   * Bytes of all days together; beyond them the oldest day is removed, and today takes no entries.
   */
  bytesMax: number;
  nowMs: () => number;
  onFault(error: unknown): void;
};

/** Name of the folder that holds the entries of this time. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Names of the days that have a folder, oldest first. */
export function daysIn(path: string): string[] {
  return readdirSync(path)
    .filter((name) => DAY_NAME.test(name))
    .sort();
}

/** [scope key, UTF-8][0][suffix]: the blocks of a scope follow one another in the order of time. */
export function blockKey(scopeKey: string, suffix: string): Uint8Array {
  return Buffer.from(`${scopeKey}\0${suffix}`);
}

/**
 * Entries of one scope and day that stand one after another in a batch, from byte `from` up to
 * `below`. `dayAt`: leading digits of their time, which no two days share.
 */
type Part = {
  day: string;
  dayAt: string;
  scopeKey: string;
  newest: string;
  from: number;
  below: number;
};

export class RequestStore {
  readonly counters = { blocks: 0, bytes: 0, failedBatches: 0 };
  readonly #parts: RequestStoreParts;
  readonly #open = new Map<string, StateStore>();
  #retiredMs = Number.NEGATIVE_INFINITY;
  #isFull = false;
  #last: Promise<void> = Promise.resolve();

  constructor(parts: RequestStoreParts) {
    this.#parts = parts;
    mkdirSync(parts.path, { recursive: true, mode: 0o700 });
  }

  /** Resolves when the batch can be read, or cannot be written. Never rejects. */
  write(batch: Uint8Array): Promise<void> {
    this.#last = this.#last
      .then(() => this.#write(batch))
      .catch((error: unknown) => {
        this.counters.failedBatches++;
        this.#parts.onFault(error);
      });
    return this.#last;
  }

  async close(): Promise<void> {
    await this.#last;
    for (const store of this.#open.values()) await store.close();
    this.#open.clear();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#retire();
    if (this.#isFull || bytes.length === 0) return;
    const batch = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const days = new Map<string, [Uint8Array, Uint8Array][]>();
    for (const [part, value] of blocksOf(batch)) {
      const puts = days.get(part.day) ?? [];
      days.set(part.day, puts);
      puts.push([blockKey(part.scopeKey, part.newest), value]);
      this.counters.blocks++;
      this.counters.bytes += value.length;
    }
    for (const [day, puts] of days) await this.#storeOf(day).write({ puts, removes: [] });
  }

  #storeOf(day: string): StateStore {
    const known = this.#open.get(day);
    if (known !== undefined) return known;
    const store = openStateStore(join(this.#parts.path, day), NO_CHECKSUMS);
    this.#open.set(day, store);
    return store;
  }

  /**
   * Removes old days, closes days that get no more entries, and checks whether there is room; at
   * most once in `RETIRE_EVERY_MS`.
   */
  async #retire(): Promise<void> {
    const { path, nowMs, bytesMax } = this.#parts;
    const now = nowMs();
    if (now - this.#retiredMs < RETIRE_EVERY_MS) return;
    this.#retiredMs = now;
    const days = daysIn(path);
    const sizes = days.map((day) => bytesOf(join(path, day)));
    let total = sizes.reduce((sum, bytes) => sum + bytes, 0);
    const today = dayOf(now);
    const oldest = dayOf(now - REQUEST_KEPT_MS);
    for (const [index, day] of days.entries()) {
      if (day >= oldest && (total <= bytesMax || day >= today)) continue;
      await this.#closeDay(day);
      rmSync(join(path, day), { recursive: true, force: true });
      total -= sizes[index] as number;
    }
    this.#isFull = total > bytesMax;
    for (const day of this.#open.keys()) {
      if (day < dayOf(now - DAY_MS)) await this.#closeDay(day);
    }
  }

  async #closeDay(day: string): Promise<void> {
    const store = this.#open.get(day);
    this.#open.delete(day);
    await store?.close();
  }
}

/** Sorts a batch by day and scope, and cuts each part into blocks whose entries are in order. */
function* blocksOf(batch: Buffer): Generator<[Part, Uint8Array]> {
  const groups = new Map<string, Part[]>();
  let last: Part | undefined;
  for (const { suffix, from, below } of entriesOf(batch)) {
    const scopeKey = scopeKeyAt(batch, from);
    const dayAt = suffix.slice(0, DAY_DIGITS);
    // Entries that follow one another are mostly of one scope and one day.
    const isNext = last !== undefined && last.scopeKey === scopeKey && last.dayAt === dayAt;
    if (isNext && last !== undefined && below - last.from <= BLOCK_BYTES) {
      last.below = below;
      last.newest = suffix;
      continue;
    }
    const day = isNext && last !== undefined ? last.day : dayOf(timeMsOfSuffix(suffix));
    last = { day, dayAt, scopeKey, newest: suffix, from, below };
    const name = `${day} ${scopeKey}`;
    const parts = groups.get(name);
    if (parts === undefined) groups.set(name, [last]);
    else parts.push(last);
  }
  for (const parts of groups.values()) yield* joined(batch, parts);
}

/** Joins the parts of one scope into blocks of at most `BLOCK_BYTES`: each block is one value. */
function* joined(batch: Buffer, parts: readonly Part[]): Generator<[Part, Uint8Array]> {
  let run: Part[] = [];
  let bytes = 0;
  for (const part of [...parts, undefined]) {
    const size = part === undefined ? 0 : part.below - part.from;
    if (run.length > 0 && (part === undefined || bytes + size > BLOCK_BYTES)) {
      const runs = run.map(({ from, below }) => batch.subarray(from, below));
      yield [run.at(-1) as Part, runs.length === 1 ? (runs[0] as Buffer) : Buffer.concat(runs)];
      run = [];
      bytes = 0;
    }
    if (part === undefined) return;
    run.push(part);
    bytes += size;
  }
}

function bytesOf(path: string): number {
  return statSync(join(path, "data.mdb"), { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * The writer of the log of requests: batches go into one LMDB database a day, sorted by realm
 * into blocks. A block's key is its realm and its newest entry. A day that is too old, and the
 * oldest day where all days exceed the limit of bytes, is removed as a whole folder. The disk is
 * the ledger's first: below the reserve nothing is written and older days are removed, below a half
 * of the reserve today is removed too.
 * Guarantees: a crash loses no written entries but those of the last moments; a disk that is full
 * or fails loses entries, which are counted, and nothing else; it is said once when that begins, and
 * once when it ends.
 */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { openStateStore, type StateStore } from "../../wal/state_store.ts";
import { REQUEST_KEPT_MS } from "../contract/messages/request_log.ts";
import type { DiskSpace } from "../contract/values/disk_space.ts";
import { entriesOf, entryEnd, isSameRealm, realmKeyAt, suffixAt, timeMsAt } from "./entry.ts";

/**
 * The most bytes of a block, which is what a reader reads at once; one entry alone may be larger.
 */
export const BLOCK_BYTES = 64 * 1_024;
/** Days of earlier versions have no checksums; nothing about money is read from these files. */
export const NO_CHECKSUMS = { checksums: false };
/** With so many times the reserve free, entries are kept again. */
const RESUME_FACTOR = 1.25;
/** Time between two searches for old days, milliseconds. */
const RETIRE_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_NAME = /^\d{4}-\d\d-\d\d$/;

export type RequestStoreParts = {
  path: string;
  /**
   * Bytes of all days together; beyond them the oldest day is removed, and today takes no entries.
   */
  bytesMax: number;
  /** The space of the disk now, and how much of it is for others; absent: the disk has room. */
  disk?: { space(): DiskSpace; reserveBytes: number };
  nowMs: () => number;
  /** Called with the fault that begins a time in which entries are dropped. */
  onFault(error: unknown): void;
  /** Called when entries begin to be dropped, and when entries are kept again. */
  onPause?(why: string): void;
  onResume?(lost: { entries: number; seconds: number }): void;
  /** Called when folders were removed; their space is free when no reader has them open. */
  onRemoved?(): Promise<unknown>;
};

/** Name of the folder that holds the entries of this time. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Names of the days that have a folder, oldest first. */
export function daysIn(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => DAY_NAME.test(name))
    .sort();
}

/** [realm key, UTF-8][0][suffix]: the blocks of a realm follow one another in the order of time. */
export function blockKey(realmKey: string, suffix: string): Uint8Array {
  return Buffer.from(`${realmKey}\0${suffix}`);
}

/**
 * Entries of one realm and day that stand one after another in a batch, from byte `from` up to
 * `below`; the newest of them begins at `newestAt`. `day`: days since 1970.
 */
type Part = { day: number; newestAt: number; from: number; below: number };

export class RequestStore {
  readonly counters = { blocks: 0, bytes: 0, failedBatches: 0 };
  readonly #parts: RequestStoreParts;
  readonly #open = new Map<string, StateStore>();
  #retiredMs = Number.NEGATIVE_INFINITY;
  /** Bytes of the days before today, when they were looked at last. */
  #olderBytes = 0;
  /** Days whose environment has failed. Such an environment may not even close, so it is left alone. */
  readonly #failed = new Set<string>();
  #pause: { sinceMs: number; entries: number } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: RequestStoreParts) {
    this.#parts = parts;
  }

  /**
   * Opens the days that may get entries, where they are there. To be called before any thread of the
   * process reads them: LMDB has one environment of a file in a process, and where a reader opened it
   * first nobody writes it. A day that cannot be opened is told of with its first entries.
   */
  openRecent(): void {
    const { path, nowMs } = this.#parts;
    const recent = dayOf(nowMs() - DAY_MS);
    for (const day of daysIn(path).filter((each) => each >= recent)) {
      try {
        this.#storeOf(day);
      } catch {
        this.#open.delete(day);
      }
    }
  }

  /** Bytes of all days on disk. */
  get sizeBytes(): number {
    const { path, nowMs } = this.#parts;
    return this.#olderBytes + bytesOf(join(path, dayOf(nowMs())));
  }

  /** True while entries are dropped. */
  get isPaused(): boolean {
    return this.#pause !== undefined;
  }

  /**
   * Resolves with the number of entries that were dropped when the batch can be read, or cannot be
   * written. Never rejects.
   */
  write(batch: Uint8Array): Promise<number> {
    const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength);
    return this.#next(() => this.#write(bytes), bytes);
  }

  /** Gives space back where the disk asks for it, although nothing is written. */
  tend(): void {
    const { disk } = this.#parts;
    if (disk === undefined || disk.space().freeBytes >= disk.reserveBytes) return;
    void this.#next(async () => {
      await this.#giveWay();
      return 0;
    });
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#closeDays();
  }

  #next(action: () => Promise<number>, batch: Buffer = NO_BATCH): Promise<number> {
    const done = this.#last.then(action).catch((error: unknown) => {
      this.counters.failedBatches++;
      this.#parts.onFault(error);
      return entryCountOf(batch);
    });
    this.#last = done;
    return done;
  }

  async #write(batch: Buffer): Promise<number> {
    await this.#retire();
    if (batch.length === 0) return 0;
    const why = await this.#whyNot();
    if (why !== undefined) return this.#drop(batch, why);
    const days = new Map<string, [Uint8Array, Uint8Array][]>();
    for (const [part, value] of blocksOf(batch)) {
      const day = dayOf(part.day * DAY_MS);
      const puts = days.get(day) ?? [];
      days.set(day, puts);
      const realmKey = realmKeyAt(batch, part.from);
      puts.push([blockKey(realmKey, suffixAt(batch, part.newestAt)), value]);
    }
    for (const [day, puts] of days) {
      if (this.#failed.has(day)) return this.#drop(batch, FAILED);
      try {
        await this.#storeOf(day).write({ puts, removes: [] });
      } catch (error) {
        return this.#fail(day, batch, error);
      }
      for (const [, value] of puts) {
        this.counters.blocks++;
        this.counters.bytes += value.length;
      }
    }
    this.#resume();
    return 0;
  }

  /** Why the next batch cannot be kept, after making room for it; undefined when it can be. */
  async #whyNot(): Promise<string | undefined> {
    const { disk, bytesMax } = this.#parts;
    if (disk !== undefined) {
      const needed = disk.reserveBytes * (this.#pause === undefined ? 1 : RESUME_FACTOR);
      if (disk.space().freeBytes < needed) {
        await this.#giveWay();
        const { freeBytes } = disk.space();
        if (freeBytes < needed) return `the disk has ${freeBytes} bytes free`;
      }
    }
    if (this.sizeBytes <= bytesMax) return undefined;
    await this.#removeOlder((total) => total > bytesMax);
    return this.sizeBytes <= bytesMax ? undefined : `the log has ${this.sizeBytes} bytes`;
  }

  /** Removes days, oldest first, while the disk has less than the reserve. */
  async #giveWay(): Promise<void> {
    const { disk, path, nowMs } = this.#parts;
    if (disk === undefined) return;
    const isBelow = (share: number) => disk.space().freeBytes < disk.reserveBytes * share;
    await this.#removeOlder(() => isBelow(1));
    const today = dayOf(nowMs());
    if (isBelow(0.5) && bytesOf(join(path, today)) > 0) await this.#remove(today);
  }

  #drop(batch: Buffer, why: string): number {
    const { nowMs, onPause } = this.#parts;
    const entries = entryCountOf(batch);
    if (this.#pause === undefined) {
      this.#pause = { sinceMs: nowMs(), entries: 0 };
      onPause?.(why);
    }
    this.#pause.entries += entries;
    return entries;
  }

  /** Gives the day up: what a failed environment would do with another write is not known. */
  #fail(day: string, batch: Buffer, error: unknown): number {
    this.counters.failedBatches++;
    this.#failed.add(day);
    this.#open.delete(day);
    this.#parts.onFault(error);
    return this.#drop(batch, FAILED);
  }

  #resume(): void {
    if (this.#pause === undefined) return;
    const { sinceMs, entries } = this.#pause;
    this.#pause = undefined;
    const seconds = Math.round((this.#parts.nowMs() - sinceMs) / 1_000);
    this.#parts.onResume?.({ entries, seconds });
  }

  #storeOf(day: string): StateStore {
    const known = this.#open.get(day);
    if (known !== undefined) return known;
    const store = openStateStore(join(this.#parts.path, day), NO_CHECKSUMS);
    this.#open.set(day, store);
    return store;
  }

  /** Removes old days, and closes days that get no more entries; at most once in `RETIRE_EVERY_MS`. */
  async #retire(): Promise<void> {
    const { nowMs, bytesMax } = this.#parts;
    const now = nowMs();
    if (now - this.#retiredMs < RETIRE_EVERY_MS) return;
    this.#retiredMs = now;
    const oldest = dayOf(now - REQUEST_KEPT_MS);
    await this.#removeOlder((total, day) => day < oldest || total > bytesMax);
    for (const day of this.#open.keys()) {
      if (day < dayOf(now - DAY_MS)) await this.#closeDay(day);
    }
  }

  /** Removes days before today, oldest first, for which `isToGo` is true. */
  async #removeOlder(isToGo: (totalBytes: number, day: string) => boolean): Promise<void> {
    const { path, nowMs } = this.#parts;
    const today = dayOf(nowMs());
    const older = daysIn(path).filter((day) => day < today);
    const sizes = new Map(older.map((day) => [day, bytesOf(join(path, day))]));
    this.#olderBytes = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const day of older) {
      if (!isToGo(this.sizeBytes, day)) continue;
      this.#olderBytes -= sizes.get(day) ?? 0;
      await this.#remove(day);
    }
  }

  async #remove(day: string): Promise<void> {
    if (this.#failed.has(day)) return;
    await this.#closeDay(day);
    rmSync(join(this.#parts.path, day), { recursive: true, force: true });
    await this.#parts.onRemoved?.();
  }

  async #closeDay(day: string): Promise<void> {
    const store = this.#open.get(day);
    this.#open.delete(day);
    await store?.close();
  }

  async #closeDays(): Promise<void> {
    for (const day of [...this.#open.keys()]) await this.#closeDay(day);
  }
}

const NO_BATCH = Buffer.alloc(0);
const FAILED = "the disk failed: the next day or a restart begins anew";

/** The number of entries in a batch; 1 for bytes that are no whole entries. */
function entryCountOf(batch: Buffer): number {
  try {
    let count = 0;
    for (const _ of entriesOf(batch)) count++;
    return count;
  } catch {
    return 1;
  }
}

/** Sorts a batch by day and realm, and cuts each part into blocks whose entries are in order. */
function* blocksOf(batch: Buffer): Generator<[Part, Uint8Array]> {
  const groups = new Map<string, Part[]>();
  let last: Part | undefined;
  for (let from = 0; from < batch.length; ) {
    const below = entryEnd(batch, from);
    const day = Math.floor(timeMsAt(batch, from) / DAY_MS);
    // Entries that follow one another are mostly of one realm and one day.
    const isNext = last !== undefined && last.day === day && isSameRealm(batch, last.from, from);
    if (isNext && last !== undefined && below - last.from <= BLOCK_BYTES) {
      last.below = below;
      last.newestAt = from;
    } else {
      last = { day, newestAt: from, from, below };
      const name = `${day} ${realmKeyAt(batch, from)}`;
      const parts = groups.get(name);
      if (parts === undefined) groups.set(name, [last]);
      else parts.push(last);
    }
    from = below;
  }
  for (const parts of groups.values()) yield* joined(batch, parts);
}

/** Joins the parts of one realm into blocks of at most `BLOCK_BYTES`: each block is one value. */
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

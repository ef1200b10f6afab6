/**
 * A simulated disk: LMDB as `wal/environment.ts` describes it, in memory, so that the real log and
 * state store run over it. A transaction is there whole or not at all; an append is durable, or it
 * fails, or nobody hears of it, and in both of these it may or may not be there; a crash takes what
 * was under way, and of a state also what was not synced. Bytes can be damaged.
 */
import type { Entry, Environment, RangeOptions } from "../../wal/environment.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

/** One moment of an environment, never changed. Keys as text of one character a byte. */
type Moment = { entries: ReadonlyMap<string, Buffer>; keys?: readonly string[] };
type Write = { puts: [string, Buffer][]; removes: string[] };
/** A write that is being collected; `isDone` is what each of its puts resolves with. */
type Batch = Write & { isDone: Promise<boolean>; settle(isDone: boolean): void };

/** How a transaction ends. `lost` and `kept` say whether it is there all the same. */
export const APPEND_OUTCOMES = [
  "durable",
  "failed",
  "unknown_lost",
  "unknown_kept",
  "silent_lost",
  "silent_kept",
] as const;
export type AppendOutcome = (typeof APPEND_OUTCOMES)[number];

export type DiskParts = {
  kind: "log" | "state";
  timeline: Timeline;
  random: Random;
  /** What becomes of the next transaction, and how long it takes. */
  fate(): { outcome: AppendOutcome; delayMs: number };
  /** A transaction is there, durable or about to be: what stands in the log has grown. */
  onWritten(): void;
  /** A crash found a transaction under way, and left it there or did not. */
  onTorn(isThere: boolean): void;
};

export type Disk = {
  /** For one process: after a crash its handles do nothing any more. */
  open(): Environment;
  /** The power fails, or the process is killed. Returns whether something was under way. */
  crash(): boolean;
  /** A value as it stands, or undefined. */
  read(key: Uint8Array): Buffer | undefined;
  /** Puts a value in place of another, as a failing disk would. Returns the old one. */
  damage(key: Uint8Array, value: Buffer): Buffer | undefined;
  clear(): void;
  /** Everything, for comparison. */
  entries(): ReadonlyMap<string, Buffer>;
};

const EMPTY: Moment = { entries: new Map() };

export function createDisk(parts: DiskParts): Disk {
  const { kind, timeline, random } = parts;
  let now = EMPTY;
  /** Moments of a state since the last sync, oldest first: a crash goes back to one of them. */
  let unsynced: Moment[] = [EMPTY];
  let underWay: Write | undefined;
  let generation = 0;

  const apply = ({ puts, removes }: Write): void => {
    const entries = new Map(now.entries);
    for (const key of removes) entries.delete(key);
    // As lmdb does when it commits; who put them may use their bytes again afterwards.
    for (const [key, value] of puts) entries.set(key, Buffer.from(value));
    now = { entries };
    if (kind === "log") unsynced = [now];
    else unsynced.push(now);
    parts.onWritten();
  };

  const commit = (write: Write): Promise<void> => {
    const { outcome, delayMs } = parts.fate();
    const mine = generation;
    underWay = write;
    return new Promise((resolve, reject) => {
      timeline.after(delayMs, () => {
        if (mine !== generation) return;
        underWay = undefined;
        if (outcome === "durable" || outcome.endsWith("kept")) apply(write);
        if (outcome === "durable") resolve();
        else if (!outcome.startsWith("silent")) reject(new Error("the disk failed (EIO)"));
      });
    });
  };

  return {
    open: () => new SimulatedEnvironment({ moment: () => now, commit, apply, sync }),
    crash() {
      generation++;
      const wasBusy = underWay !== undefined;
      if (underWay !== undefined) {
        const isThere = random.chance(0.5);
        parts.onTorn(isThere);
        if (isThere) apply(underWay);
        underWay = undefined;
      }
      now = unsynced[random.below(unsynced.length)] as Moment;
      unsynced = [now];
      return wasBusy;
    },
    read: (key) => now.entries.get(textOf(key)),
    damage(key, value) {
      const text = textOf(key);
      const old = now.entries.get(text);
      now = { entries: new Map(now.entries).set(text, value) };
      unsynced = [now];
      return old;
    },
    clear() {
      now = EMPTY;
      unsynced = [now];
    },
    entries: () => now.entries,
  };

  function sync(): void {
    unsynced = [now];
  }
}

type Inside = {
  moment(): Moment;
  commit(write: Write): Promise<void>;
  apply(write: Write): void;
  sync(): void;
};

/** Every read that lmdb-js answers with a view of reused memory gets one of this. */
const REUSED = Buffer.alloc(256 * 1_024);

class SimulatedEnvironment implements Environment {
  readonly #inside: Inside;
  /** A reader's moment lasts until it is reset. */
  #held: Moment | undefined;
  #batch: Batch | undefined;
  lastSize = 0;

  constructor(inside: Inside) {
    this.#inside = inside;
  }

  get flushed(): PromiseLike<unknown> {
    this.#inside.sync();
    return Promise.resolve();
  }

  getBinary(key: Uint8Array): Buffer | undefined {
    const value = this.#inside.moment().entries.get(textOf(key));
    return value === undefined ? undefined : Buffer.from(value);
  }

  getBinaryFast(key: Uint8Array, options?: { transaction: object }): Buffer | undefined {
    const moment = options === undefined ? this.#reading() : (options.transaction as Held).moment;
    const value = moment.entries.get(textOf(key));
    if (value === undefined) return undefined;
    this.lastSize = value.length;
    REUSED.set(value);
    return REUSED;
  }

  *getRange(options: RangeOptions): Generator<Entry> {
    const held = options.transaction as Held | undefined;
    const moment = held?.moment ?? this.#inside.moment();
    moment.keys ?? Object.assign(moment, { keys: [...moment.entries.keys()].sort() });
    const keys = moment.keys as readonly string[];
    const { reverse = false, limit = Number.POSITIVE_INFINITY } = options;
    let left = limit;
    const ordered = reverse ? keys.toReversed() : keys;
    for (const key of ordered) {
      if (isBefore(key, options, reverse)) continue;
      if (left-- <= 0 || isPast(key, options, reverse)) return;
      const value = moment.entries.get(key) as Buffer;
      yield { key: Buffer.from(key, "latin1"), value: Buffer.from(value) };
    }
  }

  getStats(): { entryCount: number } {
    return { entryCount: this.#inside.moment().entries.size };
  }

  async put(key: Uint8Array, value: Uint8Array): Promise<boolean> {
    const put: [string, Buffer] = [textOf(key), value as Buffer];
    // Outside a batch only a new log's header is written, while nothing else is under way.
    if (this.#batch !== undefined) {
      this.#batch.puts.push(put);
      return this.#batch.isDone;
    }
    this.#inside.apply({ puts: [put], removes: [] });
    return true;
  }

  async remove(key: Uint8Array): Promise<boolean> {
    this.#batch?.removes.push(textOf(key));
    return true;
  }

  async batch(action: () => void): Promise<boolean> {
    return await this.#commit(this.#collect(action));
  }

  async ifNoExists(key: Uint8Array, action: () => void): Promise<boolean> {
    const isNew = !this.#inside.moment().entries.has(textOf(key));
    const batch = this.#collect(action);
    if (isNew) return await this.#commit(batch);
    batch.settle(false);
    return false;
  }

  async clearAsync(): Promise<void> {
    throw new Error("nothing clears a simulated environment");
  }

  resetReadTxn(): void {
    this.#held = undefined;
  }

  useReadTransaction(): Held {
    return { moment: this.#inside.moment(), done() {} };
  }

  async close(): Promise<void> {}

  #reading(): Moment {
    this.#held ??= this.#inside.moment();
    return this.#held;
  }

  #collect(action: () => void): Batch {
    let settle: (isDone: boolean) => void = () => {};
    const isDone = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const batch: Batch = { puts: [], removes: [], isDone, settle };
    this.#batch = batch;
    action();
    this.#batch = undefined;
    return batch;
  }

  /** When it fails, the batch's own promise says so, and its puts say nothing. */
  async #commit(batch: Batch): Promise<boolean> {
    await this.#inside.commit(batch);
    batch.settle(true);
    return true;
  }
}

type Held = { moment: Moment; done(): void };

function isBefore(key: string, { start, exclusiveStart }: RangeOptions, reverse: boolean): boolean {
  if (start === undefined) return false;
  const bound = textOf(start);
  if (key === bound) return exclusiveStart === true;
  return reverse ? key > bound : key < bound;
}

function isPast(key: string, { end, inclusiveEnd }: RangeOptions, reverse: boolean): boolean {
  if (end === undefined) return false;
  const bound = textOf(end);
  if (key === bound) return inclusiveEnd !== true;
  return reverse ? key < bound : key > bound;
}

function textOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

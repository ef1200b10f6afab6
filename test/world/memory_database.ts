/**
 * LMDB in memory, as `wal/database.ts` describes it, so that the real log and state store run over
 * it. The contents are one moment that never changes; a write makes the next moment. The disk under
 * the database decides when a write happens, and whether it fails.
 */
import type { Database, Entry, RangeOptions } from "../../wal/database.ts";

/** The contents of a database at one moment. A key is a text with one character for each byte. */
export type Moment = { readonly entries: ReadonlyMap<string, Buffer>; keys?: readonly string[] };
/** One transaction. Removes come before puts. */
export type Write = { puts: [string, Buffer][]; removes: string[] };

/** The disk under a database. */
export type Store = {
  moment(): Moment;
  /** Writes the transaction; resolves when it is durable. */
  commit(write: Write): Promise<void>;
  /** Writes the transaction at once. */
  apply(write: Write): void;
  /** Makes all contents durable. */
  sync(): void;
};

export const EMPTY: Moment = { entries: new Map() };

/** The moment after a transaction. */
export function momentAfter({ entries: before }: Moment, { puts, removes }: Write): Moment {
  const entries = new Map(before);
  for (const key of removes) entries.delete(key);
  // Values are copied, as lmdb does at a commit: the caller may use their bytes again afterwards.
  for (const [key, value] of puts) entries.set(key, Buffer.from(value));
  return { entries };
}

/** A disk that never fails, and on which every write is durable at once. */
export function createFaultlessDisk() {
  let now = EMPTY;
  const apply = (write: Write) => {
    now = momentAfter(now, write);
  };
  const store: Store = {
    moment: () => now,
    apply,
    commit: async (write) => apply(write),
    sync() {},
  };
  return {
    open: (): Database => new MemoryDatabase(store),
    /** All entries, for comparison. */
    entries: () => now.entries,
  };
}

export function textOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

/** The buffer of `getBinaryFast`, which lmdb-js also reuses for every such read. */
const REUSED = Buffer.alloc(256 * 1_024);

/** A write that is being collected; each of its puts resolves with `isDone`. */
type Batch = Write & { isDone: Promise<boolean>; settle(isDone: boolean): void };
type Held = { moment: Moment; done(): void };

export class MemoryDatabase implements Database {
  readonly #store: Store;
  /** The moment of a reader, held until `resetReadTxn`. */
  #held: Moment | undefined;
  #batch: Batch | undefined;
  lastSize = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  get flushed(): PromiseLike<unknown> {
    this.#store.sync();
    return Promise.resolve();
  }

  getBinary(key: Uint8Array): Buffer | undefined {
    const value = this.#store.moment().entries.get(textOf(key));
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
    const moment = held?.moment ?? this.#store.moment();
    moment.keys ??= [...moment.entries.keys()].sort();
    for (const key of keysIn(moment.keys, options)) {
      const value = moment.entries.get(key) as Buffer;
      yield { key: Buffer.from(key, "latin1"), value: Buffer.from(value) };
    }
  }

  getStats(): { entryCount: number } {
    return { entryCount: this.#store.moment().entries.size };
  }

  async put(key: Uint8Array, value: Uint8Array): Promise<boolean> {
    const put: [string, Buffer] = [textOf(key), value as Buffer];
    // Outside a batch only the header of a new log is written, while no other write is under way.
    if (this.#batch !== undefined) {
      this.#batch.puts.push(put);
      return this.#batch.isDone;
    }
    this.#store.apply({ puts: [put], removes: [] });
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
    const isNew = !this.#store.moment().entries.has(textOf(key));
    const batch = this.#collect(action);
    if (isNew) return await this.#commit(batch);
    batch.settle(false);
    return false;
  }

  async clearAsync(): Promise<void> {
    throw new Error("nothing clears a database in memory");
  }

  resetReadTxn(): void {
    this.#held = undefined;
  }

  useReadTransaction(): Held {
    return { moment: this.#store.moment(), done() {} };
  }

  async close(): Promise<void> {}

  #reading(): Moment {
    this.#held ??= this.#store.moment();
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

  /** When the commit fails, only the promise of the batch is rejected; its puts never settle. */
  async #commit(batch: Batch): Promise<boolean> {
    await this.#store.commit(batch);
    batch.settle(true);
    return true;
  }
}

/** The keys of a range of LMDB, in the order of the range. */
function* keysIn(keys: readonly string[], options: RangeOptions): Generator<string> {
  const { reverse = false, exclusiveStart = false, inclusiveEnd = false, limit } = options;
  const start = options.start && textOf(options.start);
  const end = options.end && textOf(options.end);
  const step = reverse ? -1 : 1;
  let left = limit ?? Number.POSITIVE_INFINITY;
  let at = firstIndex(keys, start, reverse);
  if (exclusiveStart && keys[at] === start) at += step;
  for (let key = keys[at]; key !== undefined && left-- > 0; at += step, key = keys[at]) {
    if (end !== undefined && (reverse ? key < end : key > end)) return;
    if (key === end && !inclusiveEnd) return;
    yield key;
  }
}

/** The index of a range's first key: `start`, or else the next key in the direction of the range. */
function firstIndex(keys: readonly string[], start: string | undefined, reverse: boolean): number {
  if (start === undefined) return reverse ? keys.length - 1 : 0;
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < start) low = middle + 1;
    else high = middle;
  }
  return reverse && keys[low] !== start ? low - 1 : low;
}

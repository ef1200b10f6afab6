/**
 * LMDB in memory, as `wal/environment.ts` describes it, so that the real log and state store run over
 * it: what is there is one moment that never changes, and a write makes the next one. When a write
 * happens, and whether, is the business of the disk that the environment stands on.
 */
import type { Entry, Environment, RangeOptions } from "../../wal/environment.ts";

/** What an environment holds at one moment. Keys as text of one character a byte. */
export type Moment = { readonly entries: ReadonlyMap<string, Buffer>; keys?: readonly string[] };
/** One transaction. Removes come before puts. */
export type Write = { puts: [string, Buffer][]; removes: string[] };

/** The disk under an environment. */
export type Store = {
  moment(): Moment;
  /** Resolves when the transaction is there, durable. */
  commit(write: Write): Promise<void>;
  /** The transaction is there at once. */
  apply(write: Write): void;
  /** Everything that is there is durable from now on. */
  sync(): void;
};

export const EMPTY: Moment = { entries: new Map() };

/** The moment after a transaction. */
export function momentAfter({ entries: before }: Moment, { puts, removes }: Write): Moment {
  const entries = new Map(before);
  for (const key of removes) entries.delete(key);
  // As lmdb does when it commits; who put them may use their bytes again afterwards.
  for (const [key, value] of puts) entries.set(key, Buffer.from(value));
  return { entries };
}

/** A disk that never fails, and where everything is durable at once. */
export function createCalmDisk() {
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
    open: (): Environment => new MemoryEnvironment(store),
    /** Everything, for comparison. */
    entries: () => now.entries,
  };
}

export function textOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

/** Every read that lmdb-js answers with a view of reused memory gets one of this. */
const REUSED = Buffer.alloc(256 * 1_024);

/** A write that is being collected; `isDone` is what each of its puts resolves with. */
type Batch = Write & { isDone: Promise<boolean>; settle(isDone: boolean): void };
type Held = { moment: Moment; done(): void };

export class MemoryEnvironment implements Environment {
  readonly #store: Store;
  /** A reader's moment lasts until it is reset. */
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
    // Outside a batch only a new log's header is written, while nothing else is under way.
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
    throw new Error("nothing clears an environment in memory");
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

  /** When it fails, the batch's own promise says so, and its puts say nothing. */
  async #commit(batch: Batch): Promise<boolean> {
    await this.#store.commit(batch);
    batch.settle(true);
    return true;
  }
}

/** The keys that a range of LMDB has, in its order. */
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

/** Where a range begins: at `start`, or else at the key that comes next in its direction. */
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

/**
 * The second database beside a log: keys and values that can be made again from the log.
 *
 * Guarantees: a write is visible at once or not at all, in the order of the calls; after a crash
 * the store reopens as it stood after some earlier write, never between two, never torn; a value
 * that is not what was written is an error (`StateDamaged`) at every read, never a value.
 * Does not: promise that a write survives before `sync`.
 */
import { type Database, openDatabase, truncationOf } from "./database.ts";
import { invariant } from "./errors.ts";
import { type StatePart, type StoredEntry, walkPages } from "./state_pages.ts";
import { type StateRange, type StateSnapshot, takeSnapshot } from "./state_snapshot.ts";
import { CHECKED, UNCHECKED, type ValueForm } from "./state_value.ts";

/** lmdb-js takes keys of up to 1,978 bytes; a round limit below it. */
export const STATE_KEY_BYTES_MAX = 1_024;

/**
 * Removes are applied before puts. Keys and values must not change until the write has resolved.
 */
export type StateBatch = {
  puts: readonly (readonly [key: Uint8Array, value: Uint8Array])[];
  removes: readonly Uint8Array[];
  /** The values have their checksums behind them already, as a `SealedRoom` gives them. */
  areSealed?: boolean;
};

export type Elsewhere = (part: StatePart) => number | undefined;

export interface StateStore {
  /** A copy of the value, as of the last resolved write. */
  get(key: Uint8Array): Uint8Array | undefined;
  /** A copy of the stored bytes, checksum included: to recognise a value that has no checksum. */
  getUnchecked(key: Uint8Array): Uint8Array | undefined;
  /** Copies, of one moment; `from` is included, `below` is not. */
  range(range: StateRange): Iterable<[key: Uint8Array, value: Uint8Array]>;
  /**
   * Gives all entries to `visit`, in the order of their keys, as `StateSnapshot.entries` does; for a
   * store with checksums, before its first write. `elsewhere` as for `walkPages`; a store that is not read
   * by its file does not call it.
   */
  scan(visit: (entry: StoredEntry) => void, elsewhere?: Elsewhere): void;
  /** One moment of the store that later writes do not change. Release it. */
  snapshot(): StateSnapshot;
  /**
   * The moment of the last resolved write, for the writer's own reads: taken once after each write and kept
   * until the next one, because to take one costs more than to read. Not to be kept or released.
   */
  current(): StateSnapshot;
  /**
   * One transaction. Resolves when every reader that refreshes sees it; on disk some time later.
   * Rejects when the disk failed; from then on every write is rejected: open again, or rebuild.
   */
  write(batch: StateBatch): Promise<void>;
  /** Removes everything, in one transaction. Resolves as `write` does. */
  clear(): Promise<void>;
  /** Resolves when everything written so far is on disk. */
  sync(): Promise<void>;
  /** Syncs, then closes. */
  close(): Promise<void>;
}

/**
 * Opens or makes a store. Throws when its file is too short to be read: delete it and rebuild.
 * `checksums: false` is for databases that were begun without checksums.
 */
export function openStateStore(path: string, { checksums = true } = {}): StateStore {
  const truncation = truncationOf("state", path);
  if (truncation !== undefined) throw new Error(`state is damaged: ${truncation}`);
  return new LmdbStateStore(openDatabase("state", path), checksums ? CHECKED : UNCHECKED, path);
}

/** A store over a database that is already open, and that is not read by its file. */
export function stateStoreOver(database: Database): StateStore {
  return new LmdbStateStore(database, CHECKED, undefined);
}

class LmdbStateStore implements StateStore {
  readonly #database: Database;
  readonly #form: ValueForm;
  /** The directory, when its file can be read by pages. */
  readonly #path: string | undefined;
  #failure: unknown;
  #current: StateSnapshot | undefined;

  constructor(database: Database, form: ValueForm, path: string | undefined) {
    this.#database = database;
    this.#form = form;
    this.#path = path;
  }

  get(key: Uint8Array): Uint8Array | undefined {
    const stored = this.#database.getBinary(key);
    return stored === undefined ? undefined : this.#form.open(key, stored);
  }

  getUnchecked(key: Uint8Array): Uint8Array | undefined {
    return this.#database.getBinary(key);
  }

  *range(range: StateRange): Generator<[Uint8Array, Uint8Array], void, undefined> {
    const snapshot = this.snapshot();
    try {
      yield* range.reverse === true ? snapshot.descend(range) : snapshot.ascend(range);
    } finally {
      snapshot.release();
    }
  }

  scan(visit: (entry: StoredEntry) => void, elsewhere?: Elsewhere): void {
    invariant(this.#form === CHECKED, "values that are scanned have checksums");
    if (this.#path !== undefined) {
      walkPages(this.#path, visit, elsewhere);
      return;
    }
    const snapshot = this.snapshot();
    try {
      for (const [key, value, checksum] of snapshot.entries()) {
        const bytes = Buffer.concat([key, value]);
        visit({ bytes, keyAt: 0, valueAt: key.length, end: bytes.length, checksum });
      }
    } finally {
      snapshot.release();
    }
  }

  snapshot(): StateSnapshot {
    return takeSnapshot(this.#database, this.#form);
  }

  current(): StateSnapshot {
    this.#current ??= this.snapshot();
    return this.#current;
  }

  write(batch: StateBatch): Promise<void> {
    for (const [key] of batch.puts) checkKey(key);
    for (const key of batch.removes) checkKey(key);
    const puts = batch.areSealed === true ? batch.puts : this.#sealed(batch.puts);
    return this.#commit(() => {
      for (const key of batch.removes) this.#database.remove(key);
      for (const [key, stored] of puts) this.#database.put(key, stored);
    });
  }

  /** The puts with their values as they are stored, in one buffer for all of them. */
  #sealed(puts: StateBatch["puts"]): StateBatch["puts"] {
    const { sealBytes } = this.#form;
    if (sealBytes === 0) return puts;
    const bytes = puts.reduce((sum, [, value]) => sum + value.length + sealBytes, 0);
    const room = Buffer.allocUnsafeSlow(bytes);
    let at = 0;
    return puts.map(([key, value]) => {
      const stored = this.#form.seal(key, value, { room, at });
      at += stored.length;
      return [key, stored];
    });
  }

  clear(): Promise<void> {
    return this.#commit(() => {
      this.#database.clearAsync();
    });
  }

  async sync(): Promise<void> {
    await this.#database.flushed;
  }

  async close(): Promise<void> {
    this.#forgetCurrent();
    if (this.#failure === undefined) await this.sync();
    const closed = this.#database.close();
    if (this.#failure === undefined) await closed;
    else closed.catch(() => undefined);
  }

  #forgetCurrent(): void {
    this.#current?.release();
    this.#current = undefined;
  }

  async #commit(action: () => void): Promise<void> {
    if (this.#failure !== undefined) {
      throw new Error("the state store failed before", { cause: this.#failure });
    }
    try {
      await this.#database.batch(action);
      this.#forgetCurrent();
    } catch (error) {
      const wrapper = error as { commitError?: Promise<never> };
      this.#failure = await Promise.resolve(wrapper.commitError).catch((cause) => cause);
      throw new Error("the state store could not write", { cause: this.#failure });
    }
  }
}

function checkKey(key: Uint8Array): void {
  invariant(
    key.length >= 1 && key.length <= STATE_KEY_BYTES_MAX,
    `a state key has 1 to ${STATE_KEY_BYTES_MAX} bytes`,
  );
}

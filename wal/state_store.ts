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
import { type StoredEntry, walkPages } from "./state_pages.ts";
import { type StateRange, type StateSnapshot, takeSnapshot } from "./state_snapshot.ts";
import { CHECKED, UNCHECKED, type ValueForm } from "./state_value.ts";

/** lmdb-js takes keys of up to 1,978 bytes; a round limit below it. */
export const STATE_KEY_BYTES_MAX = 1_024;

/**
 * Removes are applied before puts. Keys and values must not change until the write has resolved.
 */
export type StateBatch = {
  /** `checksum`: the result of `checksumOf`, where the caller has computed it already. */
  puts: readonly (readonly [key: Uint8Array, value: Uint8Array, checksum?: number])[];
  removes: readonly Uint8Array[];
};

export interface StateStore {
  /** A copy of the value, as of the last resolved write. */
  get(key: Uint8Array): Uint8Array | undefined;
  /** A copy of the stored bytes, checksum included: to recognise a value that has no checksum. */
  getUnchecked(key: Uint8Array): Uint8Array | undefined;
  /** Copies, of one moment; `from` is included, `below` is not. */
  range(range: StateRange): Iterable<[key: Uint8Array, value: Uint8Array]>;
  /**
   * Gives all entries to `visit`, in the order of their keys, as `StateSnapshot.entries` does; for a
   * store with checksums, before its first write.
   */
  scan(visit: (entry: StoredEntry) => void): void;
  /** One moment of the store that later writes do not change. Release it. */
  snapshot(): StateSnapshot;
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

/** The largest buffer for the values of one write that is kept for the next write, bytes. */
const ROOM_KEPT_MAX = 64 * 2 ** 20;
const NO_ROOM = Buffer.alloc(0);

class LmdbStateStore implements StateStore {
  readonly #database: Database;
  readonly #form: ValueForm;
  /** The directory, when its file can be read by pages. */
  readonly #path: string | undefined;
  /** The buffer for the values of the next write; a write under way has taken its buffer out. */
  #room: Buffer = NO_ROOM;
  #failure: unknown;

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

  scan(visit: (entry: StoredEntry) => void): void {
    invariant(this.#form === CHECKED, "values that are scanned have checksums");
    if (this.#path !== undefined) {
      walkPages(this.#path, visit);
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

  write(batch: StateBatch): Promise<void> {
    for (const [key] of batch.puts) checkKey(key);
    for (const key of batch.removes) checkKey(key);
    const room = this.#takeRoom(batch);
    const written = this.#commit(() => {
      for (const key of batch.removes) this.#database.remove(key);
      let at = 0;
      for (const [key, value, checksum] of batch.puts) {
        this.#database.put(key, this.#form.seal(key, value, { room, at, checksum }));
        at += value.length + this.#form.sealBytes;
      }
    });
    return written.then(() => {
      if (room.length <= ROOM_KEPT_MAX) this.#room = room;
    });
  }

  /**
   * One buffer for all values, used again when lmdb no longer needs it. Thousands of fresh buffers
   * a second would make the garbage collector mark the whole heap again and again, because memory
   * outside the heap counts too.
   */
  #takeRoom({ puts }: StateBatch): Buffer {
    const { sealBytes } = this.#form;
    if (sealBytes === 0) return NO_ROOM;
    const bytes = puts.reduce((sum, [, value]) => sum + value.length + sealBytes, 0);
    const room = this.#room;
    this.#room = NO_ROOM;
    return room.length >= bytes ? room : Buffer.allocUnsafeSlow(bytes + (bytes >> 2));
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
    if (this.#failure === undefined) await this.sync();
    const closed = this.#database.close();
    if (this.#failure === undefined) await closed;
    else closed.catch(() => undefined);
  }

  async #commit(action: () => void): Promise<void> {
    if (this.#failure !== undefined) {
      throw new Error("the state store failed before", { cause: this.#failure });
    }
    try {
      await this.#database.batch(action);
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

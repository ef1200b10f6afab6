/**
 * One moment of a state store: every read of one snapshot sees the same transaction of LMDB.
 * Every read throws `StateDamaged` at a value that is not what was written.
 */
import type { Database, RangeOptions } from "./database.ts";
import { invariant, StateDamaged } from "./errors.ts";
import { CHECKED, checksumIn, type ValueForm } from "./state_value.ts";

/** `from` is included, `below` is excluded; an absent bound does not limit. Keys compare bytewise. */
export type StateBounds = { from?: Uint8Array; below?: Uint8Array };
export type StateRange = StateBounds & { reverse?: boolean };

export interface StateSnapshot {
  /**
   * A view of the value, which the next read of any log or state handle of this thread overwrites;
   * copy what must last.
   */
  get(key: Uint8Array): Uint8Array | undefined;
  /** Copies, smallest key first. Stops when the caller stops. */
  ascend(bounds: StateBounds): Iterable<[key: Uint8Array, value: Uint8Array]>;
  /** Copies, greatest key first. */
  descend(bounds: StateBounds): Iterable<[key: Uint8Array, value: Uint8Array]>;
  /**
   * All entries from the first to the last, each with the checksum that is stored behind its value.
   * Throws `StateDamaged` also at an entry that stands in its place but that `get` does not find:
   * the keys in the branches of the tree are wrong then.
   */
  entries(): Iterable<[key: Uint8Array, value: Uint8Array, checksum: number]>;
  /**
   * Ends the snapshot. Until then the store cannot use any page of this moment again, so a snapshot
   * is kept as long as one request, not as long as a connection. Idempotent.
   */
  release(): void;
}

/** The smallest key that lmdb-js's own bookkeeping never uses. */
const LOWEST_KEY = new Uint8Array([0]);

/** The newest moment of the store. */
export function takeSnapshot(database: Database, form = CHECKED): StateSnapshot {
  // The first reset makes the transaction new. The second detaches it from the handle, which would
  // otherwise reset it at the end of the turn, or keep one of its cursors for later use.
  database.resetReadTxn();
  const transaction = database.useReadTransaction();
  database.resetReadTxn();
  return new LmdbSnapshot(database, transaction, form);
}

class LmdbSnapshot implements StateSnapshot {
  readonly #database: Database;
  readonly #options: { transaction: { done(): void } };
  readonly #form: ValueForm;
  #isReleased = false;

  constructor(database: Database, transaction: { done(): void }, form: ValueForm) {
    this.#form = form;
    this.#database = database;
    this.#options = { transaction };
  }

  get(key: Uint8Array): Uint8Array | undefined {
    invariant(!this.#isReleased, "a snapshot is read before it is released");
    const reused = this.#database.getBinaryFast(key, this.#options);
    if (reused === undefined) return undefined;
    const { lastSize } = this.#database;
    return this.#form.open(key, new Uint8Array(reused.buffer, reused.byteOffset, lastSize));
  }

  ascend(bounds: StateBounds): Iterable<[Uint8Array, Uint8Array]> {
    const { from, below } = bounds;
    return this.#entries({
      start: from ?? LOWEST_KEY,
      ...(below === undefined ? {} : { end: below }),
    });
  }

  descend(bounds: StateBounds): Iterable<[Uint8Array, Uint8Array]> {
    const { from, below } = bounds;
    return this.#entries({
      reverse: true,
      end: from ?? LOWEST_KEY,
      inclusiveEnd: true,
      ...(below === undefined ? {} : { start: below, exclusiveStart: true }),
    });
  }

  *entries(): Generator<[Uint8Array, Uint8Array, number], void, undefined> {
    const options = { start: LOWEST_KEY, ...this.#options };
    for (const { key, value } of this.#database.getRange(options)) {
      if (this.#database.getBinaryFast(key, this.#options) === undefined) {
        throw new StateDamaged(key, "its tree has the entry but does not find it");
      }
      yield [key, this.#form.open(key, value), checksumIn(value)];
    }
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#options.transaction.done();
  }

  *#entries(options: RangeOptions): Generator<[Uint8Array, Uint8Array], void, undefined> {
    invariant(!this.#isReleased, "a snapshot is read before it is released");
    const entries = this.#database.getRange({ ...options, ...this.#options });
    for (const { key, value } of entries) yield [key, this.#form.open(key, value)];
  }
}

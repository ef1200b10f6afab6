/**
 * What a read sees: one shard's tables and records at one sequence. Reads get nothing else, so no
 * read can see an unacknowledged write or the working memory of an actor.
 */
import type { Place } from "../base/id.ts";
import type { StoredRecord } from "./record.ts";
import type { RecordLeaf } from "./record_leaf.ts";

/** One document of a table: its key within the scope, and its bytes. */
export type TableRow = { key: string; value: Uint8Array };

/**
 * What reads keep beside a snapshot, each under a key of its own: gone when the snapshot moves to
 * another sequence, or kept for as long as the object lives.
 */
export class SnapshotMemory {
  #sequence = -1;
  readonly #passing = new Map<object, unknown>();
  readonly #lasting = new Map<object, unknown>();

  /** What `key` stands for at this sequence; made when it is first asked for there. */
  at<T>(sequence: number, key: MemoryKey<T>, make: () => T): T {
    if (sequence !== this.#sequence) {
      this.#passing.clear();
      this.#sequence = sequence;
    }
    return keptIn(this.#passing, key, make);
  }

  /** The same for what stays right whatever the sequence is. */
  lasting<T>(key: MemoryKey<T>, make: () => T): T {
    return keptIn(this.#lasting, key, make);
  }
}

/** Names what is kept, and its type. */
export type MemoryKey<T> = { readonly kept?: T };

function keptIn<T>(kept: Map<object, unknown>, key: MemoryKey<T>, make: () => T): T {
  const known = kept.get(key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}

export interface Snapshot {
  /** What reads keep beside this snapshot. */
  readonly memory: SnapshotMemory;
  /** The frame that this snapshot stands at; every read of one snapshot sees exactly this one. */
  readonly sequence: number;
  /** Number of the shard that this snapshot shows. */
  readonly shard: number;
  /** The document at `key`, or undefined. `scope` 0 holds what belongs to the whole shard. */
  get(tableCode: number, scope: number, key: string): Uint8Array | undefined;
  /** Documents with `from <= key < below`, greatest key first. Stops when the caller stops. */
  descend(
    tableCode: number,
    scope: number,
    range: { from?: string; below?: string },
  ): Iterable<TableRow>;
  /** Documents with `from <= key < below`, smallest key first. */
  ascend(
    tableCode: number,
    scope: number,
    range: { from?: string; below?: string },
  ): Iterable<TableRow>;
  /**
   * Where a walk back through the records of a scope starts: the newest record made before
   * `belowMs` or a little later one (the caller checks), or the newest of all. 0 when there is none.
   */
  newestRecord(scope: number, belowMs?: number): Place;
  /** The record at `place`, or undefined when nothing at or before `sequence` stands there. */
  record(place: Place): StoredRecord | undefined;
  /** The same record as a leaf of its log's Merkle tree. */
  leaf(place: Place): RecordLeaf | undefined;
}

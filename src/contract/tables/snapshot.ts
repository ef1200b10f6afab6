/**
 * What a read sees: one shard's tables and records at one sequence. A read gets nothing else, so no
 * read can see an unacknowledged write or the memory of a shard.
 */
import type { Place } from "../../base/id.ts";
import type { StoredRecord } from "../records/record.ts";
import type { RecordLeaf } from "../records/record_leaf.ts";

/** One document of a table: its key within the realm, and its bytes. */
export type TableRow = { key: string; value: Uint8Array };

/**
 * Values that reads keep beside a snapshot, each under a key of its own: either until the snapshot
 * moves to another sequence, or for as long as this object lives.
 */
export class SnapshotMemory {
  #sequence = -1;
  readonly #passing = new Map<object, unknown>();
  readonly #lasting = new Map<object, unknown>();

  /** The value of `key` at this sequence; `make` makes it on the first call for the sequence. */
  at<T>(sequence: number, key: MemoryKey<T>, make: () => T): T {
    if (sequence !== this.#sequence) {
      this.#passing.clear();
      this.#sequence = sequence;
    }
    return keptIn(this.#passing, key, make);
  }

  /** The value of `key`, for values that do not depend on the sequence. */
  lasting<T>(key: MemoryKey<T>, make: () => T): T {
    return keptIn(this.#lasting, key, make);
  }
}

/** The key of a kept value; `T` is the type of the value. */
export type MemoryKey<T> = { readonly kept?: T };

function keptIn<T>(kept: Map<object, unknown>, key: MemoryKey<T>, make: () => T): T {
  const known = kept.get(key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}

/** Where a record lies: from `start` on in the bytes of its frame, which must not be changed. */
export type RecordSpot = { bytes: Uint8Array; view: DataView; start: number };

export interface Snapshot {
  /** The values that reads keep beside this snapshot. */
  readonly memory: SnapshotMemory;
  /** The frame that the snapshot shows; all reads of one snapshot see exactly this frame. */
  readonly sequence: number;
  /** Number of the shard that this snapshot shows. */
  readonly shard: number;
  /** The document at `key`, or undefined. Realm 0 holds the documents of the whole shard. */
  get(tableCode: number, realm: number, key: string): Uint8Array | undefined;
  /** Documents with `from <= key < below`, greatest key first. Stops when the caller stops. */
  descend(
    tableCode: number,
    realm: number,
    range: { from?: string; below?: string },
  ): Iterable<TableRow>;
  /** Documents with `from <= key < below`, smallest key first. */
  ascend(
    tableCode: number,
    realm: number,
    range: { from?: string; below?: string },
  ): Iterable<TableRow>;
  /**
   * Where a walk back through the records of a realm starts: the newest record before `belowMs` or
   * a slightly later one (the caller checks the time); without `belowMs`, the newest of all. 0 when
   * there is none.
   */
  newestRecord(realm: number, belowMs?: number): Place;
  /** The record at `place`, or undefined when no record up to `sequence` has this place. */
  record(place: Place): StoredRecord | undefined;
  /**
   * Writes into `spot` where the same record lies, for a read that needs a few of its fields
   * (`record_layout.ts`). False, and `spot` as it was, when there is no such record.
   */
  pointAt(place: Place, spot: RecordSpot): boolean;
  /** The record at `place` as a leaf of its log's Merkle tree. */
  leaf(place: Place): RecordLeaf | undefined;
}

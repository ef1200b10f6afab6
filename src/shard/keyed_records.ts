/**
 * Which record an idempotency key has. A key is one key within the key space of its record, which the
 * realm table tells: nobody can see, take or probe a key of another space, on the same shard or not.
 */
import type { Place } from "../base/id.ts";
import type { StoredRecord } from "../contract/records/record.ts";
import type { RecordView } from "../contract/records/record_view.ts";
import type { IdempotencyTable } from "./idempotency_table.ts";
import type { KeyOwner, RealmTable } from "./realm_table.ts";
import { placeWhereUnmounted } from "./refusals.ts";

type Parts = {
  table: IdempotencyTable;
  realms: Pick<RealmTable, "keySpaceOf">;
  /** The record at a place, durable or not yet. */
  recordAt: (place: Place) => StoredRecord | undefined;
};

export class KeyedRecords {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The record of a key in the key space of its owner; undefined where no record has it. */
  get(owner: KeyOwner, idempotencyKey: string): StoredRecord | undefined {
    const { table, realms, recordAt } = this.#parts;
    const space = realms.keySpaceOf(owner);
    let found: StoredRecord | undefined;
    table.find(idempotencyKey, space, (place) => {
      const record = recordAt(place);
      if (record?.idempotencyKey !== idempotencyKey) return false;
      if (realms.keySpaceOf(record) !== space) return false;
      found = record;
      return true;
    });
    return found;
  }

  /**
   * The place of the record of a key, 0 where no record has it. Where an older record that may be
   * the one is not mounted, a place in its frame.
   */
  placeOf(owner: KeyOwner, idempotencyKey: string): Place {
    try {
      return this.get(owner, idempotencyKey)?.place ?? 0;
    } catch (cause) {
      return placeWhereUnmounted(cause);
    }
  }

  /** Adds the key of a record that was just applied, if the record has one. */
  add(record: StoredRecord): void {
    const { idempotencyKey, place } = record;
    if (idempotencyKey === undefined) return;
    const { table, realms } = this.#parts;
    table.add(idempotencyKey, realms.keySpaceOf(record), place);
  }

  /** Adds the key of a record that is replayed from `frame`; makes no text of the key. */
  addFrom(frame: Buffer, record: RecordView): void {
    const { idempotencyKeyAt, place } = record;
    if (idempotencyKeyAt < 0) return;
    const { table, realms } = this.#parts;
    table.addFrom(frame, idempotencyKeyAt, realms.keySpaceOf(record), place);
  }
}

/**
 * Takes the documents that changed out of memory, to be written into the `state` database in one
 * transaction with the frame they stand at. It is what reads see and what a start begins from.
 * A table with very many changes gives them over several steps, between which the shard decides and
 * applies what comes next. Guarantees: the batch is the state at the end of one frame, that at which
 * the drain began, whatever was applied meanwhile; nothing of it is in the store before its owner
 * writes it.
 */
import type { StateBatch } from "../../wal/state_store.ts";
import { checksumOf } from "../../wal/state_value.ts";
import { invariant } from "../base/invariant.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import {
  encodeDocument,
  type Mark,
  NEVER_STORED,
  numberKey,
  STATE_FORMAT_VERSION,
  STATE_META_KEY,
  type StateMeta,
  type Table,
  type TableDrain,
  type TableSink,
  tableKey,
} from "../contract/tables/table.ts";
import { namesOf, type Stored } from "./checkpoint.ts";
import { markOf, replaceMark } from "./state_sum.ts";

/** What one drain has taken; valid until the next drain of the same state begins. */
export type Batch = StateBatch & { sequence: number };

/** How many entries a drain that begins now would give, without blocks of balances. */
export function changedCount({ tables }: Stored): number {
  let count = 0;
  for (const table of tables) count += table.changedCount ?? 0;
  return count;
}

export class Drain {
  readonly #sequence: number;
  readonly #stored: Stored;
  readonly #keys: number;
  readonly #puts: [key: Uint8Array, stored: Uint8Array][] = [];
  readonly #removes: Uint8Array[] = [];
  /** The tables that have not given everything yet. */
  readonly #open: TableDrain[] = [];

  /**
   * Begins to take every document that changed since the last drain, as it is now; memory stands at
   * the end of frame `sequence`. One drain of a state is under way at a time, and the batch of the one
   * before it has been written.
   */
  constructor(stored: Stored, sequence: number) {
    const { tables, idempotency, room } = stored;
    this.#sequence = sequence;
    this.#stored = stored;
    room.empty();
    stored.last = undefined;
    this.#keys = idempotency.count;
    for (const table of tables) {
      const sink = this.#sinkOf(table);
      if (table.beginDrain === undefined) table.drain(sink);
      else this.#open.push(table.beginDrain(sink));
    }
    idempotency.drain((segment, bytes, earlier) =>
      this.#put(tableKey(SHARD_TABLE.idempotency, 0, numberKey(segment)), bytes, earlier),
    );
  }

  /** Takes all that is left. */
  takeAll(): Batch {
    const batch = this.take(Number.POSITIVE_INFINITY);
    invariant(batch !== undefined, "a drain without a limit takes everything");
    return batch;
  }

  /** Takes up to `limit` more entries of large tables; returns the batch when nothing is left. */
  take(limit: number): Batch | undefined {
    let left = limit;
    for (let table = this.#open[0]; table !== undefined; table = this.#open[0]) {
      left -= table.take(left);
      if (left === 0) return undefined;
      this.#open.shift();
    }
    const { tables, total } = this.#stored;
    const meta = encodeDocument({
      formatVersion: STATE_FORMAT_VERSION,
      sequence: this.#sequence,
      ...total,
      tables: namesOf(tables),
      keys: this.#keys,
    } satisfies StateMeta);
    this.#seal(STATE_META_KEY, meta);
    const batch: Batch = {
      sequence: this.#sequence,
      puts: this.#puts,
      removes: this.#removes,
      areSealed: true,
    };
    this.#stored.last = batch;
    return batch;
  }

  #sinkOf({ code }: Table): TableSink {
    return (realm, key, value, earlier) => {
      const bytes = tableKey(code, realm, key);
      const mark = typeof earlier === "number" ? earlier : markOf(checksumOf(bytes, earlier));
      if (value !== undefined) return this.#put(bytes, value, mark);
      this.#removes.push(bytes);
      return replaceMark(this.#stored.total, mark, NEVER_STORED);
    };
  }

  #put(key: Uint8Array, value: Uint8Array, earlier: Mark): Mark {
    return replaceMark(this.#stored.total, earlier, markOf(this.#seal(key, value)));
  }

  /** Returns the checksum. */
  #seal(key: Uint8Array, value: Uint8Array): number {
    const checksum = checksumOf(key, value);
    this.#puts.push([key, this.#stored.room.seal(key, value, checksum)]);
    return checksum;
  }
}

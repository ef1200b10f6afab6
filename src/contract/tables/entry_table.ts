/**
 * Tables of entries that only reads use, from snapshots: histories, and indexes over things that
 * are never removed. The shard keeps no entry in memory after the entry is stored.
 */
import { NOTHING_STORED, type StateReads } from "./state_reads.ts";
import {
  drainOf,
  type Mark,
  NamedTable,
  NEVER_STORED,
  type Table,
  type TableDrain,
  type TableSink,
} from "./table.ts";

/**
 * Entries that are written once. Entries that are written more than once need a `RewrittenTable`: a
 * second value of an entry of this table would make the checksum of the state wrong, so the state
 * would be taken for damaged.
 */
export class EntryTable extends NamedTable implements Table {
  #added: { realm: number; key: string; value: Uint8Array }[] = [];

  constructor(name: string, code: number, version = 1) {
    super({ name, code, version });
  }

  get changedCount(): number {
    return this.#added.length;
  }

  add(realm: number, key: string, value: Uint8Array): void {
    this.#added.push({ realm, key, value });
  }

  drain(sink: TableSink): void {
    this.beginDrain(sink).take(Number.POSITIVE_INFINITY);
  }

  beginDrain(sink: TableSink): TableDrain {
    const added = this.#added;
    this.#added = [];
    return drainOf(added, ({ realm, key, value }) => {
      this.stored(key, sink(realm, key, value, this.earlier(realm, key)));
    });
  }

  protected earlier(_realm: number, _key: string): Mark | Uint8Array {
    return NEVER_STORED;
  }

  protected stored(_key: string, _mark: Mark): void {}
}

/**
 * Entries that may be written more than once. No two realms may use the same key. What an entry replaces is read in the state when it is
 * written, so memory keeps no entry that is stored.
 */
export class RewrittenTable extends EntryTable {
  /** The marks of the entries that drains have given and reads may not show yet. */
  readonly #given = new Map<string, Mark>();
  #state = NOTHING_STORED;

  attach(state: StateReads): void {
    this.#state = state;
  }

  written(): void {
    this.#given.clear();
  }

  protected override earlier(realm: number, key: string): Mark | Uint8Array {
    return this.#given.get(key) ?? this.#state.get(this.code, realm, key) ?? NEVER_STORED;
  }

  protected override stored(key: string, mark: Mark): void {
    this.#given.set(key, mark);
  }
}

/**
 * Tables of entries that only reads use, from snapshots: histories, and indexes over things that
 * are never removed. The shard keeps no entry in memory after the entry is stored.
 */
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
      this.stored(key, sink(realm, key, value, this.earlier(key)));
    });
  }

  protected earlier(_key: string): Mark {
    return NEVER_STORED;
  }

  protected stored(_key: string, _mark: Mark): void {}
}

/** Entries that may be written more than once. No two realms may use the same key. */
export class RewrittenTable extends EntryTable {
  readonly #marks = new Map<string, Mark>();

  load(_realm: number, key: string, _value: Uint8Array, mark: Mark): void {
    this.stored(key, mark);
  }

  protected override earlier(key: string): Mark {
    return this.#marks.get(key) ?? NEVER_STORED;
  }

  protected override stored(key: string, mark: Mark): void {
    this.#marks.set(key, mark);
  }
}

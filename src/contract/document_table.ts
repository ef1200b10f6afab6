/**
 * Documents of one kind in the memory of a shard, by key, each with the realm that owns it.
 * Setting or removing a document also updates the indexes that the table was made with.
 */
import { invariant } from "../base/invariant.ts";
import {
  decodeDocument,
  encodeDocument,
  type Mark,
  NEVER_STORED,
  type Table,
  type TableSink,
} from "./table.ts";

/** The field that every document of a table has: the number of the realm that owns the document. */
export type Owned = { realm: number };

/** An index over the documents of a table; its entries depend on one document each. */
export interface DocumentIndex<T> {
  /** The entries of the index in the `state` database; absent when the index is never stored. */
  readonly table?: Table;
  /**
   * Called for each change at `key`. `before` is undefined for a new document, `after` for a
   * removed one.
   */
  changed(key: string, before: T | undefined, after: T | undefined): void;
}

export type DocumentTableParts<T> = {
  name: string;
  code: number;
  /** Version of the documents; see `Table`. */
  version?: number;
  indexes?: readonly DocumentIndex<T>[];
};

export class DocumentTable<T extends Owned> implements Table {
  readonly name: string;
  readonly code: number;
  readonly version: number;
  readonly indexes: readonly Table[];
  readonly #documentIndexes: readonly DocumentIndex<T>[];
  readonly #documents = new Map<string, T>();
  /** Keys that changed since the last drain, each with the realm that owns it. */
  readonly #changed = new Map<string, number>();
  readonly #marks = new Map<string, Mark>();

  constructor({ name, code, version = 1, indexes = [] }: DocumentTableParts<T>) {
    this.name = name;
    this.code = code;
    this.version = version;
    this.#documentIndexes = indexes;
    this.indexes = indexes.flatMap(({ table }) => table ?? []);
  }

  get size(): number {
    return this.#documents.size;
  }

  /** The document at `key`, or undefined when there is none or it belongs to another realm. */
  get(realm: number, key: string): T | undefined {
    const document = this.#documents.get(key);
    return document?.realm === realm ? document : undefined;
  }

  /** The document at `key`, in any realm: for `apply`, which checks no caller's realm. */
  find(key: string): T | undefined {
    return this.#documents.get(key);
  }

  entries(): IterableIterator<[string, T]> {
    return this.#documents.entries();
  }

  values(): IterableIterator<T> {
    return this.#documents.values();
  }

  /**
   * Sets the document at `key`. `document` must be a new object: a stored document is never changed
   * in place, because the indexes compare the old document with the new one.
   */
  set(key: string, document: T): void {
    const before = this.#documents.get(key);
    this.#documents.set(key, document);
    this.#changed.set(key, document.realm);
    for (const index of this.#documentIndexes) index.changed(key, before, document);
  }

  /** Removes the document at `key`, which must exist. A later `set` may use the same key again. */
  remove(key: string): void {
    const before = this.#documents.get(key);
    invariant(before !== undefined, "a document that is removed is there");
    this.#documents.delete(key);
    this.#changed.set(key, before.realm);
    for (const index of this.#documentIndexes) index.changed(key, before, undefined);
  }

  drain(sink: TableSink): void {
    for (const [key, realm] of this.#changed) {
      const document = this.#documents.get(key);
      const earlier = this.#marks.get(key) ?? NEVER_STORED;
      if (document !== undefined) {
        this.#marks.set(key, sink(realm, key, encodeDocument(document), earlier));
      } else if (earlier !== NEVER_STORED) {
        sink(realm, key, undefined, earlier);
        this.#marks.delete(key);
      }
    }
    this.#changed.clear();
  }

  load(realm: number, key: string, value: Uint8Array, mark: Mark): void {
    const document = decodeDocument<T>(value);
    invariant(document.realm === realm, "a stored document names the realm of its key");
    this.#documents.set(key, document);
    this.#marks.set(key, mark);
    for (const index of this.#documentIndexes) {
      if (index.table === undefined) index.changed(key, undefined, document);
    }
  }
}

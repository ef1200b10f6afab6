/**
 * Documents of one kind of a shard, by key, each with the realm that owns it: in memory, or where the
 * table says so in the `state` database. Setting or removing a document also updates the indexes that the
 * table was made with.
 */
import { invariant } from "../../base/invariant.ts";
import { DocumentsInMemory, type KeptDocuments, type Owned } from "./kept_documents.ts";
import type { StateReads } from "./state_reads.ts";
import { StoredDocuments, type StoredIn, type YoungIndex } from "./stored_documents.ts";
import {
  type Mark,
  NamedTable,
  type Table,
  type TableDrain,
  type TableParts,
  type TableSink,
} from "./table.ts";

export type { Owned } from "./kept_documents.ts";

/** An index over the documents of a table; its entries depend on one document each. */
export interface DocumentIndex<T> extends YoungIndex<T> {
  /** The entries of the index in the `state` database; absent when the index is never stored. */
  readonly table?: Table;
  /**
   * Called for each change at `key`. `before` is undefined for a new document, `after` for a
   * removed one.
   */
  changed(key: string, before: T | undefined, after: T | undefined): void;
}

export type DocumentTableParts<T> = TableParts & {
  indexes?: readonly DocumentIndex<T>[];
  /** Present where the documents stay in the `state` database. */
  stored?: StoredIn;
};

export class DocumentTable<T extends Owned> extends NamedTable implements Table {
  readonly indexes: readonly Table[];
  /** Present where the documents stay in the state: very many may change between two writes. */
  readonly beginDrain?: (sink: TableSink) => TableDrain;
  /** Absent where the documents stay in the state. */
  readonly load?: (realm: number, key: string, value: Uint8Array, mark: Mark) => void;
  readonly #documentIndexes: readonly DocumentIndex<T>[];
  readonly #documents: KeptDocuments<T>;

  constructor({ indexes = [], stored, ...parts }: DocumentTableParts<T>) {
    super(parts);
    const { code } = parts;
    this.#documentIndexes = indexes;
    this.indexes = indexes.flatMap(({ table }) => table ?? []);
    if (stored !== undefined) {
      const documents = new StoredDocuments<T>({ code, indexes, ...stored });
      this.#documents = documents;
      this.beginDrain = (sink) => documents.beginDrain(sink);
    } else {
      const documents = new DocumentsInMemory<T>((key, document) => {
        for (const index of indexes) {
          if (index.table === undefined) index.changed(key, undefined, document);
        }
      });
      this.#documents = documents;
      this.load = (...stored) => documents.load(...stored);
    }
  }

  get size(): number {
    return this.#documents.size;
  }

  get changedCount(): number {
    return this.#documents.changedCount;
  }

  /** The document at `key`, or undefined when there is none or it belongs to another realm. */
  get(realm: number, key: string): T | undefined {
    const document = this.#documents.find(key, realm);
    return document?.realm === realm ? document : undefined;
  }

  /** The document at `key`, in any realm: for `apply`, which checks no caller's realm. */
  find(key: string): T | undefined {
    return this.#documents.find(key);
  }

  /** Where the documents stay in the state, this reads each of them. */
  entries(): Iterable<[string, T]> {
    return this.#documents.entries();
  }

  /** Where the documents stay in the state, this reads each of them, as `entries` does. */
  *values(): Generator<T> {
    for (const [, document] of this.#documents.entries()) yield document;
  }

  /**
   * Sets the document at `key`. `document` must be a new object: a stored document is never changed
   * in place, because the indexes compare the old document with the new one.
   */
  set(key: string, document: T): void {
    const before = this.#documents.replace(key, document.realm, document);
    for (const index of this.#documentIndexes) index.changed(key, before, document);
  }

  /**
   * Sets the document at a key that never had one, as `set` does. Where the documents stay in the state nothing is read of it, which
   * for a payout costs as much as its indexes. A key that has a document loses what stands in the state of it.
   */
  add(key: string, document: T): void {
    this.#documents.add(key, document.realm, document);
    for (const index of this.#documentIndexes) index.changed(key, undefined, document);
  }

  /**
   * Removes the document at `key`, which must exist. A later `set` may use the same key again. `realm` is
   * needed where the documents stay in the state and nobody finds one without it.
   */
  remove(key: string, realm?: number): void {
    const before = this.#documents.find(key, realm);
    invariant(before !== undefined, "a document that is removed is there");
    this.#documents.replace(key, before.realm, undefined);
    for (const index of this.#documentIndexes) index.changed(key, before, undefined);
  }

  drain(sink: TableSink): void {
    this.#documents.drain(sink);
  }

  attach(state: StateReads, entries: number): void {
    this.#documents.attach?.(state, entries);
  }

  written(): void {
    this.#documents.written?.();
  }
}

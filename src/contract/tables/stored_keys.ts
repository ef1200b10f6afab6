/**
 * Indexes that a decision asks by the key or a text of one document of a table whose documents stay in the
 * `state` database: which document has a text, and whether a document is one of a few.
 */
import { EntryIndex, IndexEntries } from "./document_index.ts";
import type { DocumentIndex } from "./document_table.ts";
import type { Owned } from "./kept_documents.ts";
import type { YoungDocuments } from "./stored_documents.ts";
import {
  decodeText,
  encodeText,
  NamedTable,
  type Table,
  type TableParts,
  type TableSink,
} from "./table.ts";

/**
 * Texts that are unique within a realm, as `UniqueIndex` for documents in memory. A document has at most one
 * text. Memory has the texts of the young documents alone; every other is looked up in the stored entries.
 */
export class StoredUnique<T extends Owned> implements DocumentIndex<T> {
  readonly table: IndexEntries;
  readonly #textOf: (document: T) => string | undefined;
  readonly #young = new Map<string, string>();
  #documents: YoungDocuments<T> | undefined;

  /** `textOf`: the text of a document; undefined for one that has none. */
  constructor(parts: TableParts, textOf: (document: T) => string | undefined) {
    this.table = new IndexEntries(parts);
    this.#textOf = textOf;
  }

  /** The key of the document that has the text, or undefined when no document has it. */
  holderOf(realm: number, text: string): string | undefined {
    const young = this.#young.get(placeOf(realm, text));
    if (young !== undefined) return young;
    const documents = this.#documents;
    const value = documents?.state.get(this.table.code, realm, text);
    if (value === undefined) return undefined;
    const holder = decodeText(value);
    // What a young document has stands above: the stored entry is of the time before its change.
    return documents?.isYoung(holder) === true ? undefined : holder;
  }

  attach(documents: YoungDocuments<T>): void {
    this.#documents = documents;
  }

  changed(key: string, before: T | undefined, after: T | undefined): void {
    const old = before && this.#textOf(before);
    const now = after && this.#textOf(after);
    if (old === now) return;
    const { realm } = (after ?? before) as T;
    const holder = encodeText(key);
    if (old !== undefined) this.table.replace(realm, old, holder, undefined);
    if (now !== undefined) this.table.replace(realm, now, undefined, holder);
  }

  youngChanged(key: string, before: T | undefined, after: T | undefined): void {
    const { realm } = (after ?? before) as T;
    const old = before && this.#textOf(before);
    const now = after && this.#textOf(after);
    if (old !== undefined && old !== now) this.#young.delete(placeOf(realm, old));
    if (now !== undefined) this.#young.set(placeOf(realm, now), key);
  }
}

function placeOf(realm: number, text: string): string {
  return `${realm}:${text}`;
}

/**
 * The keys of the documents of which something is true. All of these keys are in memory, and stored, so that a
 * start has them without reading a document: for what is asked very often, and is true of few documents.
 */
export class FlaggedKeys<T extends Owned> extends NamedTable implements DocumentIndex<T>, Table {
  readonly table: Table = this;
  readonly #isFlagged: (document: T) => boolean;
  readonly #entries: EntryIndex<T>;
  readonly #keys = new Set<string>();

  constructor(parts: TableParts, isFlagged: (document: T) => boolean) {
    super(parts);
    this.#isFlagged = isFlagged;
    this.#entries = new EntryIndex(parts, (document) => (isFlagged(document) ? [""] : []));
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  changed(key: string, before: T | undefined, after: T | undefined): void {
    this.#entries.changed(key, before, after);
    if (after !== undefined && this.#isFlagged(after)) this.#keys.add(key);
    else this.#keys.delete(key);
  }

  drain(sink: TableSink): void {
    this.#entries.table.drain(sink);
  }

  load(_realm: number, key: string): void {
    this.#keys.add(key);
  }
}

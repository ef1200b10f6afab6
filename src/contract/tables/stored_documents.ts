/**
 * Documents that stay in the `state` database. Memory has those that changed since the state was written
 * last; every other is read by its key when it is asked for. So a start decodes none of them, and a million
 * of them take no memory (decision 0070). Plain twin: `DocumentsInMemory`; stored_documents.test.ts compares both.
 *
 * A changed document is young from its change until a write of the state that contains it is whole: a drain
 * hands it over, and only `written` lets it go. While a write is under way the state may show the document
 * before or after: what is young is never read from there. A drain that takes many turns hands over a document as it was when
 * the drain began: before the document is changed.
 *
 * Some of the documents that were used last stay in memory too, each until it changes.
 */
import { invariant } from "../../base/invariant.ts";
import { LruMap } from "../../base/lru_map.ts";
import { type KeptDocuments, type Owned, ownedDocument } from "./kept_documents.ts";
import { NOTHING_STORED, type StateReads } from "./state_reads.ts";
import {
  drainOf,
  encodeDocument,
  type Mark,
  NEVER_STORED,
  type TableDrain,
  type TableSink,
} from "./table.ts";

/** Documents that were used last, of each table: how many, and their stored bytes. */
const USED_LAST = { countMax: 2_048, weightMax: 2 * 1_024 * 1_024 };

/** A document that changed, or undefined for one that was removed. */
type Young<T> = {
  readonly realm: number;
  document: T | undefined;
  /** What the next drain replaces: its mark, or the stored value of a document no drain has given yet. */
  earlier: Mark | Uint8Array;
  /** Of its stored value, of one that a drain has given. */
  bytes: number;
};

/** A document as it is stored, with what a change of it will replace. */
type Unchanged<T> = { document: T; earlier: Mark | Uint8Array };

/** What the indexes of such a table see of it. */
export type YoungDocuments<T> = {
  /** The reads of the table's state. */
  readonly state: StateReads;
  isYoung(key: string): boolean;
  /** Undefined too for a young document that was removed. */
  young(key: string): T | undefined;
  find(key: string, realm?: number): T | undefined;
};

/** What an index is told of a table whose documents stay in the state, beside their changes. */
export interface YoungIndex<T> {
  /** Called for each change of a young document at `key`, as `changed` of an index is. */
  youngChanged?(key: string, before: T | undefined, after: T | undefined): void;
  /** Called once, when the table is made. */
  attach?(documents: YoungDocuments<T>): void;
}

export type StoredIn = {
  /**
   * The realm of the document at a key; undefined where there is none. Absent where nobody asks for a
   * document without naming its realm.
   */
  realmOf?(key: string, state: StateReads): number | undefined;
};

export type StoredDocumentsParts<T> = {
  /** Code of the table. */
  code: number;
  indexes: readonly YoungIndex<T>[];
} & StoredIn;

export class StoredDocuments<T extends Owned> implements KeptDocuments<T>, YoungDocuments<T> {
  readonly #parts: StoredDocumentsParts<T>;
  readonly #young = new Map<string, Young<T>>();
  /** Those that changed since the last drain. */
  #changed = new Map<string, Young<T>>();
  /** Those that the drain under way has not given yet. */
  #waiting = new Map<string, Young<T>>();
  #sink: TableSink | undefined;
  /** Those that drains have given since the last `written`. */
  #given = new Map<string, Young<T>>();
  /** Documents as they are stored; none of them is young. */
  #usedLast = new LruMap<Unchanged<T>>(USED_LAST);
  #state = NOTHING_STORED;
  #size = 0;

  constructor(parts: StoredDocumentsParts<T>) {
    this.#parts = parts;
    for (const index of parts.indexes) index.attach?.(this);
  }

  get size(): number {
    return this.#size;
  }

  get changedCount(): number {
    return this.#changed.size;
  }

  get state(): StateReads {
    return this.#state;
  }

  /** How many documents are in memory. */
  get youngCount(): number {
    return this.#young.size;
  }

  isYoung(key: string): boolean {
    return this.#young.has(key);
  }

  young(key: string): T | undefined {
    return this.#young.get(key)?.document;
  }

  find(key: string, realm?: number): T | undefined {
    const { realmOf } = this.#parts;
    invariant(realm !== undefined || realmOf !== undefined, "a document is asked for in its realm");
    const young = this.#young.get(key);
    if (young !== undefined) return young.document;
    const used = this.#usedLast.get(key)?.document;
    if (used !== undefined && (realm === undefined || used.realm === realm)) return used;
    const at = realm ?? realmOf?.(key, this.#state);
    const value = at === undefined ? undefined : this.#stored(at, key);
    if (at === undefined || value === undefined) return undefined;
    const document = ownedDocument<T>(at, value);
    this.#usedLast.set(key, { document, earlier: value }, value.byteLength);
    return document;
  }

  /** Reads every stored document: for tests, and for what does not happen often. */
  *entries(): Generator<[string, T]> {
    for (const { realm, key, value } of this.#state.all(this.#parts.code)) {
      if (!this.isYoung(key)) yield [key, ownedDocument<T>(realm, value)];
    }
    for (const [key, { document }] of this.#young)
      if (document !== undefined) yield [key, document];
  }

  replace(key: string, realm: number, after: T | undefined): T | undefined {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) this.#give(key, waiting);
    const known = this.#young.get(key);
    const young = known ?? this.#readForChange(key, realm);
    invariant(young.realm === realm, "a document stays in its realm");
    const before = young.document;
    young.document = after;
    this.#young.set(key, young);
    this.#usedLast.delete(key);
    this.#changed.set(key, young);
    this.#size += (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    const held = known === undefined ? undefined : before;
    this.#youngChanged(key, held, after);
    return before;
  }

  add(key: string, realm: number, document: T): void {
    const young: Young<T> = { realm, document, earlier: NEVER_STORED, bytes: 0 };
    this.#young.set(key, young);
    this.#changed.set(key, young);
    this.#size++;
    this.#youngChanged(key, undefined, document);
  }

  drain(sink: TableSink): void {
    this.beginDrain(sink).take(Number.POSITIVE_INFINITY);
  }

  beginDrain(sink: TableSink): TableDrain {
    invariant(this.#waiting.size === 0, "the drain before has given everything");
    this.#sink = sink;
    this.#waiting = this.#changed;
    this.#changed = new Map();
    return drainOf(this.#waiting, ([key, young]) => this.#give(key, young));
  }

  #give(key: string, young: Young<T>): void {
    const { realm, document, earlier } = young;
    const sink = this.#sink as TableSink;
    if (document !== undefined) {
      const value = encodeDocument(document);
      young.earlier = sink(realm, key, value, earlier);
      young.bytes = value.byteLength;
    } else if (earlier !== NEVER_STORED) {
      young.earlier = sink(realm, key, undefined, earlier);
    }
    this.#waiting.delete(key);
    this.#given.set(key, young);
  }

  attach(state: StateReads, entries: number): void {
    this.#state = state;
    this.#usedLast = new LruMap(USED_LAST);
    this.#size = entries;
  }

  written(): void {
    for (const [key, { document, earlier, bytes }] of this.#given) {
      if (this.#changed.has(key)) continue;
      this.#young.delete(key);
      if (document !== undefined) this.#usedLast.set(key, { document, earlier }, bytes);
      this.#youngChanged(key, document, undefined);
    }
    this.#given = new Map();
  }

  #youngChanged(key: string, before: T | undefined, after: T | undefined): void {
    if (before === undefined && after === undefined) return;
    for (const index of this.#parts.indexes) index.youngChanged?.(key, before, after);
  }

  #readForChange(key: string, realm: number): Young<T> {
    const used = this.#usedLast.get(key);
    if (used !== undefined && used.document.realm === realm) {
      return { realm, document: used.document, earlier: used.earlier, bytes: 0 };
    }
    const value = this.#stored(realm, key);
    const document = value && ownedDocument<T>(realm, value);
    return { realm, document, earlier: value ?? NEVER_STORED, bytes: 0 };
  }

  #stored(realm: number, key: string): Uint8Array | undefined {
    return this.#state.get(this.#parts.code, realm, key);
  }
}

/**
 * Where a table of documents has its documents: all of them in memory, or in the `state` database with
 * only the changed ones in memory (`stored_documents.ts`). Both answer alike.
 */
import { invariant } from "../../base/invariant.ts";
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

/** The document that is stored under a key of the realm. */
export function ownedDocument<T extends Owned>(realm: number, value: Uint8Array): T {
  const document = decodeDocument<T>(value);
  invariant(document.realm === realm, "a stored document names the realm of its key");
  return document;
}

export interface KeptDocuments<T extends Owned>
  extends Pick<Table, "load" | "attach" | "written" | "beginDrain"> {
  readonly size: number;
  /** How many changed since the last drain. */
  readonly changedCount: number;
  /** The document at `key`, of the realm where one is named, or else of any. */
  find(key: string, realm?: number): T | undefined;
  entries(): Iterable<[string, T]>;
  /**
   * Puts `after` in the place of the document at `key` in `realm`; undefined removes it. Returns the
   * document before.
   */
  replace(key: string, realm: number, after: T | undefined): T | undefined;
  /** Puts a document at a key that never had one. */
  add(key: string, realm: number, document: T): void;
  drain(sink: TableSink): void;
}

export class DocumentsInMemory<T extends Owned> implements KeptDocuments<T> {
  readonly #documents = new Map<string, T>();
  /** Keys that changed since the last drain, each with the realm that owns it. */
  readonly #changed = new Map<string, number>();
  readonly #marks = new Map<string, Mark>();
  readonly #loaded: (key: string, document: T) => void;

  /** `loaded`: called for each document that is loaded. */
  constructor(loaded: (key: string, document: T) => void) {
    this.#loaded = loaded;
  }

  get size(): number {
    return this.#documents.size;
  }

  get changedCount(): number {
    return this.#changed.size;
  }

  find(key: string): T | undefined {
    return this.#documents.get(key);
  }

  entries(): Iterable<[string, T]> {
    return this.#documents.entries();
  }

  replace(key: string, realm: number, after: T | undefined): T | undefined {
    const before = this.#documents.get(key);
    if (after === undefined) this.#documents.delete(key);
    else this.#documents.set(key, after);
    this.#changed.set(key, realm);
    return before;
  }

  add(key: string, realm: number, document: T): void {
    this.replace(key, realm, document);
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
    const document = ownedDocument<T>(realm, value);
    this.#documents.set(key, document);
    this.#marks.set(key, mark);
    this.#loaded(key, document);
  }
}

/**
 * The kinds of indexes that a table of documents can have. Each entry is a function of one document, so
 * an index never has to be told what changed: it compares the document before and afterwards.
 */
import { BinaryHeap } from "../base/binary_heap.ts";
import type { DocumentIndex, Owned } from "./document_table.ts";
import { type Mark, NEVER_STORED, type Table, type TableSink } from "./table.ts";

const NO_BYTES = new Uint8Array(0);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export type IndexParts = { name: string; code: number; version?: number };

/** An entry that has changed since the last drain, and what is stored of it until then. */
type Change = {
  scope: number;
  key: string;
  stored: Uint8Array | undefined;
  value: Uint8Array | undefined;
};

/** Entries of an index on their way to the `state` environment. */
class IndexEntries implements Table {
  readonly name: string;
  readonly code: number;
  readonly version: number;
  readonly #changes = new Map<string, Change>();

  constructor({ name, code, version = 1 }: IndexParts) {
    this.name = name;
    this.code = code;
    this.version = version;
  }

  /** The entry at `key` was `before`, and is `value`; undefined stands for no entry. */
  replace(
    scope: number,
    key: string,
    before: Uint8Array | undefined,
    value: Uint8Array | undefined,
  ): void {
    const place = `${scope}:${key}`;
    const change = this.#changes.get(place);
    if (change === undefined) this.#changes.set(place, { scope, key, stored: before, value });
    else change.value = value;
  }

  drain(sink: TableSink): void {
    for (const { scope, key, stored, value } of this.#changes.values()) {
      if (value !== undefined || stored !== undefined) {
        sink(scope, key, value, stored ?? NEVER_STORED);
      }
    }
    this.#changes.clear();
  }

  load(_scope: number, _key: string, _value: Uint8Array, _mark: Mark): void {}
}

/**
 * Documents by texts that follow from each, for readers. The key of an entry is the text and then the
 * document's key, so the documents of one text stand side by side, in the order of their keys.
 */
export class EntryIndex<T extends Owned> implements DocumentIndex<T> {
  readonly table: IndexEntries;
  readonly #textsOf: (document: T) => readonly string[];

  constructor(parts: IndexParts, textsOf: (document: T) => readonly string[]) {
    this.table = new IndexEntries(parts);
    this.#textsOf = textsOf;
  }

  changed(key: string, before: T | undefined, after: T | undefined): void {
    const old = before === undefined ? [] : this.#textsOf(before);
    const now = after === undefined ? [] : this.#textsOf(after);
    const { scope } = (after ?? before) as T;
    for (const text of old) {
      if (!now.includes(text)) this.table.replace(scope, text + key, NO_BYTES, undefined);
    }
    for (const text of now) {
      if (!old.includes(text)) this.table.replace(scope, text + key, undefined, NO_BYTES);
    }
  }
}

/** Texts that one thing of a scope has at most, and the key of the thing that has each. */
export class UniqueIndex implements Table {
  readonly name: string;
  readonly code: number;
  readonly version: number;
  readonly #entries: IndexEntries;
  readonly #holders = new Map<string, string>();

  constructor(parts: IndexParts) {
    this.#entries = new IndexEntries(parts);
    this.name = this.#entries.name;
    this.code = this.#entries.code;
    this.version = this.#entries.version;
  }

  /** Key of the thing that has the text, or undefined when the text is free. */
  holderOf(scope: number, text: string): string | undefined {
    return this.#holders.get(`${scope}:${text}`);
  }

  /** Gives the text to the thing at `key`. The decision has made sure that the text is free. */
  claim(scope: number, text: string, key: string): void {
    const holder = this.holderOf(scope, text);
    if (holder === key) return;
    const before = holder === undefined ? undefined : encoder.encode(holder);
    this.#entries.replace(scope, text, before, encoder.encode(key));
    this.#holders.set(`${scope}:${text}`, key);
  }

  /** The text is free again, if the thing at `key` had it. */
  release(scope: number, text: string, key: string): void {
    if (this.holderOf(scope, text) !== key) return;
    this.#entries.replace(scope, text, encoder.encode(key), undefined);
    this.#holders.delete(`${scope}:${text}`);
  }

  /** The thing at `key` had the one text and has the other; either may be none. */
  move(scope: number, key: string, before: string | undefined, after: string | undefined): void {
    if (before === after) return;
    if (before !== undefined) this.release(scope, before, key);
    if (after !== undefined) this.claim(scope, after, key);
  }

  drain(sink: TableSink): void {
    this.#entries.drain(sink);
  }

  load(scope: number, text: string, value: Uint8Array): void {
    this.#holders.set(`${scope}:${text}`, decoder.decode(value));
  }
}

/** The index of the one text that a document has or has not. */
export function uniqueIndexOf<T extends Owned>(
  table: UniqueIndex,
  textOf: (document: T) => string | undefined,
): DocumentIndex<T> {
  return {
    table,
    changed(key, before, after) {
      const { scope } = (after ?? before) as T;
      table.move(scope, key, before && textOf(before), after && textOf(after));
    },
  };
}

/** `isOver`: the document has another deadline by now, or none. */
type Deadline = { atMs: number; key: string; isOver: boolean };
type Line = { heap: BinaryHeap<Deadline>; over: number };

/** A heap with fewer entries than this is not worth building anew. */
const REBUILD_MIN = 64;

/**
 * Documents by deadline, a heap for each scope, in memory alone. An entry whose document has another
 * deadline stays in the heap until it comes to the top, or until half of the heap is such entries and
 * the heap is built anew: memory follows the deadlines that stand, and each change costs logarithmic
 * time on average.
 * Guarantees: the first of each heap is a deadline that stands.
 */
export class DeadlineIndex<T extends Owned> implements DocumentIndex<T> {
  readonly #atMsOf: (document: T) => number | undefined;
  readonly #byScope = new Map<number, Line>();
  readonly #byKey = new Map<string, Deadline>();

  constructor(atMsOf: (document: T) => number | undefined) {
    this.#atMsOf = atMsOf;
  }

  changed(key: string, before: T | undefined, after: T | undefined): void {
    const { scope } = (after ?? before) as T;
    const standing = this.#byKey.get(key);
    const atMs = after === undefined ? undefined : this.#atMsOf(after);
    if (standing?.atMs === atMs) return;
    if (atMs !== undefined) this.#add(scope, { atMs, key, isOver: false });
    if (standing === undefined) return;
    if (atMs === undefined) this.#byKey.delete(key);
    this.#end(scope, standing);
  }

  /** The scopes that have a document with a deadline. */
  scopes(): Iterable<number> {
    return this.#byScope.keys();
  }

  /** The earliest deadline of `scope`; of equal ones the one with the first key. */
  first(scope: number): Readonly<Pick<Deadline, "atMs" | "key">> | undefined {
    return this.#byScope.get(scope)?.heap.peek();
  }

  /** Entries of `scope`, those included whose documents have another deadline by now. */
  size(scope: number): number {
    return this.#byScope.get(scope)?.heap.size ?? 0;
  }

  #add(scope: number, deadline: Deadline): void {
    let line = this.#byScope.get(scope);
    if (line === undefined) {
      line = { heap: createHeap(), over: 0 };
      this.#byScope.set(scope, line);
    }
    line.heap.push(deadline);
    this.#byKey.set(deadline.key, deadline);
  }

  #end(scope: number, deadline: Deadline): void {
    deadline.isOver = true;
    const line = this.#byScope.get(scope) as Line;
    line.over++;
    if (line.heap.size >= REBUILD_MIN && line.over * 2 > line.heap.size) rebuild(line);
    while (line.heap.peek()?.isOver === true) {
      line.heap.pop();
      line.over--;
    }
    if (line.heap.size === 0) this.#byScope.delete(scope);
  }
}

function rebuild(line: Line): void {
  const standing = [...line.heap.within(() => true)].filter(({ isOver }) => !isOver);
  line.heap = createHeap();
  line.over = 0;
  for (const deadline of standing) line.heap.push(deadline);
}

function createHeap(): BinaryHeap<Deadline> {
  return new BinaryHeap<Deadline>((a, b) => (a.atMs - b.atMs || (a.key < b.key ? -1 : 1)) < 0);
}

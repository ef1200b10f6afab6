/**
 * The kinds of indexes that a table of documents can have. The entries of an index depend on one
 * document each, so an index needs no description of a change: it compares the document before the
 * change with the document after it.
 */
import { BinaryHeap } from "../../base/binary_heap.ts";
import { invariant } from "../../base/invariant.ts";
import type { DocumentIndex, Owned } from "./document_table.ts";
import {
  decodeText,
  drainOf,
  encodeDocument,
  encodeText,
  NamedTable,
  NEVER_STORED,
  type Table,
  type TableDrain,
  type TableParts,
  type TableSink,
} from "./table.ts";

const NO_BYTES = new Uint8Array(0);
const NO_TEXTS: readonly string[] = [];

/**
 * An index entry that has changed since the last drain. `stored` is its value in the `state`
 * environment until the next drain.
 */
type Change = {
  realm: number;
  key: string;
  stored: Uint8Array | undefined;
  value: Uint8Array | undefined;
};

/** Changed entries of an index, until the next drain writes them into the `state` database. */
export class IndexEntries extends NamedTable implements Table {
  #changes = new Map<string, Change>();

  get changedCount(): number {
    return this.#changes.size;
  }

  /** Changes the entry at `key` from `before` to `value`; undefined stands for no entry. */
  replace(
    realm: number,
    key: string,
    before: Uint8Array | undefined,
    value: Uint8Array | undefined,
  ): void {
    const place = `${realm}:${key}`;
    const change = this.#changes.get(place);
    if (change === undefined) this.#changes.set(place, { realm, key, stored: before, value });
    else change.value = value;
  }

  drain(sink: TableSink): void {
    this.beginDrain(sink).take(Number.POSITIVE_INFINITY);
  }

  beginDrain(sink: TableSink): TableDrain {
    const changes = this.#changes;
    this.#changes = new Map();
    return drainOf(changes.values(), ({ realm, key, stored, value }) => {
      if (value !== undefined || stored !== undefined) {
        sink(realm, key, value, stored ?? NEVER_STORED);
      }
    });
  }
}

/** A document that has changed since the last drain, as it is stored, and as it is now; undefined where there is none. */
type Changed<T> = { before: T | undefined; after: T | undefined };

/** The entries of documents by texts of them: what changes is worked out by the drain, once for all changes of a document. */
class DocumentEntries<T extends Owned> extends NamedTable implements Table {
  readonly #textsOf: (document: T) => readonly string[];
  #changes = new Map<string, Changed<T>>();

  constructor(parts: TableParts, textsOf: (document: T) => readonly string[]) {
    super(parts);
    this.#textsOf = textsOf;
  }

  get changedCount(): number {
    return this.#changes.size;
  }

  changed(key: string, before: T | undefined, after: T | undefined): void {
    const change = this.#changes.get(key);
    if (change === undefined) this.#changes.set(key, { before, after });
    else change.after = after;
  }

  drain(sink: TableSink): void {
    this.beginDrain(sink).take(Number.POSITIVE_INFINITY);
  }

  beginDrain(sink: TableSink): TableDrain {
    const changes = this.#changes;
    this.#changes = new Map();
    return drainOf(changes, ([key, { before, after }]) => {
      const old = before === undefined ? NO_TEXTS : this.#textsOf(before);
      const now = after === undefined ? NO_TEXTS : this.#textsOf(after);
      old.forEach((text, at) => {
        if (now.includes(text) || old.indexOf(text) < at) return;
        sink((before as T).realm, text + key, undefined, NO_BYTES);
      });
      now.forEach((text, at) => {
        if (old.includes(text) || now.indexOf(text) < at) return;
        sink((after as T).realm, text + key, NO_BYTES, NEVER_STORED);
      });
    });
  }
}

/**
 * Finds documents by texts that are computed from each document, and from nothing else; used by reads. The key of an entry
 * is the text followed by the document's key, so all entries of one text stand together, in the
 * order of the documents' keys.
 */
export class EntryIndex<T extends Owned> implements DocumentIndex<T> {
  readonly table: DocumentEntries<T>;
  readonly #isSame: (before: T, after: T) => boolean;

  /** `isSame`: true only where two versions of one document have the same texts; spares their computation. */
  constructor(
    parts: TableParts,
    textsOf: (document: T) => readonly string[],
    isSame: (before: T, after: T) => boolean = () => false,
  ) {
    this.table = new DocumentEntries(parts, textsOf);
    this.#isSame = isSame;
  }

  changed(key: string, before: T | undefined, after: T | undefined): void {
    if (before !== undefined && after !== undefined && this.#isSame(before, after)) return;
    this.table.changed(key, before, after);
  }
}

/**
 * Finds one document of any realm by a text that no two documents have at a time; used by reads that do
 * not know the realm. All entries stand in one realm; the value of an entry is a `FoundRow`. The
 * shard keeps nothing of it in memory.
 */
export class FinderIndex<T extends Owned> implements DocumentIndex<T> {
  readonly table: IndexEntries;
  readonly #inRealm: number;
  readonly #textsOf: (document: T) => readonly string[];

  /** `inRealm`: number of the realm that the entries stand in. */
  constructor(
    { inRealm, ...parts }: TableParts & { inRealm: number },
    textsOf: (document: T) => readonly string[],
  ) {
    this.table = new IndexEntries(parts);
    this.#inRealm = inRealm;
    this.#textsOf = textsOf;
  }

  changed(key: string, before: T | undefined, after: T | undefined): void {
    const old = before === undefined ? [] : this.#textsOf(before);
    const now = after === undefined ? [] : this.#textsOf(after);
    const { realm } = (after ?? before) as T;
    const row = () => encodeDocument({ key, realm } satisfies FoundRow);
    for (const text of old) {
      if (!now.includes(text)) this.table.replace(this.#inRealm, text, row(), undefined);
    }
    for (const text of now) {
      if (!old.includes(text)) this.table.replace(this.#inRealm, text, undefined, row());
    }
  }
}

/** The key of a document in its table, and the number of the realm that owns the document. */
export type FoundRow = { key: string; realm: number };

/** Texts that are unique within a realm: for each text, the key of the one thing that has it. */
export class UniqueIndex extends NamedTable implements Table {
  readonly #entries: IndexEntries;
  readonly #holders = new Map<string, string>();

  constructor(parts: TableParts) {
    super(parts);
    this.#entries = new IndexEntries(parts);
  }

  /** The key of the thing that has the text, or undefined when no thing has it. */
  holderOf(realm: number, text: string): string | undefined {
    return this.#holders.get(`${realm}:${text}`);
  }

  /** Gives the text to the thing at `key`. The decision has checked that the text is not taken. */
  claim(realm: number, text: string, key: string): void {
    const holder = this.holderOf(realm, text);
    if (holder === key) return;
    const before = holder === undefined ? undefined : encodeText(holder);
    this.#entries.replace(realm, text, before, encodeText(key));
    this.#holders.set(`${realm}:${text}`, key);
  }

  /** Takes the text away from the thing at `key`, if that thing has the text. */
  release(realm: number, text: string, key: string): void {
    if (this.holderOf(realm, text) !== key) return;
    this.#entries.replace(realm, text, encodeText(key), undefined);
    this.#holders.delete(`${realm}:${text}`);
  }

  /** Changes the text of the thing at `key` from `before` to `after`; undefined is no text. */
  move(realm: number, key: string, before: string | undefined, after: string | undefined): void {
    if (before === after) return;
    if (before !== undefined) this.release(realm, before, key);
    if (after !== undefined) this.claim(realm, after, key);
  }

  drain(sink: TableSink): void {
    this.#entries.drain(sink);
  }

  load(realm: number, text: string, value: Uint8Array): void {
    this.#holders.set(`${realm}:${text}`, decodeText(value));
  }
}

/** The index over a text that each document may have, at most one for each document. */
export function uniqueIndexOf<T extends Owned>(
  table: UniqueIndex,
  textOf: (document: T) => string | undefined,
): DocumentIndex<T> {
  return {
    table,
    changed(key, before, after) {
      const { realm } = (after ?? before) as T;
      table.move(realm, key, before && textOf(before), after && textOf(after));
    },
  };
}

/** A deadline in a heap. `isOver`: the document now has another deadline, or none. */
type Deadline = { atMs: number; order: string; key: string; isOver: boolean };
type Line = { heap: BinaryHeap<Deadline>; over: number };

/** A heap with fewer entries than this is never rebuilt. */
const REBUILD_MIN = 64;

/**
 * Documents by deadline: one heap for each realm, in memory only. When a document gets another
 * deadline or none, the old entry stays in the heap until somebody asks for the first and it is on top, or until more than
 * half of the entries are old and the heap is rebuilt. So memory grows with the valid deadlines
 * only, and each change takes logarithmic time on average.
 * Guarantees: a realm has a heap while one of its documents has a deadline.
 */
export class DeadlineIndex<T extends Owned> implements DocumentIndex<T> {
  readonly #atMsOf: (document: T) => number | undefined;
  readonly #orderOf: (document: T) => string;
  readonly #byRealm = new Map<number, Line>();
  readonly #byKey = new Map<string, Deadline>();

  /** `orderOf`: the order of deadlines at one time, before that of the keys; never changes of a document. */
  constructor(
    atMsOf: (document: T) => number | undefined,
    orderOf: (document: T) => string = () => "",
  ) {
    this.#atMsOf = atMsOf;
    this.#orderOf = orderOf;
  }

  changed(key: string, before: T | undefined, after: T | undefined): void {
    const { realm } = (after ?? before) as T;
    const standing = this.#byKey.get(key);
    const atMs = after === undefined ? undefined : this.#atMsOf(after);
    if (standing?.atMs === atMs) return;
    if (atMs !== undefined) {
      this.#add(realm, { atMs, order: this.#orderOf(after as T), key, isOver: false });
    }
    if (standing === undefined) return;
    if (atMs === undefined) this.#byKey.delete(key);
    this.#end(realm, standing);
  }

  /** Numbers of the realms that have a document with a deadline. */
  realms(): Iterable<number> {
    return this.#byRealm.keys();
  }

  /** The earliest deadline of `realm`; of several at one time, the first by order and key. */
  first(realm: number): Readonly<Pick<Deadline, "atMs" | "order" | "key">> | undefined {
    const line = this.#byRealm.get(realm);
    return line && firstOf(line);
  }

  /** The keys of the documents that have the earliest deadline of `realm`, in no order. */
  firsts(realm: number): string[] {
    const line = this.#byRealm.get(realm);
    if (line === undefined) return [];
    const { atMs: first } = firstOf(line);
    const together = line.heap.within(({ atMs }) => atMs <= first);
    return together.filter(({ isOver }) => !isOver).map(({ key }) => key);
  }

  /** Number of entries in the heap of `realm`, including those of deadlines that are over. */
  size(realm: number): number {
    return this.#byRealm.get(realm)?.heap.size ?? 0;
  }

  #add(realm: number, deadline: Deadline): void {
    let line = this.#byRealm.get(realm);
    if (line === undefined) {
      line = { heap: createHeap(), over: 0 };
      this.#byRealm.set(realm, line);
    }
    line.heap.push(deadline);
    this.#byKey.set(deadline.key, deadline);
  }

  #end(realm: number, deadline: Deadline): void {
    deadline.isOver = true;
    const line = this.#byRealm.get(realm) as Line;
    line.over++;
    if (line.over === line.heap.size) this.#byRealm.delete(realm);
    else if (line.heap.size >= REBUILD_MIN && line.over * 2 > line.heap.size) rebuild(line);
  }
}

/** The earliest deadline that a document has; what is over is taken away before it. */
function firstOf(line: Line): Deadline {
  for (;;) {
    const first = line.heap.peek();
    invariant(first !== undefined, "a realm has a heap while one of its documents has a deadline");
    if (!first.isOver) return first;
    if (line.over >= REBUILD_MIN && line.over * 4 > line.heap.size) rebuild(line);
    else {
      line.heap.pop();
      line.over--;
    }
  }
}

function rebuild(line: Line): void {
  const standing = [...line.heap.within(() => true)].filter(({ isOver }) => !isOver);
  line.heap = createHeap();
  line.over = 0;
  for (const deadline of standing) line.heap.push(deadline);
}

function createHeap(): BinaryHeap<Deadline> {
  return new BinaryHeap<Deadline>(isEarlier);
}

/** Whether a deadline comes before another one: by time, then by order, then by key. */
export function isEarlier(
  one: Pick<Deadline, "atMs" | "order" | "key">,
  other: Pick<Deadline, "atMs" | "order" | "key">,
): boolean {
  if (one.atMs !== other.atMs) return one.atMs < other.atMs;
  return one.order === other.order ? one.key < other.key : one.order < other.order;
}

/** Removes the documents of a realm whose deadlines are over at the time, the earliest first. Part of `apply`. */
export function removeOver<T extends Owned>(
  table: { remove(key: string): void },
  deadlines: Pick<DeadlineIndex<T>, "first">,
  { realm, timeMs }: { realm: number; timeMs: number },
): void {
  for (;;) {
    const first = deadlines.first(realm);
    if (first === undefined || first.atMs > timeMs) return;
    table.remove(first.key);
  }
}

/**
 * Indexes of a table whose documents stay in the `state` database. Each answers for the stored documents from
 * stored entries, and for the young ones from an index in memory over just these.
 */
import { invariant } from "../../base/invariant.ts";
import { DeadlineIndex, EntryIndex, type FoundRow, isEarlier } from "./document_index.ts";
import type { DocumentIndex } from "./document_table.ts";
import type { Owned } from "./kept_documents.ts";
import { KeyGroups } from "./key_groups.ts";
import type { StateReads } from "./state_reads.ts";
import type { YoungDocuments } from "./stored_documents.ts";
import {
  decodeDocument,
  decodeText,
  encodeText,
  type Mark,
  NamedTable,
  NEVER_STORED,
  type Table,
  type TableParts,
  type TableSink,
} from "./table.ts";

/** The key of a stored document, and the number of its realm. */
export type StoredKey = { key: string; realm: number };

/**
 * The stored documents that may be in a group; those that are in it are among them, once each. `after`: only those
 * with a greater key, smallest key first; of groups that are walked in order.
 */
export type RowsOfGroup = (state: StateReads, group: string, after?: string) => Iterable<StoredKey>;

/** Documents in groups, as `KeyGroups` for documents in memory. */
export class StoredGroups<T extends Owned> implements DocumentIndex<T> {
  readonly #groupOf: (document: T) => string | undefined;
  readonly #rowsOf: RowsOfGroup;
  readonly #young: KeyGroups<T, string>;
  #documents: YoungDocuments<T> | undefined;

  /** `groupOf`: the group of a document; undefined for one that is in none. */
  constructor(groupOf: (document: T) => string | undefined, rowsOf: RowsOfGroup) {
    this.#groupOf = groupOf;
    this.#rowsOf = rowsOf;
    this.#young = new KeyGroups(groupOf);
  }

  attach(documents: YoungDocuments<T>): void {
    this.#documents = documents;
  }

  changed(): void {}

  youngChanged(key: string, before: T | undefined, after: T | undefined): void {
    this.#young.changed(key, before, after);
  }

  /** The documents of a group, in no order. */
  of(group: string): T[] {
    const documents = this.#documents;
    invariant(documents !== undefined, "a group is asked for when its table is attached");
    const found = [...this.#young.of(group)].map((key) => documents.young(key) as T);
    for (const { key, realm } of this.#rowsOf(documents.state, group)) {
      const document = documents.isYoung(key) ? undefined : documents.find(key, realm);
      if (document !== undefined && this.#groupOf(document) === group) found.push(document);
    }
    return found;
  }

  /**
   * How many documents the group has, `atMost` where there are more; none of them is read. Only of groups whose rows are of
   * no other group: each text of their index has one length, or an end that no other text has.
   */
  count(group: string, atMost: number): number {
    const documents = this.#documents;
    invariant(documents !== undefined, "a group is asked for when its table is attached");
    let count = this.#young.of(group).size;
    if (count >= atMost) return atMost;
    for (const { key } of this.#rowsOf(documents.state, group)) {
      if (!documents.isYoung(key) && ++count === atMost) break;
    }
    return count;
  }

  /**
   * The documents of a group whose keys are greater than `after`, smallest key first. Yields one element for each
   * row that is read, without a document where the row is of another group.
   */
  *inOrder(group: string, after: string): Generator<{ key: string; document?: T }> {
    const documents = this.#documents;
    invariant(documents !== undefined, "a group is asked for when its table is attached");
    const young = [...this.#young.of(group)].filter((key) => key > after).sort();
    const ofYoung = (key: string) => ({ key, document: documents.young(key) as T });
    let at = 0;
    for (const { key, realm } of this.#rowsOf(documents.state, group, after)) {
      for (; at < young.length && (young[at] as string) < key; at++) {
        yield ofYoung(young[at] as string);
      }
      if (documents.isYoung(key)) continue;
      const document = documents.find(key, realm);
      const isIn = document !== undefined && this.#groupOf(document) === group;
      yield isIn ? { key, document } : { key };
    }
    for (; at < young.length; at++) yield ofYoung(young[at] as string);
  }
}

/** Characters of a time in an entry: milliseconds up to the year 5188. */
const TIME_CHARACTERS = 9;

/** Documents by deadline, as `DeadlineIndex` for documents in memory: stored entries that begin with the time. */
export class StoredDeadlines<T extends Owned> implements DocumentIndex<T> {
  readonly table: EntryIndex<T>["table"];
  readonly #entries: EntryIndex<T>;
  readonly #young: DeadlineIndex<T>;
  readonly #orderLength: number;
  /** The stored deadlines of a realm that come next, until a stored entry may be another. */
  readonly #ahead = new Map<number, Ahead>();
  #documents: YoungDocuments<T> | undefined;

  /** `order`: that of deadlines at one time, before that of the keys; all its texts have one length. */
  constructor(
    parts: TableParts,
    atMsOf: (document: T) => number | undefined,
    order: DeadlineOrder<T> = { length: 0, of: () => "" },
  ) {
    this.#entries = new EntryIndex(parts, (document) => {
      const atMs = atMsOf(document);
      return atMs === undefined ? [] : [timeText(atMs) + order.of(document)];
    });
    this.table = this.#entries.table;
    this.#orderLength = order.length;
    this.#young = new DeadlineIndex(atMsOf, order.of);
  }

  attach(documents: YoungDocuments<T>): void {
    this.#documents = documents;
    this.#ahead.clear();
  }

  changed(key: string, before: T | undefined, after: T | undefined): void {
    this.#entries.changed(key, before, after);
    // Nobody is told when a removed document is no longer young, but its entry is gone then.
    if (after === undefined && before !== undefined) this.#ahead.delete(before.realm);
  }

  youngChanged(key: string, before: T | undefined, after: T | undefined): void {
    // The document is no longer young: its stored deadline counts.
    if (after === undefined) this.#ahead.delete((before as T).realm);
    this.#young.changed(key, before, after);
  }

  /** Numbers of the realms that have a document with a deadline, and perhaps of some that had one. */
  *realms(): Generator<number> {
    const young = new Set(this.#young.realms());
    yield* young;
    const state = this.#documents?.state;
    for (let at = state?.nextRealm(this.table.code, 0); at !== undefined; ) {
      if (!young.has(at)) yield at;
      at = state?.nextRealm(this.table.code, at + 1);
    }
  }

  /** The earliest deadline of `realm`; of several at one time, the first by order and key. */
  first(realm: number): { atMs: number; key: string } | undefined {
    const young = this.#young.first(realm);
    const stored = this.#storedFirst(realm);
    const first =
      stored === undefined || (young !== undefined && isEarlier(young, stored)) ? young : stored;
    return first && { atMs: first.atMs, key: first.key };
  }

  /** The keys of the documents that share the earliest deadline of `realm`: the `max` smallest of them. */
  together(realm: number, max: number): { atMs: number; keys: string[] } | undefined {
    const first = this.first(realm);
    if (first === undefined) return undefined;
    const isOfYoung = this.#young.first(realm)?.atMs === first.atMs;
    const keys = isOfYoung ? this.#young.firsts(realm) : [];
    let stored = 0;
    for (const { key } of this.#stored(realm, timeText(first.atMs))) {
      if (stored++ === max) break;
      keys.push(key);
    }
    return { atMs: first.atMs, keys: keys.sort().slice(0, max) };
  }

  /** The first stored deadline of a document that is not young. */
  #storedFirst(realm: number): StoredDeadline | undefined {
    let ahead = this.#ahead.get(realm) ?? { deadlines: [], next: 0, max: 0, passed: "" };
    for (;;) {
      for (; ahead.next < ahead.deadlines.length; ahead.next++) {
        const deadline = ahead.deadlines[ahead.next] as StoredDeadline;
        if (this.#documents?.isYoung(deadline.key) !== true) return deadline;
        ahead.passed = deadline.entry;
      }
      if (ahead.deadlines.length < ahead.max) return undefined;
      ahead = this.#readAhead(realm, ahead);
      this.#ahead.set(realm, ahead);
    }
  }

  /** Twice as many as the last time, so that reading is cheap for a clock that runs many rows, and for one that runs one. */
  #readAhead(realm: number, { passed, max }: Ahead): Ahead {
    const ahead = { passed, max: Math.min(Math.max(1, 2 * max), AHEAD_MAX), next: 0 };
    const deadlines: StoredDeadline[] = [];
    for (const { key } of this.#entriesUnder(realm, "", passed)) {
      deadlines.push(deadlineOfEntry(key, this.#orderLength));
      if (deadlines.length === ahead.max) break;
    }
    return { ...ahead, deadlines };
  }

  /** The deadlines of documents that are not young, whose entries begin with `text`. */
  *#stored(realm: number, text: string): Generator<StoredDeadline> {
    const passed = this.#ahead.get(realm)?.passed ?? "";
    for (const { key } of this.#entriesUnder(realm, text, passed.startsWith(text) ? passed : "")) {
      const deadline = deadlineOfEntry(key, this.#orderLength);
      if (this.#documents?.isYoung(deadline.key) !== true) yield deadline;
    }
  }

  #entriesUnder(realm: number, text: string, after: string): Iterable<{ key: string }> {
    return this.#documents?.state.under(this.table.code, realm, text, after) ?? [];
  }
}

/**
 * Stored deadlines of a realm in their order, read together: at most `max`. Those before `next` are of young documents, as are
 * all whose entries are not greater than `passed`. So a clock that runs 100,000 rows reads each entry once between two
 * writes of the state.
 */
type Ahead = { deadlines: StoredDeadline[]; next: number; max: number; passed: string };

/** The most that are read together. */
const AHEAD_MAX = 256;

type StoredDeadline = { entry: string; atMs: number; order: string; key: string };

/** The order of deadlines at one time. `length`: that of each of its texts. */
export type DeadlineOrder<T> = { length: number; of(document: T): string };

/** The deadline of an entry of `StoredDeadlines`, its order, and the key of its document. */
export function deadlineOfEntry(entry: string, orderLength = 0): StoredDeadline {
  const atMs = Number.parseInt(entry.slice(0, TIME_CHARACTERS), 36);
  const keyAt = TIME_CHARACTERS + orderLength;
  return { entry, atMs, order: entry.slice(TIME_CHARACTERS, keyAt), key: entry.slice(keyAt) };
}

function timeText(atMs: number): string {
  return atMs.toString(36).padStart(TIME_CHARACTERS, "0");
}

/**
 * How many documents are in each group. The counts are in memory, and stored: so a start, which reads no
 * document, has them.
 */
export class GroupCounts<T extends Owned> extends NamedTable implements DocumentIndex<T>, Table {
  readonly table: Table = this;
  readonly #groupOf: (document: T) => string | undefined;
  readonly #counts = new Map<string, { count: number; mark: Mark }>();
  readonly #changed = new Set<string>();

  /** `groupOf`: the group of a document; undefined for one that is in none. */
  constructor(parts: TableParts, groupOf: (document: T) => string | undefined) {
    super(parts);
    this.#groupOf = groupOf;
  }

  of(group: string): number {
    return this.#counts.get(group)?.count ?? 0;
  }

  changed(_key: string, before: T | undefined, after: T | undefined): void {
    const old = before && this.#groupOf(before);
    const now = after && this.#groupOf(after);
    if (old === now) return;
    if (old !== undefined) this.#add(old, -1);
    if (now !== undefined) this.#add(now, 1);
  }

  drain(sink: TableSink): void {
    for (const group of this.#changed) {
      const counted = this.#counts.get(group);
      if (counted === undefined) continue;
      const value = counted.count === 0 ? undefined : encodeText(String(counted.count));
      if (value !== undefined) counted.mark = sink(0, group, value, counted.mark);
      else {
        if (counted.mark !== NEVER_STORED) sink(0, group, undefined, counted.mark);
        this.#counts.delete(group);
      }
    }
    this.#changed.clear();
  }

  load(_realm: number, group: string, value: Uint8Array, mark: Mark): void {
    this.#counts.set(group, { count: Number(decodeText(value)), mark });
  }

  #add(group: string, by: number): void {
    const counted = this.#counts.get(group) ?? { count: 0, mark: NEVER_STORED };
    counted.count += by;
    this.#counts.set(group, counted);
    this.#changed.add(group);
  }
}

/** The text that the entries of a group begin with; undefined for a group that no document can be in. */
type TextOf = (group: string) => string | undefined;

/** The rows of a group in an `EntryIndex`, all of whose entries stand in `realm`. */
export function entriesOfGroup(
  { table, realm }: { table: number; realm: number },
  textOf: TextOf,
): RowsOfGroup {
  return function* (state, group) {
    const text = textOf(group);
    if (text === undefined) return;
    for (const { key } of state.under(table, realm, text)) {
      yield { key: key.slice(text.length), realm };
    }
  };
}

/** The rows of a group in an `EntryIndex`: the group is the realm's number, a space, and what its entries begin with. */
export function entriesOfRealmGroup(table: number): RowsOfGroup {
  return function* (state, group) {
    const space = group.indexOf(" ");
    const realm = Number(group.slice(0, space));
    const text = group.slice(space + 1);
    for (const { key } of state.under(table, realm, text)) {
      yield { key: key.slice(text.length), realm };
    }
  };
}

/** The rows of a group in a `FinderIndex`, whose texts begin with that of the group. */
export function foundOfGroup(
  { table, inRealm }: { table: number; inRealm: number },
  textOf: TextOf = (group) => group,
): RowsOfGroup {
  return function* (state, group) {
    const text = textOf(group);
    if (text === undefined) return;
    for (const { value } of state.under(table, inRealm, text)) {
      yield decodeDocument<FoundRow>(value);
    }
  };
}

/** The row of a group in a `FinderIndex` where no group has two things at a time, and its text is that of the thing. */
export function foundOfOne(
  { table, inRealm }: { table: number; inRealm: number },
  textOf: TextOf = (group) => group,
): RowsOfGroup {
  return (state, group) => {
    const text = textOf(group);
    const value = text === undefined ? undefined : state.get(table, inRealm, text);
    return value === undefined ? [] : [decodeDocument<FoundRow>(value)];
  };
}

/** The realm of the document that a `FinderIndex` finds by a text. */
export function realmFoundBy(
  { table, inRealm }: { table: number; inRealm: number },
  text: string,
  state: StateReads,
): number | undefined {
  const value = state.get(table, inRealm, text);
  return value === undefined ? undefined : decodeDocument<FoundRow>(value).realm;
}

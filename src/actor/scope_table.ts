/** The scopes of a shard in memory, each with the chain of its records. */
import { encodeIdSuffix, type Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { ACTOR_TABLE } from "../contract/actor_table_codes.ts";
import { EntryTable } from "../contract/entry_table.ts";
import { namesOfOpened } from "../contract/platform_scope.ts";
import { type ScopeNames, scopeKeyOf } from "../contract/principal.ts";
import type { RecordHead } from "../contract/record.ts";
import type { ScopeDocument, ScopeOpened } from "../contract/scope_document.ts";
import {
  decodeDocument,
  encodeDocument,
  type Mark,
  NEVER_STORED,
  type Table,
  type TableSink,
} from "../contract/table.ts";

/** Every so many records of a scope, its index by time gets an entry. */
export const RECORD_INDEX_EVERY = 256;
const NO_BYTES = new Uint8Array(0);

export class ScopeTable implements Table {
  readonly name = "scope";
  readonly code = ACTOR_TABLE.scope;
  readonly version = 1;
  readonly recordIndex = new EntryTable("record_index", ACTOR_TABLE.recordIndex);
  readonly #byKey = new Map<string, ScopeDocument>();
  readonly #byNumber: (ScopeDocument | undefined)[] = [];
  readonly #changed = new Set<ScopeDocument>();
  readonly #marks = new Map<ScopeDocument, Mark>();

  get(key: string): ScopeDocument | undefined {
    return this.#byKey.get(key);
  }

  numbered(number: number): ScopeDocument {
    const scope = this.#byNumber[number];
    invariant(scope !== undefined, "a record belongs to an open scope");
    return scope;
  }

  *all(): Generator<ScopeDocument> {
    for (const scope of this.#byKey.values()) yield scope;
  }

  get nextNumber(): number {
    return Math.max(1, this.#byNumber.length);
  }

  /** The place of the scope's newest record; records of the shard itself (scope 0) have no chain. */
  headPlace(number: number): Place {
    return number === 0 ? 0 : this.numbered(number).headPlace;
  }

  open({ number, names: logged, createdAtMs }: Omit<ScopeOpened, "kind">): void {
    const names = namesOfOpened(logged);
    const key = scopeKeyOf(names);
    const scope: ScopeDocument = {
      scope: 0,
      number,
      key,
      names,
      createdAtMs,
      headPlace: 0,
      recordCount: 0,
      eventCount: 0,
    };
    this.#put(scope);
    this.#changed.add(scope);
  }

  /** The number of the first of the `count` events of a new record; 0 when the record has none. */
  firstEvent(number: number, count: number): number {
    return count === 0 ? 0 : this.numbered(number).eventCount + 1;
  }

  /** Opens one more scope; returns its number. */
  openNext(names: ScopeNames, createdAtMs: number): number {
    const number = this.nextNumber;
    this.open({ number, names, createdAtMs });
    return number;
  }

  /**
   * The record at `head.place` becomes the newest of its scope; `events` is the number of its
   * events.
   */
  advance(head: RecordHead, events: number): void {
    if (head.scope === 0) return;
    const scope = this.numbered(head.scope);
    scope.headPlace = head.place;
    scope.recordCount++;
    scope.eventCount += events;
    this.#changed.add(scope);
    if (scope.recordCount % RECORD_INDEX_EVERY !== 0) return;
    const suffix = encodeIdSuffix(head.timeMs, head.shard, head.place, 0);
    this.recordIndex.add(head.scope, suffix, NO_BYTES);
  }

  drain(sink: TableSink): void {
    for (const scope of this.#changed) {
      const earlier = this.#marks.get(scope) ?? NEVER_STORED;
      this.#marks.set(scope, sink(0, scope.key, encodeDocument(scope), earlier));
    }
    this.#changed.clear();
  }

  load(_scope: number, _key: string, value: Uint8Array, mark: Mark): void {
    const scope = decodeDocument<ScopeDocument>(value);
    this.#put(scope);
    this.#marks.set(scope, mark);
  }

  #put(scope: ScopeDocument): void {
    invariant(this.#byNumber[scope.number] === undefined, "a scope is opened once");
    this.#byKey.set(scope.key, scope);
    this.#byNumber[scope.number] = scope;
  }
}

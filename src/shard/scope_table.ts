/**
 * The scopes of a shard in memory, each with the chain of its records. A scope that another has
 * taken the place of is retired: it keeps its number and its records, and another has its name.
 */
import { encodeIdSuffix, type Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { OPERATOR_ID } from "../contract/caller.ts";
import { EntryTable } from "../contract/entry_table.ts";
import { namesOfOpened } from "../contract/platform_scope.ts";
import { type ScopeNames, scopeKeyOf } from "../contract/principal.ts";
import type { Fact, RecordHead, StoredRecord } from "../contract/record.ts";
import {
  retiredScopeKey,
  SCOPE_OPENED,
  SCOPE_RENEWED,
  type ScopeDocument,
  type ScopeOpened,
  type ScopeRenewed,
} from "../contract/scope_document.ts";
import { SHARD_TABLE } from "../contract/shard_table_codes.ts";
import {
  decodeDocument,
  encodeDocument,
  type Mark,
  NEVER_STORED,
  type Table,
  type TableSink,
} from "../contract/table.ts";
import type { OwnChange } from "./fact_rules.ts";

/** Every so many records of a scope, its index by time gets an entry. */
export const RECORD_INDEX_EVERY = 256;
const NO_BYTES = new Uint8Array(0);

/** Who asked for a record: what the key space of the record follows from. */
export type KeyOwner = Pick<StoredRecord, "scope" | "principalId" | "facts">;
/** The key space of the operator. No scope that has a key has this number. */
const OPERATOR_SPACE = 0;

export class ScopeTable implements Table {
  readonly name = "scope";
  readonly code = SHARD_TABLE.scope;
  readonly version = 1;
  readonly recordIndex = new EntryTable("record_index", SHARD_TABLE.recordIndex);
  readonly #byKey = new Map<string, ScopeDocument>();
  readonly #byNumber: (ScopeDocument | undefined)[] = [];
  readonly #retired = new Set<number>();
  /** By the name of a scope, the number of the first scope that had it: no renewal changes that. */
  readonly #firstOfName = new Map<string, number>();
  /** The same by the number of the scope, for scopes that have been asked for. */
  readonly #spaces: (number | undefined)[] = [];
  /** What the facts of scopes change, by kind. */
  readonly changes: Readonly<Record<string, OwnChange>> = {
    [SCOPE_OPENED]: (fact) => this.open(fact as ScopeOpened),
    [SCOPE_RENEWED]: (fact) => this.renew(fact as ScopeRenewed),
  };
  readonly #changed = new Set<ScopeDocument>();
  /** By key, because the key of a retired scope goes to another one. */
  readonly #marks = new Map<string, Mark>();

  get(key: string): ScopeDocument | undefined {
    return this.#byKey.get(key);
  }

  has(number: number): boolean {
    return this.#byNumber[number] !== undefined;
  }

  numbered(number: number): ScopeDocument {
    const scope = this.#byNumber[number];
    invariant(scope !== undefined, "a record belongs to an open scope");
    return scope;
  }

  /** Those that are not retired. */
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

  isRetired(number: number): boolean {
    return this.#retired.has(number);
  }

  /**
   * The key space of a record: its idempotency key is one key in there, and in every other space the
   * same text is another key. It is the scope by its names, so that a renewal frees no key. What the
   * operator of the server asks for has one space, because the operator acts for several tenants.
   */
  keySpaceOf({ scope, principalId, facts }: KeyOwner): number {
    const { number, names } = this.#byNumber[scope] ?? this.numbered(retiredBy(facts));
    if (names.productId === "" && principalId === OPERATOR_ID) return OPERATOR_SPACE;
    let space = this.#spaces[number];
    if (space === undefined) {
      space = this.#firstOfName.get(scopeKeyOf(names)) as number;
      this.#spaces[number] = space;
    }
    return space;
  }

  /** `eventCount`: events that its listeners have been told of before it was there. */
  open({ number, names: logged, createdAtMs }: Omit<ScopeOpened, "kind">, eventCount = 0): void {
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
      eventCount,
    };
    this.#put(scope);
    this.#changed.add(scope);
  }

  /** The fact that puts a fresh scope in the place of `scope`. */
  renewalOf({ number: retired, names, createdAtMs }: ScopeDocument): ScopeRenewed {
    return { kind: SCOPE_RENEWED, number: this.nextNumber, retired, names, createdAtMs };
  }

  renew(renewed: ScopeRenewed): void {
    const { retired: number } = renewed;
    const retired = this.numbered(number);
    invariant(!this.isRetired(number), "a scope is retired once");
    this.#retired.add(number);
    retired.key = retiredScopeKey(number);
    this.#changed.add(retired);
    this.open(renewed, retired.eventCount);
  }

  /**
   * The number of the first of `count` events of a new record; 0 when it has none. The events of a
   * record that opens its own scope go on after those of the scope that it retires.
   */
  firstEvent({ scope, facts }: { scope: number; facts: readonly Fact[] }, count: number): number {
    if (count === 0) return 0;
    const before = this.#byNumber[scope] ?? this.numbered(retiredBy(facts));
    return before.eventCount + 1;
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
      const earlier = this.#marks.get(scope.key) ?? NEVER_STORED;
      this.#marks.set(scope.key, sink(0, scope.key, encodeDocument(scope), earlier));
    }
    this.#changed.clear();
  }

  load(_scope: number, _key: string, value: Uint8Array, mark: Mark): void {
    const scope = decodeDocument<ScopeDocument>(value);
    this.#put(scope);
    this.#marks.set(scope.key, mark);
  }

  #put(scope: ScopeDocument): void {
    invariant(this.#byNumber[scope.number] === undefined, "a scope is opened once");
    if (scope.key === retiredScopeKey(scope.number)) this.#retired.add(scope.number);
    else this.#byKey.set(scope.key, scope);
    this.#byNumber[scope.number] = scope;
    const name = scopeKeyOf(scope.names);
    const first = this.#firstOfName.get(name) ?? scope.number;
    this.#firstOfName.set(name, Math.min(first, scope.number));
  }
}

/** The number of the scope that a record retires; 0 where it retires none. */
function retiredBy(facts: readonly Fact[]): number {
  const renewed = facts.find(({ kind }) => kind === SCOPE_RENEWED) as ScopeRenewed | undefined;
  return renewed?.retired ?? 0;
}

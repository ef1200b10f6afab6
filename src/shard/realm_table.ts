/**
 * The realms of a shard in memory, each with the chain of its records. A realm that another has
 * taken the place of is retired: it keeps its number and its records, and another has its name.
 */
import { encodeIdSuffix, type Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { OPERATOR_ID } from "../contract/declare/caller.ts";
import type { EventsOf } from "../contract/declare/event.ts";
import { type RealmNames, realmKeyOf } from "../contract/declare/principal.ts";
import { namesOfOpened } from "../contract/records/platform_realm.ts";
import {
  REALM_OPENED,
  REALM_RENEWED,
  type RealmDocument,
  type RealmOpened,
  type RealmRenewed,
  retiredRealmKey,
} from "../contract/records/realm_document.ts";
import type { Fact, RecordHead, StoredRecord } from "../contract/records/record.ts";
import { encodeApprovedCall, hasApprovedCalls } from "../contract/tables/approved_index.ts";
import { EntryTable } from "../contract/tables/entry_table.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import {
  decodeDocument,
  encodeDocument,
  type Mark,
  NEVER_STORED,
  type Table,
  type TableSink,
} from "../contract/tables/table.ts";
import { EventIndexes } from "./event_indexes.ts";
import type { OwnChange } from "./fact_rules.ts";

/** Every so many records of a realm, its index by time gets an entry. */
export const RECORD_INDEX_EVERY = 256;
const NO_BYTES = new Uint8Array(0);

/** Who asked for a record: what the key space of the record follows from. */
export type KeyOwner = Pick<StoredRecord, "realm" | "principalId" | "cause" | "facts">;
/** The key space of the operator. No realm that has a key has this number. */
const OPERATOR_SPACE = 0;
/** The key space of the platform itself, which no caller meets. No realm has this number. */
const PLATFORM_SPACE = -1;

export class RealmTable implements Table {
  readonly name = "realm";
  readonly code = SHARD_TABLE.realm;
  readonly version = 2;
  readonly recordIndex = new EntryTable("record_index", SHARD_TABLE.recordIndex);
  readonly approvedCalls = new EntryTable("approved_call", SHARD_TABLE.approvedCall);
  readonly events = new EventIndexes();
  readonly indexes = [this.recordIndex, this.approvedCalls, ...this.events.tables];
  readonly #byKey = new Map<string, RealmDocument>();
  readonly #byNumber: (RealmDocument | undefined)[] = [];
  readonly #retired = new Set<number>();
  /** What the facts of realms change, by kind. */
  readonly changes: Readonly<Record<string, OwnChange>> = {
    [REALM_OPENED]: (fact) => this.open(fact as RealmOpened),
    [REALM_RENEWED]: (fact) => this.renew(fact as RealmRenewed),
  };
  readonly #changed = new Set<RealmDocument>();
  /** By key, because the key of a retired realm goes to another one. */
  readonly #marks = new Map<string, Mark>();

  get(key: string): RealmDocument | undefined {
    return this.#byKey.get(key);
  }

  has(number: number): boolean {
    return this.#byNumber[number] !== undefined;
  }

  numbered(number: number): RealmDocument {
    const realm = this.#byNumber[number];
    invariant(realm !== undefined, "a record belongs to an open realm");
    return realm;
  }

  /** Those that are not retired. */
  *all(): Generator<RealmDocument> {
    for (const realm of this.#byKey.values()) yield realm;
  }

  get nextNumber(): number {
    return Math.max(1, this.#byNumber.length);
  }

  /** The place of the realm's newest record; records of the shard itself (realm 0) have no chain. */
  headPlace(number: number): Place {
    return number === 0 ? 0 : this.numbered(number).headPlace;
  }

  /** The realm itself, or where it is retired the one that has its names now. */
  nowNamed(realm: RealmDocument): RealmDocument {
    return this.isRetired(realm.number) ? (this.get(realmKeyOf(realm.names)) ?? realm) : realm;
  }

  isRetired(number: number): boolean {
    return this.#retired.has(number);
  }

  /**
   * The key space of a record: its idempotency key is one key in there, and in every other space the
   * same text is another key. It is the realm by its names, so that a renewal frees no key. What the
   * operator of the server asks for has one space, because the operator acts for several tenants; and
   * so has what the platform does of itself, so that no caller can take a key of it.
   */
  keySpaceOf({ realm, principalId, cause, facts }: KeyOwner): number {
    if (cause === "platform" && principalId === cause) return PLATFORM_SPACE;
    const { names, first } = this.#byNumber[realm] ?? this.numbered(retiredBy(facts));
    return names.productId === "" && principalId === OPERATOR_ID ? OPERATOR_SPACE : first;
  }

  /** `retired`: the realm whose events those of the opened realm go on from. */
  open(
    { number, names: logged, createdAtMs }: Omit<RealmOpened, "kind">,
    retired?: RealmDocument,
  ): void {
    const names = namesOfOpened(logged);
    const key = realmKeyOf(names);
    const realm: RealmDocument = {
      realm: 0,
      number,
      key,
      names,
      createdAtMs,
      headPlace: 0,
      recordCount: 0,
      eventCount: retired?.eventCount ?? 0,
      first: retired?.first ?? number,
      block: { ...(retired?.block ?? { events: 0, records: 0 }) },
    };
    this.#put(realm);
    this.#changed.add(realm);
  }

  /** The fact that puts a fresh realm in the place of `realm`. */
  renewalOf({ number: retired, names, createdAtMs }: RealmDocument): RealmRenewed {
    return { kind: REALM_RENEWED, number: this.nextNumber, retired, names, createdAtMs };
  }

  renew(renewed: RealmRenewed): void {
    const { retired: number } = renewed;
    const retired = this.numbered(number);
    invariant(!this.isRetired(number), "a realm is retired once");
    this.#retired.add(number);
    retired.key = retiredRealmKey(number);
    this.#changed.add(retired);
    this.open(renewed, retired);
  }

  /**
   * The number of the first of `count` events of a new record; 0 when it has none. The events of a
   * record that opens its own realm go on after those of the realm that it retires.
   */
  firstEvent({ realm, facts }: { realm: number; facts: readonly Fact[] }, count: number): number {
    if (count === 0) return 0;
    const before = this.#byNumber[realm] ?? this.numbered(retiredBy(facts));
    return before.eventCount + 1;
  }

  /** Opens one more realm; returns its number. */
  openNext(names: RealmNames, createdAtMs: number): number {
    const number = this.nextNumber;
    this.open({ number, names, createdAtMs });
    return number;
  }

  /**
   * The record at `head.place` becomes the newest of its realm; `events` is the number of its
   * events.
   */
  advance(head: RecordHead, events: number): void {
    if (head.realm === 0) return;
    const realm = this.numbered(head.realm);
    realm.headPlace = head.place;
    realm.recordCount++;
    realm.eventCount += events;
    this.#changed.add(realm);
    if (!this.isRetired(realm.number)) this.events.advance(realm, head, events);
    if (head.actorType === "agent") this.#indexCall(realm, head);
    if (realm.recordCount % RECORD_INDEX_EVERY !== 0) return;
    const suffix = encodeIdSuffix(head.timeMs, head.shard, head.place, 0);
    this.recordIndex.add(head.realm, suffix, NO_BYTES);
  }

  /** What runs under an earlier record has no key of its own. */
  #indexCall({ first, names }: RealmDocument, head: RecordHead): void {
    const { idempotencyKey } = head;
    if (idempotencyKey === undefined || !hasApprovedCalls(names)) return;
    this.approvedCalls.add(first, idempotencyKey, encodeApprovedCall(head));
  }

  /** Adds the events of a record, which are not all dense, to the indexes of events. */
  indexEvents(record: StoredRecord, firstEvent: number, eventsOf: EventsOf): void {
    if (record.realm === 0) return;
    this.events.add(this.numbered(record.realm), record, firstEvent, eventsOf);
  }

  drain(sink: TableSink): void {
    for (const realm of this.#changed) {
      const earlier = this.#marks.get(realm.key) ?? NEVER_STORED;
      this.#marks.set(realm.key, sink(0, realm.key, encodeDocument(realm), earlier));
    }
    this.#changed.clear();
  }

  load(_realm: number, _key: string, value: Uint8Array, mark: Mark): void {
    const realm = decodeDocument<RealmDocument>(value);
    this.#put(realm);
    this.#marks.set(realm.key, mark);
  }

  #put(realm: RealmDocument): void {
    invariant(this.#byNumber[realm.number] === undefined, "a realm is opened once");
    if (realm.key === retiredRealmKey(realm.number)) this.#retired.add(realm.number);
    else this.#byKey.set(realm.key, realm);
    this.#byNumber[realm.number] = realm;
  }
}

/** The number of the realm that a record retires; 0 where it retires none. */
function retiredBy(facts: readonly Fact[]): number {
  const renewed = facts.find(({ kind }) => kind === REALM_RENEWED) as RealmRenewed | undefined;
  return renewed?.retired ?? 0;
}

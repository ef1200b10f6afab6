/**
 * The events of one Product and environment as a snapshot shows them: walks over their numbers in both
 * directions. A reset of the sandbox gives the realm's names to a fresh realm; the numbers go on, and so
 * do the walks, from the fresh realm's first record to the newest of the realm before.
 */
import { decodeIdSuffix, encodeIdSuffix, type Place, suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import {
  type BlockEnd,
  decodeBlockEnd,
  decodeSpot,
  type EventSpot,
  eventKey,
  spotKey,
} from "../../contract/event_index.ts";
import {
  REALM_RENEWED,
  type RealmDocument,
  type RealmRenewed,
  retiredRealmKey,
} from "../../contract/realm_document.ts";
import type { StoredRecord } from "../../contract/record.ts";
import { firstEventIn, RECORD } from "../../contract/record_layout.ts";
import { SHARD_TABLE } from "../../contract/shard_table_codes.ts";
import type { RecordSpot, Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import { eventsOfRecord, type ToldEvent } from "../told_events.ts";

/** Times of events: `fromMs <= time < belowMs`, milliseconds UTC. */
export type TimeRange = { fromMs: number; belowMs: number };

/** One event. `number`: its sequence. `sub`: its number within the record, from 0. */
export type LoggedEvent = ToldEvent & { number: number; sub: number; record: StoredRecord };

/**
 * One step of a walk: the event with this number, or, without an event, a record that has none. The
 * walk goes on after the step from `number` and `place`.
 */
export type EventStep = { number: number; place: Place; event: LoggedEvent | undefined };

/** A record in a walk: the numbers of its first and last event; `last < first` where it has none. */
type Visited = { place: Place; first: number; last: number; timeMs: number };

/** Records of a realm of which one has a row in the index by time, and as many again. */
const NEAR_RECORDS_MAX = 512;

const NOWHERE = { bytes: new Uint8Array(0), view: new DataView(new ArrayBuffer(0)), start: 0 };

/** Records whose types are kept, some 60 bytes each; all are read anew when there are more. */
const TYPES_KEPT_MAX = 65_536;

/** The types of the events of records of one shard, so that walks can pass events without decoding. */
export class TypesOfRecords {
  readonly #known = new Map<Place, readonly string[]>();
  /** Lists of one type, which nearly all records have, are shared. */
  readonly #single = new Map<string, readonly string[]>();

  of(place: Place, told: () => readonly ToldEvent[]): readonly string[] {
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const types = told().map(({ event }) => event.type);
    const [first] = types;
    const shared = types.length === 1 && first !== undefined ? this.#shared(first) : types;
    if (this.#known.size >= TYPES_KEPT_MAX) this.#known.clear();
    this.#known.set(place, shared);
    return shared;
  }

  #shared(type: string): readonly string[] {
    const list = this.#single.get(type) ?? [type];
    this.#single.set(type, list);
    return list;
  }
}

export class EventLog {
  readonly #snapshot: Snapshot;
  readonly #realm: RealmDocument;
  readonly #spot: RecordSpot = { ...NOWHERE };
  #opened: { place: Place; told: readonly ToldEvent[]; record: StoredRecord } | undefined;

  readonly #types: TypesOfRecords | undefined;

  private constructor(snapshot: Snapshot, realm: RealmDocument, types: TypesOfRecords | undefined) {
    this.#snapshot = snapshot;
    this.#realm = realm;
    this.#types = types;
  }

  /**
   * The events of the realm with this key; undefined while the shard has no such realm. `types`: of
   * records of this shard, for whoever walks over the same events again and again.
   */
  static of(snapshot: Snapshot, realmKey: string, types?: TypesOfRecords): EventLog | undefined {
    const realm = realmAt(snapshot, realmKey);
    return realm && new EventLog(snapshot, realm, types);
  }

  /** Number of events, which is the number of the newest. */
  get count(): number {
    return this.#realm.eventCount;
  }

  /**
   * Events with numbers below `below`, newest first, and the records without events among them.
   * `place`: the record that holds the next event, or a record after it and not after `below`.
   */
  *back(below: number, place?: Place): Generator<EventStep> {
    for (const { place: at, first, last } of this.#visit(this.#startAt(below, place))) {
      if (last < first) {
        if (first <= below) yield { number: first, place: at, event: undefined };
        continue;
      }
      for (let number = Math.min(last, below - 1); number >= first; number--) {
        yield { number, place: at, event: this.#eventAt(at, number - first, number) };
      }
    }
  }

  /**
   * Events with numbers above `after`, oldest first. Where the types of records are kept, a step with
   * an event of a type that is not `wanted` may be without the event.
   */
  *forward(after: number, wanted?: ReadonlySet<string>): Generator<EventStep> {
    for (let next = after + 1; next <= this.count; ) {
      const block = this.#blockOf(next);
      const found: Visited[] = [];
      for (const visited of this.#visit(block)) {
        if (visited.last < next) break;
        if (visited.first <= visited.last) found.push(visited);
      }
      for (const { place, first, last } of found.reverse()) {
        for (let number = Math.max(first, next); number <= last; number++) {
          const sub = number - first;
          const event = this.#mayBe(wanted, place, sub)
            ? this.#eventAt(place, sub, number)
            : undefined;
          yield { number, place, event };
        }
      }
      next = block.number + 1;
    }
  }

  /** Where the indexed events of a type or of a resource stand, newest first, below a number. */
  *spotsBack(by: "type" | "resource", under: string, below: number): Generator<EventSpot> {
    const range = { from: spotKey(under, 0), below: spotKey(under, below) };
    for (const { key, value } of this.#snapshot.descend(TABLES[by], this.#realm.first, range)) {
      yield decodeSpot(key, value);
    }
  }

  /** The same, oldest first, above a number. */
  *spotsForward(by: "type" | "resource", under: string, after: number): Generator<EventSpot> {
    const range = {
      from: spotKey(under, after + 1),
      below: spotKey(under, Number.MAX_SAFE_INTEGER),
    };
    for (const { key, value } of this.#snapshot.ascend(TABLES[by], this.#realm.first, range)) {
      yield decodeSpot(key, value);
    }
  }

  at({ number, place, sub }: EventSpot): LoggedEvent {
    return this.#eventAt(place, sub, number);
  }

  /** The event that made the resource with this id, where that event is dense and so in no index. */
  denseOf(resourceId: string, prefix: string): LoggedEvent | undefined {
    const suffix = suffixOf(prefix, resourceId);
    const place = suffix === undefined ? undefined : decodeIdSuffix(suffix)?.place;
    const record = place === undefined ? undefined : this.#ownRecord(place);
    if (record === undefined) return undefined;
    const { names } = this.#realm;
    const sub = eventsOfRecord(record).findIndex(
      ({ event, fact }) =>
        event.isDense === true && event.resourceIdOf(fact, record, names) === resourceId,
    );
    return sub < 0 ? undefined : this.#numbered(record, sub);
  }

  /** The event with this id; undefined for every other text. */
  withId(eventId: string): LoggedEvent | undefined {
    const suffix = suffixOf("evt", eventId);
    const origin = suffix === undefined ? undefined : decodeIdSuffix(suffix);
    const record = origin === undefined ? undefined : this.#ownRecord(origin.place);
    if (origin === undefined || record === undefined) return undefined;
    const { timeMs, shard, place } = record;
    if (encodeIdSuffix(timeMs, shard, place, origin.sub) !== suffix) return undefined;
    return this.#numbered(record, origin.sub);
  }

  /** The events of a record of this realm, in order. */
  ofRecord(record: StoredRecord): LoggedEvent[] {
    const told = eventsOfRecord(record);
    const first = record.firstEvent ?? (told.length === 0 ? 0 : this.#firstEventOf(record));
    return told.map((each, sub) => ({ ...each, number: first + sub, sub, record }));
  }

  /** The number of the first event of this time or later; `count + 1` where there is none. */
  numberAtTime(ms: number): number {
    const near = this.#recordAfter(ms);
    const number = near && this.#numberAtTimeFrom(near, ms, NEAR_RECORDS_MAX);
    if (number !== undefined) return number;
    const block = this.#blockOf(this.#lowest(({ timeMs }) => timeMs >= ms));
    return this.#numberAtTimeFrom(block, ms, Number.POSITIVE_INFINITY) as number;
  }

  /** The same, found on a walk back over at most `records`; undefined where it is further back. */
  #numberAtTimeFrom(
    start: { place: Place; number: number },
    ms: number,
    records: number,
  ): number | undefined {
    let number = start.number + 1;
    let left = records;
    for (const { first, last, timeMs } of this.#visit(start)) {
      // Times of records never fall, so the record of an earlier time ends the search.
      if (timeMs < ms) return number;
      if (left-- === 0) return undefined;
      if (first <= last) number = first;
    }
    return number;
  }

  /**
   * A record from which few records lead back to the newest one before `ms`, unless that one is in a
   * realm that was reset, with the number of its last event; undefined where none is known.
   */
  #recordAfter(ms: number): { place: Place; number: number } | undefined {
    const place = this.#snapshot.newestRecord(this.#realm.number, ms);
    if (place === 0 || !this.#snapshot.pointAt(place, this.#spot)) return undefined;
    const first = firstEventIn(this.#spot.bytes, this.#spot.start);
    if (first === undefined || first === 0) return undefined;
    return { place, number: first + this.#open(place).told.length - 1 };
  }

  /** The record at a place, if it belongs to this realm or to one that had its names before. */
  #ownRecord(place: Place): StoredRecord | undefined {
    const record = place === 0 ? undefined : this.#snapshot.record(place);
    if (record === undefined) return undefined;
    const { number, first } = this.#realm;
    if (record.realm === number) return record;
    const retired = realmAt(this.#snapshot, retiredRealmKey(record.realm));
    return retired?.first === first ? record : undefined;
  }

  #numbered(record: StoredRecord, sub: number): LoggedEvent | undefined {
    const told = eventsOfRecord(record)[sub];
    if (told === undefined) return undefined;
    const first = record.firstEvent ?? this.#firstEventOf(record);
    const { event, fact } = told;
    return { event, fact, number: first + sub, sub, record };
  }

  /** The number of the first event of a record of version 1, which does not store it. */
  #firstEventOf({ place: wanted }: StoredRecord): number {
    const block = this.#blockOf(this.#lowest(({ place }) => place >= wanted));
    for (const { place, first } of this.#visit(block)) if (place === wanted) return first;
    throw new Error("a record stands in the chain of its realm");
  }

  /** The lowest number whose block passes the test, which every later block passes too. */
  #lowest(isAt: (end: BlockEnd) => boolean): number {
    let low = 1;
    let high = this.count + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const block = this.#blockOf(middle);
      if (isAt(block)) high = middle;
      else low = block.number + 1;
    }
    return low;
  }

  /** The first block that reaches this number; the last one ends with the realm's newest record. */
  #blockOf(number: number): BlockEnd {
    const range = { from: eventKey(number) };
    const { first, headPlace } = this.#realm;
    for (const { key, value } of this.#snapshot.ascend(SHARD_TABLE.eventBlock, first, range)) {
      return decodeBlockEnd(key, value);
    }
    return { number: this.count, place: headPlace, timeMs: Number.POSITIVE_INFINITY };
  }

  /** Where a walk back to the numbers below `below` begins, with the number of the last event there. */
  #startAt(below: number, place: Place | undefined): { place: Place; number: number } {
    if (place !== undefined && this.#hasNumbers(place)) return { place, number: below - 1 };
    if (below > this.count) return { place: this.#realm.headPlace, number: this.count };
    return below <= 1 ? { place: 0, number: 0 } : this.#blockOf(below - 1);
  }

  #hasNumbers(place: Place): boolean {
    if (!this.#snapshot.pointAt(place, this.#spot)) return false;
    return firstEventIn(this.#spot.bytes, this.#spot.start) !== undefined;
  }

  /**
   * The records from a place back, with the numbers of their events. `number`: that of the last event
   * of the record at the place that the walk is to see, or, where the record has none, of one before.
   */
  *#visit({ place: start, number }: { place: Place; number: number }): Generator<Visited> {
    let last = number;
    for (let place = start; place !== 0; ) {
      const isThere = this.#snapshot.pointAt(place, this.#spot);
      invariant(isThere, "a record that another names is in the log");
      const { bytes, view, start: at } = this.#spot;
      const stored = firstEventIn(bytes, at);
      const timeMs = view.getFloat64(at + RECORD.timeMs, true);
      let previous = view.getFloat64(at + RECORD.previousPlace, true);
      const first = stored === 0 ? last + 1 : (stored ?? last - this.#open(place).told.length + 1);
      if (previous === 0) previous = this.#headBefore(place);
      yield { place, first, last, timeMs };
      last = first - 1;
      place = previous;
    }
  }

  /** The newest record of the realm that the record at `place` retired; 0 where it retired none. */
  #headBefore(place: Place): Place {
    const { facts } = this.#open(place).record;
    const renewed = facts.find(({ kind }) => kind === REALM_RENEWED) as RealmRenewed | undefined;
    if (renewed === undefined) return 0;
    const retired = realmAt(this.#snapshot, retiredRealmKey(renewed.retired));
    invariant(retired !== undefined, "a realm that was retired is stored");
    return retired.headPlace;
  }

  #mayBe(wanted: ReadonlySet<string> | undefined, place: Place, sub: number): boolean {
    if (wanted === undefined || this.#types === undefined) return true;
    const types = this.#types.of(place, () => this.#open(place).told);
    return wanted.has(types[sub] as string);
  }

  #eventAt(place: Place, sub: number, number: number): LoggedEvent {
    const { told, record } = this.#open(place);
    const found = told[sub];
    invariant(found !== undefined, "an index names an event that its record has");
    // One literal: fields that are spread into an object are added one by one.
    const { event, fact } = found;
    return { event, fact, number, sub, record };
  }

  /** The record at a place and its events; the one that was opened last is kept. */
  #open(place: Place) {
    if (this.#opened?.place === place) return this.#opened;
    const record = this.#snapshot.record(place);
    invariant(record !== undefined, "a record that an index or another record names is in the log");
    this.#opened = { place, told: eventsOfRecord(record), record };
    return this.#opened;
  }
}

const TABLES = { type: SHARD_TABLE.eventType, resource: SHARD_TABLE.eventResource } as const;

function realmAt(snapshot: Snapshot, key: string): RealmDocument | undefined {
  const value = snapshot.get(SHARD_TABLE.realm, 0, key);
  return value && decodeDocument<RealmDocument>(value);
}

/**
 * The events of one Product and environment as a snapshot shows them: walks over their numbers in both
 * directions. A reset of the sandbox gives the realm's names to a fresh realm; the numbers go on, and so
 * do the walks, from the fresh realm's first record to the newest of the realm before.
 */
import { decodeIdSuffix, type Place, suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import {
  REALM_RENEWED,
  type RealmDocument,
  type RealmRenewed,
  retiredRealmKey,
} from "../../contract/records/realm_document.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { firstEventIn } from "../../contract/records/record_layout.ts";
import {
  type BlockEnd,
  decodeBlockEnd,
  type EventSpot,
  eventKey,
} from "../../contract/tables/event_index.ts";
import { SHARD_TABLE } from "../../contract/tables/shard_table_codes.ts";
import type { MemoryKey, Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { eventsOfRecord } from "../announced.ts";
import { PostedRows } from "../transfer/posted_rows.ts";
import { POSTED_EVENT } from "../transfer/transfer_events.ts";
import { eventOfId } from "./event_number.ts";
import { type EventIndexName, spotsBack, spotsForward } from "./event_spots.ts";
import { LoggedEvent, type OpenedRecord } from "./logged_event.ts";
import { newRecordSpot, RecordChain, type RecordReader } from "./record_chain.ts";
import type { TypesOfRecords } from "./types_of_records.ts";

/** Times of events: `fromMs <= time < belowMs`, milliseconds UTC. */
export type TimeRange = { fromMs: number; belowMs: number };

/**
 * One step of a walk: the event with this number, or, without an event, a record that has none. The
 * walk goes on after the step from `number` and `place`.
 */
export type EventStep = { number: number; place: Place; event: LoggedEvent | undefined };

/** A record, and the number of an event in it or beside it. */
type RecordPoint = { place: Place; number: number };

/** Records of a realm of which one has a row in the index by time, and as many again. */
const NEAR_RECORDS_MAX = 512;

/**
 * The records with the events `from` to `last`, newest first: their places, and, from the second number
 * on, the numbers of their first events. These never change, so the records that were walked last are kept for
 * each name of a realm: whoever reads on from event to event walks each block once.
 */
type WalkedBlock = {
  from: number;
  last: number;
  places: readonly Place[];
  firsts: readonly number[];
};
const WALKED: MemoryKey<Map<number, WalkedBlock>> = {};
/** Some 16 KiB each. */
const WALKED_MAX = 64;

export class EventLog {
  readonly #snapshot: Snapshot;
  readonly #realm: RealmDocument;
  readonly #rows: PostedRows;
  readonly #reader: RecordReader = {
    eventsAt: (place) => this.#rows.eventsAt(place) || this.#open(place).told.length,
    headBefore: (place) => this.#headBefore(place),
  };
  readonly #spot = newRecordSpot();
  #opened: (OpenedRecord & { place: Place }) | undefined;
  readonly #types: TypesOfRecords | undefined;

  private constructor(snapshot: Snapshot, realm: RealmDocument, types: TypesOfRecords | undefined) {
    this.#snapshot = snapshot;
    this.#realm = realm;
    this.#types = types;
    this.#rows = new PostedRows(snapshot);
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
    const chain = this.#chainFrom(this.#startAt(below, place));
    while (chain.next()) {
      const { place: at, first, last } = chain;
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
      const { places, firsts, last: end } = this.#blockFrom(next);
      for (let at = places.length - 1; at >= 0; at--) {
        const place = places[at] as Place;
        const first = firsts[at + 1] as number;
        const last = (firsts[at] as number) - 1;
        for (let number = Math.max(first, next); number <= last; number++) {
          const sub = number - first;
          const event = this.#mayBe(wanted, place, sub)
            ? this.#eventAt(place, sub, number)
            : undefined;
          yield { number, place, event };
        }
      }
      next = end + 1;
    }
  }

  /** The place of the record with the event of a number, which is from 1 to `count`. */
  placeOf(number: number): Place {
    const { places, firsts } = this.#blockFrom(number);
    // The numbers of the records fall, and each list has the first one of the record before.
    const at = places.findIndex((_, index) => (firsts[index + 1] as number) <= number);
    invariant(at >= 0, "a block has the record of each of its events");
    return places[at] as Place;
  }

  /** Where the indexed events of a type or of a resource stand, newest first, below a number. */
  spotsBack(by: EventIndexName, under: string, below: number): Generator<EventSpot> {
    return spotsBack(this.#snapshot, { by, realm: this.#realm.first, under }, below);
  }

  /** Where the indexed events of a type or of a resource stand, oldest first, above a number. */
  spotsForward(by: EventIndexName, under: string, after: number): Generator<EventSpot> {
    return spotsForward(this.#snapshot, { by, realm: this.#realm.first, under }, after);
  }

  /** The snapshot that the events are read from. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** The record that made the thing with this id; undefined where that is not of these names. */
  madeBy(id: string, prefix: string): StoredRecord | undefined {
    const suffix = suffixOf(prefix, id);
    const place = suffix === undefined ? undefined : decodeIdSuffix(suffix)?.place;
    return place === undefined ? undefined : this.#ownRecord(place);
  }

  at({ number, place, sub }: EventSpot): LoggedEvent {
    return this.#eventAt(place, sub, number);
  }

  /** The event that made the resource with this id, where that event is dense and so in no index. */
  denseOf(resourceId: string, prefix: string): LoggedEvent | undefined {
    const record = this.madeBy(resourceId, prefix);
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
    const found = eventOfId((place) => this.#ownRecord(place), eventId);
    return found && this.#numbered(found.record, found.sub);
  }

  /** The events of a record of this realm, in order. */
  ofRecord(record: StoredRecord): LoggedEvent[] {
    const told = eventsOfRecord(record);
    const first = record.firstEvent ?? (told.length === 0 ? 0 : this.#firstEventOf(record));
    return told.map((_, sub) => LoggedEvent.of({ record, told }, { number: first + sub, sub }));
  }

  /**
   * The number of the first event of this time or later, `count + 1` where there is none; and the record
   * before, from which a walk back to the events of earlier times begins.
   */
  firstAtTime(ms: number): RecordPoint {
    const near = this.#recordAfter(ms);
    const first = near && this.#firstAtTimeFrom(near, ms, NEAR_RECORDS_MAX);
    if (first !== undefined) return first;
    const block = this.#blockOf(this.#lowest(({ timeMs }) => timeMs >= ms));
    return this.#firstAtTimeFrom(block, ms, Number.POSITIVE_INFINITY) as RecordPoint;
  }

  /** What `firstAtTime` gives, found on a walk back over at most `records`; undefined where it is further back. */
  #firstAtTimeFrom(start: RecordPoint, ms: number, records: number): RecordPoint | undefined {
    let number = start.number + 1;
    let left = records;
    const chain = this.#chainFrom(start);
    while (chain.next()) {
      // Times of records never fall, so the record of an earlier time ends the search.
      if (chain.timeMs < ms) return { number, place: chain.place };
      if (left-- === 0) return undefined;
      if (chain.first <= chain.last) number = chain.first;
    }
    return { number, place: 0 };
  }

  /**
   * A record from which few records lead back to the newest one before `ms`, unless that one is in a
   * realm that was reset, with the number of its last event; undefined where none is known.
   */
  #recordAfter(ms: number): RecordPoint | undefined {
    const place = this.#snapshot.newestRecord(this.#realm.number, ms);
    if (place === 0 || !this.#snapshot.pointAt(place, this.#spot)) return undefined;
    const first = firstEventIn(this.#spot.view, this.#spot.start);
    if (first === undefined || first === 0) return undefined;
    return { place, number: first + this.#reader.eventsAt(place) - 1 };
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
    const told = eventsOfRecord(record);
    if (told[sub] === undefined) return undefined;
    const first = record.firstEvent ?? this.#firstEventOf(record);
    return LoggedEvent.of({ record, told }, { number: first + sub, sub });
  }

  /** The number of the first event of a record of version 1, which does not store it. */
  #firstEventOf({ place: wanted }: StoredRecord): number {
    const block = this.#blockOf(this.#lowest(({ place }) => place >= wanted));
    const chain = this.#chainFrom(block);
    while (chain.next()) if (chain.place === wanted) return chain.first;
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

  /** The records from the one with the event of a number to the end of its block. */
  #blockFrom(number: number): WalkedBlock {
    const { first: name } = this.#realm;
    const kept = this.#snapshot.memory.lasting(WALKED, () => new Map<number, WalkedBlock>());
    const known = kept.get(name);
    if (known !== undefined && known.from <= number && number <= known.last) return known;
    const block = this.#blockOf(number);
    const chain = this.#chainFrom(block);
    const places: Place[] = [];
    const firsts: number[] = [block.number + 1];
    while (chain.next() && chain.last >= number) {
      places.push(chain.place);
      firsts.push(chain.first);
    }
    const walked = { from: number, last: block.number, places, firsts };
    if (kept.size >= WALKED_MAX) kept.clear();
    kept.set(name, walked);
    return walked;
  }

  /** Where a walk back to the numbers below `below` begins, with the number of the last event there. */
  #startAt(below: number, place: Place | undefined): RecordPoint {
    if (place !== undefined && this.#hasNumbers(place)) return { place, number: below - 1 };
    if (below > this.count) return { place: this.#realm.headPlace, number: this.count };
    return below <= 1 ? { place: 0, number: 0 } : this.#blockOf(below - 1);
  }

  #hasNumbers(place: Place): boolean {
    if (!this.#snapshot.pointAt(place, this.#spot)) return false;
    return firstEventIn(this.#spot.view, this.#spot.start) !== undefined;
  }

  /** The records from a place back. `number`: that of the last event up to there. */
  #chainFrom({ place, number }: RecordPoint): RecordChain {
    return new RecordChain(this.#snapshot, this.#reader, place, number);
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
    if (this.#rows.eventsAt(place) > 0) return wanted.has(POSTED_EVENT.type);
    const types = this.#types.of(place, () => this.#open(place).told);
    return wanted.has(types[sub] as string);
  }

  #eventAt(place: Place, sub: number, number: number): LoggedEvent {
    const isPosted = this.#rows.eventsAt(place) > 0;
    return LoggedEvent.in(this.#rows, isPosted, { number, sub }, () => this.#open(place));
  }

  /** The record at a place and its events; the one that was opened last is kept. */
  #open(place: Place): OpenedRecord {
    if (this.#opened?.place === place) return this.#opened;
    const record = this.#snapshot.record(place);
    invariant(record !== undefined, "a record that an index or another record names is in the log");
    this.#opened = { place, told: eventsOfRecord(record), record };
    return this.#opened;
  }
}

function realmAt(snapshot: Snapshot, key: string): RealmDocument | undefined {
  const value = snapshot.get(SHARD_TABLE.realm, 0, key);
  return value && decodeDocument<RealmDocument>(value);
}

/**
 * The indexes of the events of a shard's realms (`contract/tables/event_index.ts` says what they hold). The
 * shard writes them and never reads them.
 */
import type { EventsOf } from "../contract/declare/event.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";
import type { RecordHead, StoredRecord } from "../contract/records/record.ts";
import { EntryTable } from "../contract/tables/entry_table.ts";
import {
  type BlockEnd,
  blockKey,
  EVENTS_PER_BLOCK,
  type EventRun,
  type EventSpot,
  encodeBlockEnd,
  encodeRun,
  RECORDS_PER_BLOCK,
  spotKey,
} from "../contract/tables/event_index.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";

/** From version 2 on an entry may stand for several events. */
const RUNS_VERSION = 2;

export class EventIndexes {
  readonly #blocks = new EntryTable("event_block", SHARD_TABLE.eventBlock);
  readonly #types = new RunTable("event_type", SHARD_TABLE.eventType);
  readonly #resources = new RunTable("event_resource", SHARD_TABLE.eventResource);
  readonly #customers = new RunTable("event_customer", SHARD_TABLE.eventCustomer);
  readonly tables = [this.#blocks, this.#types, this.#resources, this.#customers];

  /** Counts a record with so many events towards the realm's block, which may end with the record. */
  advance(realm: RealmDocument, { place, timeMs }: RecordHead, events: number): void {
    const { block } = realm;
    block.events += events;
    block.records++;
    if (block.events < EVENTS_PER_BLOCK && block.records < RECORDS_PER_BLOCK) return;
    const end: BlockEnd = { number: realm.eventCount, place, timeMs };
    this.#blocks.add(realm.first, blockKey(end), encodeBlockEnd(end));
    block.events = 0;
    block.records = 0;
  }

  /** Adds the events of a record that are not dense, in a realm of a Product. */
  add(
    { first, names }: RealmDocument,
    record: StoredRecord,
    firstEvent: number,
    eventsOf: EventsOf,
  ): void {
    // Companies have no list of events, and their keys may be a million.
    if (names.productId === "") return;
    const { place } = record;
    let sub = 0;
    for (const fact of record.facts) {
      for (const { isDense, type, resourceIdOf, customerIdOf } of eventsOf(fact)) {
        const spot = { number: firstEvent + sub, place, sub };
        sub++;
        if (isDense === true) continue;
        this.#types.note(type, spot);
        this.#resources.note(resourceIdOf(fact, record, names), spot);
        const customerId = customerIdOf?.(fact);
        if (customerId !== undefined) this.#customers.note(customerId, spot);
      }
    }
    for (const table of [this.#types, this.#resources, this.#customers]) table.endRecord(first);
  }
}

/**
 * An index of events by a text. Events of one record that stand at one distance from each other under one text are one entry: a record that
 * makes a thousand things has some entries of its types, and one of each thing.
 */
class RunTable extends EntryTable {
  /** The run of each text that the record which is noted may go on with. */
  readonly #open = new Map<string, EventRun>();
  /** The runs of the record that have ended, by the text that they are under. */
  readonly #ended: [under: string, run: EventRun][] = [];

  constructor(name: string, code: number) {
    super(name, code, RUNS_VERSION);
  }

  /** Notes the next event of a record. */
  note(under: string, { number, place, sub }: EventSpot): void {
    const run = this.#open.get(under);
    const distance = run === undefined ? 1 : number - run.number;
    if (run !== undefined && (run.count === 1 || distance === run.count * run.stride)) {
      if (run.count === 1) run.stride = distance;
      run.count++;
      return;
    }
    if (run !== undefined) this.#ended.push([under, run]);
    this.#open.set(under, { number, place, sub, count: 1, stride: 1 });
  }

  /** Adds the entries of the record; `realm`: the first realm of its name. */
  endRecord(realm: number): void {
    for (const [under, run] of this.#ended) this.#addRun(realm, under, run);
    for (const [under, run] of this.#open) this.#addRun(realm, under, run);
    this.#ended.length = 0;
    this.#open.clear();
  }

  #addRun(realm: number, under: string, run: EventRun): void {
    this.add(realm, spotKey(under, run.number), encodeRun(run));
  }
}

/**
 * The indexes of the events of a shard's realms (`contract/tables/event_index.ts` says what they hold). No
 * decision reads them; the shard reads an entry only to go on with it (`stretch_table.ts`).
 */
import type { EventsOf } from "../contract/declare/event.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";
import type { RecordHead, StoredRecord } from "../contract/records/record.ts";
import { EntryTable } from "../contract/tables/entry_table.ts";
import {
  type BlockEnd,
  blockKey,
  EVENTS_PER_BLOCK,
  encodeBlockEnd,
  RECORDS_PER_BLOCK,
} from "../contract/tables/event_index.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import { StretchTable } from "./stretch_table.ts";

export class EventIndexes {
  readonly #blocks = new EntryTable("event_block", SHARD_TABLE.eventBlock);
  readonly #types = new StretchTable("event_type", SHARD_TABLE.eventType);
  readonly #resources = new StretchTable("event_resource", SHARD_TABLE.eventResource);
  readonly #customers = new StretchTable("event_customer", SHARD_TABLE.eventCustomer);
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
        this.#types.note(first, type, spot);
        this.#resources.note(first, resourceIdOf(fact, record, names), spot);
        const customerId = customerIdOf?.(fact);
        if (customerId !== undefined) this.#customers.note(first, customerId, spot);
      }
    }
  }
}

/**
 * The events of every kind of fact and every type of event, for features that show them. The registry
 * sets both when it is loaded: a feature cannot import the registry, because the registry imports every
 * feature.
 */
import { invariant } from "../base/invariant.ts";
import type { EventsOf, EventType, FactEvent } from "../contract/declare/event.ts";
import type { Feature } from "../contract/declare/feature.ts";
import type { Fact, StoredRecord } from "../contract/records/record.ts";

let byKind: ReadonlyMap<string, EventsOf> = new Map();
let types: ReadonlyMap<string, EventType> = new Map();

/** Called by the registry, with every feature of a ledger shard. */
export function announceEvents(features: readonly Feature[]): void {
  byKind = new Map(features.flatMap(({ eventsOf = {} }) => Object.entries(eventsOf)));
  types = new Map(features.flatMap(({ events = [] }) => events).map((type) => [type.type, type]));
}

/** Every type of event, by its name. */
export function announcedEventTypes(): ReadonlyMap<string, EventType> {
  invariant(types.size > 0, "the registry has announced the types of events");
  return types;
}

/** One event of a record, with the fact that it follows from. */
export type ToldEvent = { event: FactEvent; fact: Fact };

/** The events of a record, in the order of their numbers. */
export function eventsOfRecord({ facts, firstEvent }: StoredRecord): ToldEvent[] {
  // A record of a retired realm has facts that would have events, and no number for them.
  if (firstEvent === 0) return [];
  const told: ToldEvent[] = [];
  for (const fact of facts) {
    for (const event of byKind.get(fact.kind)?.(fact) ?? []) told.push({ event, fact });
  }
  return told;
}

/**
 * What all features of the program declare together, for features that show it. A feature cannot import the registry,
 * because the registry imports every feature; so the registry announces one value when it is loaded, which is all
 * that is kept here. Whoever asks before that gets an exception, never an empty list.
 */
import { invariant } from "../base/invariant.ts";
import type { EventsOf, EventType, FactEvent } from "../contract/declare/event.ts";
import type { Feature, Tag } from "../contract/declare/feature.ts";
import type { Operation } from "../contract/declare/operation.ts";
import type { Fact, StoredRecord } from "../contract/records/record.ts";

export type Declarations = {
  /** By id, in the order of the registry. */
  operations: ReadonlyMap<string, Operation<never>>;
  /** The events of each kind of fact. */
  eventsOf: ReadonlyMap<string, EventsOf>;
  /** By name. */
  eventTypes: ReadonlyMap<string, EventType>;
  /** The groups of operations in contract documents. */
  tags: readonly Tag[];
};

let announced: Declarations | undefined;

/** Called by the registry; and by a test that wants other declarations, which announces the former declarations again at its end. */
export function announce(declarations: Declarations): void {
  announced = declarations;
}

/** What these operations and the features of all shards declare. */
export function declarationsOf(
  operations: readonly Operation<never>[],
  features: readonly Feature[],
  tags: readonly Tag[],
): Declarations {
  return {
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    eventsOf: new Map(features.flatMap(({ eventsOf = {} }) => Object.entries(eventsOf))),
    eventTypes: new Map(
      features.flatMap(({ events = [] }) => events).map((type) => [type.type, type]),
    ),
    tags,
  };
}

export function announcedDeclarations(): Declarations {
  invariant(announced !== undefined, "the registry has announced what the features declare");
  return announced;
}

/** The operation with this id; undefined when no operation has it. */
export function announcedOperation(id: string): Operation<never> | undefined {
  return announcedDeclarations().operations.get(id);
}

/** Every operation, in the order of the registry. */
export function announcedOperations(): readonly Operation<never>[] {
  return [...announcedDeclarations().operations.values()];
}

/** Every type of event, by its name. */
export function announcedEventTypes(): ReadonlyMap<string, EventType> {
  return announcedDeclarations().eventTypes;
}

/** One event of a record, with the fact that it follows from. */
export type ToldEvent = { event: FactEvent; fact: Fact };

/** The events of a record, in the order of their numbers. */
export function eventsOfRecord({ facts, firstEvent }: StoredRecord): ToldEvent[] {
  // A record of a retired realm has facts that would have events, and no number for them.
  if (firstEvent === 0) return [];
  const { eventsOf } = announcedDeclarations();
  const told: ToldEvent[] = [];
  for (const fact of facts) {
    for (const event of eventsOf.get(fact.kind)?.(fact) ?? []) told.push({ event, fact });
  }
  return told;
}

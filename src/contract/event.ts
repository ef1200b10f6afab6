/**
 * The events that follow from a fact. Events are not stored beside the facts: an event is the fact
 * itself, as it is shown to those who listen. So the number and the content of an event follow from
 * the log, and a replay counts the same events. The events of a kind of fact never change once such
 * a fact stands in a log: a change needs a new version of the kind.
 */
import type { RealmNames } from "./principal.ts";
import type { Fact, RecordHead } from "./record.ts";

/** One event of a fact. A refused request has the events of the facts that its refusal keeps. */
export type FactEvent = {
  /** The resource's type and what happened to the resource, such as `transfer.posted`. */
  type: string;
  /** Id of the resource that the event is about. `names` are the names of the record's realm. */
  resourceIdOf(fact: Fact, head: RecordHead, names: RealmNames): string;
};

/**
 * The events of a fact, in the order of their numbers. The lists are made once and shared, because
 * the events of every record are counted when the record is written.
 */
export type EventsOf = (fact: Fact) => readonly FactEvent[];

/** The events of each kind of fact of a feature. */
export type EventsByKind = Readonly<Record<string, EventsOf>>;

const NONE: readonly FactEvent[] = [];

/** For facts that have no events. */
export const noEvents: EventsOf = () => NONE;

/** For facts that have one event each, always of the same type. */
export function oneEvent<F extends Fact>(
  type: string,
  resourceIdOf: (fact: F, head: RecordHead, names: RealmNames) => string,
): EventsOf {
  const events = [eventOf(type, resourceIdOf)];
  return () => events;
}

/** One event; for facts whose events depend on their content. */
export function eventOf<F extends Fact>(
  type: string,
  resourceIdOf: (fact: F, head: RecordHead, names: RealmNames) => string,
): FactEvent {
  return {
    type,
    resourceIdOf: (fact, head, names) => resourceIdOf(fact as F, head, names),
  };
}

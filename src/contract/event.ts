/**
 * What events a fact means. An event is no second thing beside the fact: it is the fact, told to those
 * who listen. So its number and all that it says follow from the log, and a replay counts the same.
 * What a kind of fact means never changes once it stands in a log: a fact that shall mean other events
 * is a new version of its kind.
 */
import type { ScopeNames } from "./principal.ts";
import type { Fact, RecordHead } from "./record.ts";

/** One event of a fact. A refused request has the events of the facts that stand in spite of it. */
export type FactEvent = {
  /** `transfer.posted`: the resource's type, and what happened to it. */
  type: string;
  /** Id of the resource that the event is about; `names` are those of the record's scope. */
  resourceIdOf(fact: Fact, head: RecordHead, names: ScopeNames): string;
};

/**
 * The events of a fact, in the order of their numbers. The lists are made once and returned again and
 * again, because every record is counted when it is written.
 */
export type EventsOf = (fact: Fact) => readonly FactEvent[];

/** What the facts of a feature mean, by kind. */
export type EventsByKind = Readonly<Record<string, EventsOf>>;

const NONE: readonly FactEvent[] = [];

/** Of facts that nobody outside is told of. */
export const noEvents: EventsOf = () => NONE;

/** Of facts that each mean one event, always of the same type. */
export function oneEvent<F extends Fact>(
  type: string,
  resourceIdOf: (fact: F, head: RecordHead, names: ScopeNames) => string,
): EventsOf {
  const events = [eventOf(type, resourceIdOf)];
  return () => events;
}

/** One event, for facts whose events depend on what they hold. */
export function eventOf<F extends Fact>(
  type: string,
  resourceIdOf: (fact: F, head: RecordHead, names: ScopeNames) => string,
): FactEvent {
  return {
    type,
    resourceIdOf: (fact, head, names) => resourceIdOf(fact as F, head, names),
  };
}

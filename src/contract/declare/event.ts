/**
 * The events that follow from a fact. Events are not stored beside the facts: an event is the fact
 * itself, as it is shown to those who listen. So the number and the content of an event follow from
 * the log, and a replay counts the same events. Which events a kind of fact has never changes once
 * such a fact stands in a log: a change needs a new version of the kind.
 */
import type { TSchema } from "@sinclair/typebox";
import type { Fact, RecordHead, StoredRecord } from "../records/record.ts";
import type { Snapshot } from "../tables/snapshot.ts";
import type { RealmNames } from "./principal.ts";

/**
 * The most types of events that one endpoint, list or stream names: more than there are, so that whoever wants
 * to can name each of them. The decision table of `webhook_endpoint.create` holds that.
 */
export const EVENT_TYPES_MAX = 256;

/** A type of event, as it is published. */
export type EventType = {
  /** The resource's type and what happened to the resource, such as `transfer.posted`. */
  type: string;
  /** One sentence: when the event is emitted. */
  description: string;
  /** Schema of `data.object`: the resource as its retrieve operation answers. */
  object: TSchema;
  /** True for the type that has a dense event. */
  isDense?: true;
};

/** What the content of an event is made from. */
export type EventSource = {
  snapshot: Snapshot;
  /** The names of the record's realm. */
  names: RealmNames;
  record: StoredRecord;
};

/** A resource as JSON. `revision`: that of the resource; absent where it has none. */
export type ObjectText = { text: string; revision?: number | undefined };

/** One event of a fact. A refused request has the events of the facts that its refusal keeps. */
export type FactEvent = {
  /** The name of an `EventType`. */
  type: string;
  /** Id of the resource that the event is about. `names` are the names of the record's realm. */
  resourceIdOf(fact: Fact, head: RecordHead, names: RealmNames): string;
  /**
   * Id of the customer whose the resource is, as the fact says it: the index by customer has the event. Absent where the
   * resource is no customer's, and of accounts and their money, which are found by the accounts of the customer.
   */
  customerIdOf?(fact: Fact): string | undefined;
  /**
   * The resource as GET answered it right after the record, whenever it is asked for. Absent where
   * the events of the fact are only counted, because a fact in another realm tells of it.
   */
  objectOf?(fact: Fact, source: EventSource): unknown;
  /** The JSON of exactly what `objectOf` returns, where it is made faster than from the object. */
  objectTextOf?(fact: Fact, source: EventSource): ObjectText;
  /** Fields of the resource that the record changed, as they were before; undefined where unknown. */
  previousOf?(fact: Fact, source: EventSource): object | undefined;
  /**
   * True for the one event that is so common that it has no entry in the indexes by type and by
   * resource. The id of its resource must carry the place of the event's own record.
   */
  isDense?: true;
  /** True for an event that a test asked for: nothing happened. */
  isSynthetic?: true;
};

/**
 * The events of a fact, in the order of their numbers. The lists are made once and shared, because
 * the events of every record are counted when the record is written.
 */
export type EventsOf = (fact: Fact) => readonly FactEvent[];

/** The events of each kind of fact of a feature. */
export type EventsByKind = Readonly<Record<string, EventsOf>>;

/** An event, with the functions as they take facts of one kind. */
export type EventOfKind<F extends Fact> = {
  resourceIdOf(fact: F, head: RecordHead, names: RealmNames): string;
  customerIdOf?(fact: F): string | undefined;
  objectOf?(fact: F, source: EventSource): unknown;
  objectTextOf?(fact: F, source: EventSource): ObjectText;
  previousOf?(fact: F, source: EventSource): object | undefined;
  isDense?: true;
  isSynthetic?: true;
};

const NONE: readonly FactEvent[] = [];

/** For facts that have no events. */
export const noEvents: EventsOf = () => NONE;

/** For facts that have one event each, always of the same type. */
export function oneEvent<F extends Fact>(type: string, event: EventOfKind<F>): EventsOf {
  const events = [eventOf(type, event)];
  return () => events;
}

/** One event; for facts whose events depend on their content. */
export function eventOf<F extends Fact>(type: string, event: EventOfKind<F>): FactEvent {
  return { type, ...(event as unknown as EventOfKind<Fact>) };
}

/** The type of the resources of a type of event: `transfer` of `transfer.posted`. */
export function resourceTypeOf(type: string): string {
  return type.slice(0, type.lastIndexOf("."));
}

/** The types of events of one noun, whose events all show the same resource. */
export function eventTypesOf(
  noun: string,
  object: TSchema,
  descriptions: Readonly<Record<string, string>>,
): readonly EventType[] {
  return Object.entries(descriptions).map(([what, description]) => ({
    type: `${noun}.${what}`,
    description,
    object,
  }));
}

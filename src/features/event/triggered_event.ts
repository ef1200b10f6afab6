/**
 * An event that a test asked for: the fact holds the whole resource that the event shows, because there is
 * no such resource. Nothing of the state changes.
 */
import {
  type EventsByKind,
  type EventType,
  eventOf,
  type FactEvent,
} from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { exampleObjectOf, idFieldOf } from "./event_type_schema.ts";
import { mergedDeeply } from "./json_schema.ts";

export const EVENT_TRIGGERED = "event.triggered.1";

export type EventTriggered = {
  kind: typeof EVENT_TRIGGERED;
  eventType: string;
  resourceId: string;
  /** The resource, as an answer shows it. */
  object: Record<string, unknown>;
};

/** The resource of the type's example, with `overrides` merged into it. */
export function triggeredObject(
  eventType: EventType,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> {
  return mergedDeeply(exampleObjectOf(eventType), overrides) as Record<string, unknown>;
}

/** The fact of an event of the type that shows this resource. */
export function eventTriggered(
  eventType: EventType,
  object: Record<string, unknown>,
): EventTriggered {
  const resourceId = String(object[idFieldOf(eventType)]);
  return { kind: EVENT_TRIGGERED, eventType: eventType.type, resourceId, object };
}

export const triggeredEventFacts: Record<typeof EVENT_TRIGGERED, Apply<unknown>> = {
  [EVENT_TRIGGERED]: () => {},
};

export const triggeredEvents: EventsByKind = {
  [EVENT_TRIGGERED]: (fact: Fact) => eventsOfType((fact as EventTriggered).eventType),
};

/** By the name of the type: a log holds few names. */
const known = new Map<string, readonly FactEvent[]>();

function eventsOfType(type: string): readonly FactEvent[] {
  const events = known.get(type) ?? [
    eventOf<EventTriggered>(type, {
      resourceIdOf: ({ resourceId }) => resourceId,
      objectOf: ({ object }) => object,
      isSynthetic: true,
    }),
  ];
  known.set(type, events);
  return events;
}

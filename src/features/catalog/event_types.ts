/** The types of events as the catalog has them: each with the operations that declare it. */
import { type EventType, resourceTypeOf } from "../../contract/declare/event.ts";
import { announcedEventTypes, announcedOperations } from "../announced.ts";
import { deliveredSchemaOf, exampleEventOf } from "../event/event_type_schema.ts";
import type { JsonSchema } from "../event/json_schema.ts";

export type CatalogEventType = {
  type: string;
  description: string;
  resourceType: string;
  emittedBy: string[];
  schema: JsonSchema;
};

/** Made once of each announced value, because declarations never change. */
const KNOWN = new WeakMap<object, ReadonlyMap<string, CatalogEventType>>();

/** Every type of event, by its name. */
export function catalogEventTypes(): ReadonlyMap<string, CatalogEventType> {
  const types = announcedEventTypes();
  const known =
    KNOWN.get(types) ??
    new Map([...types.values()].map((eventType) => [eventType.type, entryOf(eventType)]));
  KNOWN.set(types, known);
  return known;
}

/** An example of an event of a type of the catalog. */
export function exampleOfEvent({ type }: CatalogEventType): unknown {
  return exampleEventOf(announcedEventTypes().get(type) as EventType);
}

function entryOf(eventType: EventType): CatalogEventType {
  const { type, description } = eventType;
  return {
    type,
    description,
    resourceType: resourceTypeOf(type),
    emittedBy: emittersOf(type),
    schema: deliveredSchemaOf(eventType),
  };
}

/** Ids of the published operations that declare the type; the operator's stand in no list. */
function emittersOf(type: string): string[] {
  return announcedOperations()
    .filter((operation) => operation.inContract !== false)
    .filter((operation) => operation.type === "write" && operation.events.includes(type))
    .map(({ id }) => id)
    .sort();
}

/** The types of events as the catalog has them: each with the operations that declare it. */
import { type EventType, resourceTypeOf } from "../../contract/declare/event.ts";
import { deliveredSchemaOf, exampleEventOf } from "../event/event_type_schema.ts";
import type { JsonSchema } from "../event/json_schema.ts";
import { announcedOperations } from "../operation_ids.ts";
import { announcedEventTypes } from "../told_events.ts";

export type CatalogEventType = {
  type: string;
  description: string;
  resourceType: string;
  emittedBy: string[];
  schema: JsonSchema;
};

let known: ReadonlyMap<string, CatalogEventType> | undefined;

/** Every type of event, by its name; made once, because the declarations never change. */
export function catalogEventTypes(): ReadonlyMap<string, CatalogEventType> {
  known ??= new Map(
    [...announcedEventTypes().values()].map((eventType) => [eventType.type, entryOf(eventType)]),
  );
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

/**
 * The schema of the events of one type, and an example of such an event: the one source of the catalog, of
 * the webhooks of the contract document, and of the events that a test asks for.
 */
import { type TSchema, Type } from "@sinclair/typebox";
import { type EventType, resourceTypeOf } from "../../contract/declare/event.ts";
import { Event } from "./event_schema.ts";
import { exampleOf, type JsonSchema, mergedDeeply, openedSchema } from "./json_schema.ts";

/** What the events of a type have beyond `Event`, as a schema to be read beside `Event`. */
export function ownSchemaOf({ type, object }: EventType): TSchema {
  const resourceType = resourceTypeOf(type);
  return Type.Object({
    type: Type.Literal(type, { examples: [type] }),
    data: Type.Object({
      resource: Type.Object({ type: Type.Literal(resourceType) }),
      object: Type.Union([object, Type.Null()]),
    }),
  });
}

/** JSON Schema 2020-12 of a whole event of the type, as lists, streams and deliveries show it. */
export function deliveredSchemaOf(eventType: EventType): JsonSchema {
  const own = openedSchema(ownSchemaOf(eventType));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...(mergedDeeply(openedSchema(Event), own) as JsonSchema),
    title: eventType.type,
    description: eventType.description,
  };
}

/** Name of the field of the type's resource that holds the id of the resource: its first field. */
export function idFieldOf({ object }: EventType): string {
  const [name] = Object.keys(object["properties"] as object);
  return name as string;
}

/**
 * An example of the resource that an event of the type shows, made of the examples in the schema. Where
 * the resource has a status with the name of what happened, it has this status.
 */
export function exampleObjectOf({ type, object }: EventType): Record<string, unknown> {
  const example = exampleOf(openedSchema(object)) as Record<string, unknown>;
  const happened = type.slice(type.lastIndexOf(".") + 1);
  const { status } = object["properties"] as { status?: { anyOf?: { const?: unknown }[] } };
  const isStatus = status?.anyOf?.some((member) => member.const === happened) === true;
  return isStatus ? { ...example, status: happened } : example;
}

/** An example of an event of the type, with its whole resource. */
export function exampleEventOf(eventType: EventType): unknown {
  const { synthetic: _, ...event } = exampleOf(openedSchema(Event)) as Record<string, unknown>;
  const { thin: __, previous: ___, ...data } = event["data"] as Record<string, unknown>;
  const object = exampleObjectOf(eventType);
  const { revision } = object;
  const resource = {
    type: resourceTypeOf(eventType.type),
    id: object[idFieldOf(eventType)],
    ...(revision !== undefined && { revision }),
  };
  return { ...event, type: eventType.type, data: { ...data, resource, object } };
}

/**
 * The types of events, read from the declarations of the operations that emit them. The resource in
 * the data of an event has the output schema of the noun's `retrieve` operation.
 */
import type { TSchema } from "@sinclair/typebox";
import { Id } from "../../contract/formats.ts";
import type { Operation } from "../../contract/operation.ts";
import { announcedOperations } from "../operation_ids.ts";
import { exampleOf, type JsonSchema, openedSchema } from "./json_schema.ts";

export type EventType = {
  type: string;
  description: string;
  resourceType: string;
  emittedBy: string[];
  schema: JsonSchema;
};

let known: readonly EventType[] | undefined;

/** Every type that some operation can emit; computed once, because the declarations never change. */
export function eventTypes(): readonly EventType[] {
  known ??= declaredEventTypes();
  return known;
}

function declaredEventTypes(): EventType[] {
  const operations = announcedOperations();
  const emitters = new Map<string, Operation<never>[]>();
  for (const operation of operations) {
    if (operation.type !== "write") continue;
    for (const type of operation.events) {
      emitters.set(type, [...(emitters.get(type) ?? []), operation]);
    }
  }
  return [...emitters].map(([type, emittedBy]) => {
    const resourceType = type.slice(0, type.lastIndexOf("."));
    const retrieve = operations.find(({ id }) => id === `${resourceType}.retrieve`);
    return {
      type,
      description: `Emitted by: ${emittedBy.map(({ summary }) => summary).join("; ")}.`,
      resourceType,
      // The operator's operations emit too, and stand in no list of operations.
      emittedBy: emittedBy.flatMap(({ id, inContract }) => (inContract === false ? [] : id)).sort(),
      schema: schemaOf(type, resourceType, retrieve?.output),
    };
  });
}

/** An example of an event of this type, made of the examples in its schema. */
export function exampleOfEvent({ schema }: EventType): unknown {
  return exampleOf(schema);
}

const TEXT = { type: "string" };

/** A text that looks like an id with the prefix. */
function idAs(prefix: string): JsonSchema {
  return { ...TEXT, examples: Id(prefix)["examples"] };
}

/** The id of the thing that an event is about: the first field of the thing. */
function idOf(resource: TSchema | undefined): JsonSchema {
  const [id] = Object.values((resource?.["properties"] ?? {}) as Record<string, TSchema>);
  return { ...TEXT, ...(id !== undefined && { examples: id["examples"] }) };
}

/** The schema of a delivered event; `resource` is the schema of the thing that the event is about. */
function schemaOf(type: string, resourceType: string, resource: TSchema | undefined): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: type,
    type: "object",
    required: ["id", "type", "timestamp", "environment", "tenantId", "productId", "data"],
    properties: {
      id: idAs("evt"),
      type: { const: type },
      timestamp: { ...TEXT, format: "date-time", examples: ["2026-01-31T09:30:00.000Z"] },
      environment: { enum: ["sandbox", "live"] },
      tenantId: idAs("ten"),
      productId: idAs("prod"),
      sequence: {
        ...TEXT,
        description: "Rises by one for each event of an environment.",
        examples: ["128"],
      },
      data: {
        type: "object",
        required: ["resource", "object"],
        properties: {
          resource: {
            type: "object",
            required: ["type", "id"],
            properties: {
              type: { const: resourceType },
              id: idOf(resource),
              revision: { type: "integer" },
            },
          },
          object: resource === undefined ? { type: "object" } : openedSchema(resource),
          previous: { type: "object", description: "Fields that changed, as they were." },
          operationId: idAs("op"),
          receiptId: idAs("rcpt"),
          cause: { ...TEXT, examples: ["api"] },
        },
      },
    },
  };
}

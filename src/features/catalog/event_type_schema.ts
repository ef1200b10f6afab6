/** A type of event on the wire. */
import { type TProperties, Type } from "@sinclair/typebox";

const FIELDS = {
  type: Type.String({ description: "Its name, `transfer.posted`." }),
  description: Type.String({ description: "When it is emitted." }),
  resourceType: Type.String({ description: "What it is about." }),
  emittedBy: Type.Array(Type.String(), {
    description: "Ids of the operations that emit it; none where only the platform does.",
  }),
  schema: Type.Record(Type.String(), Type.Unknown(), {
    description: "JSON Schema 2020-12 of what is delivered.",
  }),
} satisfies TProperties;

export const EventTypeEntry = Type.Object(FIELDS, {
  title: "EventTypeEntry",
  description: "A type of event, and which operations emit it.",
  additionalProperties: false,
});

export const EventTypeDetail = Type.Object(
  {
    ...FIELDS,
    example: Type.Record(Type.String(), Type.Unknown(), {
      description: "What a delivery can look like.",
    }),
  },
  {
    title: "EventTypeDetail",
    description: "A type of event, with an example.",
    additionalProperties: false,
  },
);

/** An event on the wire: the same in lists, streams and deliveries. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { OperationCause } from "../operation/operation_schema.ts";

/** The resource of an event in JSON has at most so many bytes; a larger one is left out. */
export const OBJECT_BYTES_MAX = 20_000;

export const Sequence = ruled(
  Type.String({
    pattern: "^(0|[1-9][0-9]{0,15})$",
    description: "A number of an event, in decimal digits.",
    examples: ["128"],
  }),
  { mustBe: "a whole number in decimal digits, without a sign" },
);

const EventResource = Type.Object(
  {
    type: Type.String({ description: "The kind of thing, such as `transfer`." }),
    id: Type.String({ description: "Id to retrieve the thing by." }),
    revision: Type.Optional(
      Type.Integer({ minimum: 1, description: "The revision that `object` shows." }),
    ),
  },
  { title: "EventResource", description: "What it is about.", additionalProperties: false },
);

export const EventData = Type.Object(
  {
    resource: EventResource,
    object: described(
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
      `The resource as its GET answered right afterwards. Null where that has more than ${OBJECT_BYTES_MAX} bytes: retrieve it then.`,
    ),
    thin: Type.Optional(
      Type.Literal(true, { description: "`object` was left out because it is too large." }),
    ),
    previous: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "Fields of the resource that changed, as they were; null for one that was absent.",
      }),
    ),
    operationId: described(Id("op"), "The operation that it follows from."),
    receiptId: described(Id("rcpt"), "The receipt of this operation."),
    cause: described(OperationCause, "How the operation came."),
  },
  { title: "EventData", description: "What happened.", additionalProperties: false },
);

export const Event = Type.Object(
  {
    id: described(Id("evt"), "Id of the event; also the `webhook-id` of each delivery."),
    type: Type.String({
      description: "What happened, `transfer.posted`; see `catalog.event_type.list`.",
      examples: ["transfer.posted"],
    }),
    timestamp: described(Timestamp, "When it happened: real time."),
    environment: EnvironmentName,
    tenantId: Id("ten"),
    productId: Id("prod"),
    sequence: described(
      Sequence,
      "Its number among the events of the Product and environment: 1, 2, 3 and so on, without a gap, in the order in which they happened. Webhooks do not keep this order: sort by this number.",
    ),
    synthetic: Type.Optional(
      Type.Literal(true, { description: "`sandbox.event.trigger` made it; nothing happened." }),
    ),
    data: EventData,
  },
  {
    title: "Event",
    description: "Something that happened, as those who listen are told of it.",
    additionalProperties: false,
  },
);
export type Event = Static<typeof Event>;

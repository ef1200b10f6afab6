/** A delivery on the wire. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { WEBHOOK_ERRORS, type WebhookError } from "../../contract/messages/webhook_outcome.ts";
import {
  CreatedAt,
  EnvironmentName,
  HttpStatus,
  Id,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ATTEMPTS_KEPT, DELIVERY_STATUSES } from "./webhook_delivery_document.ts";

export const WebhookDeliveryPath = Type.Object(
  { webhookDeliveryId: Id("whd") },
  { additionalProperties: false },
);

export const WebhookDeliveryStatus = Type.Union(
  DELIVERY_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "WebhookDeliveryStatus",
    description:
      "`pending` waits for its next attempt. `exhausted`: all eight attempts failed. `cancelled`: the endpoint was disabled or deleted.",
  },
);

const errors = Object.keys(WEBHOOK_ERRORS) as WebhookError[];
const WebhookAttempt = Type.Object(
  {
    at: described(Timestamp, "When it began: real time."),
    httpStatus: Type.Optional(HttpStatus),
    durationMs: Type.Integer({ minimum: 0, description: "How long it took, milliseconds." }),
    error: Type.Optional(
      Type.Union(
        errors.map((code) => Type.Literal(code)),
        {
          title: "WebhookError",
          description: `Why it failed; absent where it succeeded. ${errors
            .map((code) => `\`${code}\`: ${WEBHOOK_ERRORS[code]}`)
            .join(" ")}`,
        },
      ),
    ),
    responseSnippet: Type.Optional(
      Type.String({
        description: "The beginning of the answer, at most 1,024 bytes; only where it failed.",
      }),
    ),
  },
  {
    title: "WebhookAttempt",
    description: "One attempt to deliver a webhook.",
    additionalProperties: false,
  },
);

export const WebhookDelivery = Type.Object(
  {
    webhookDeliveryId: Id("whd"),
    productId: Id("prod"),
    environment: EnvironmentName,
    eventId: Id("evt"),
    webhookEndpointId: Id("whe"),
    status: WebhookDeliveryStatus,
    attempt: Type.Integer({
      minimum: 0,
      maximum: 8,
      description: "The number of its last attempt, 1 to 8; a retry begins anew with 0.",
    }),
    nextAttemptAt: Type.Optional(
      described(Timestamp, "When the next attempt is due, while it is pending: real time."),
    ),
    attempts: described(
      Type.Array(WebhookAttempt),
      `Its attempts, oldest first; of more than ${ATTEMPTS_KEPT} the newest.`,
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  {
    title: "WebhookDelivery",
    description: "What became of sending an event to an endpoint.",
    additionalProperties: false,
  },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** The webhooks of the contract document: the request that a webhook endpoint gets for each type of event. */
import type { TSchema } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import type { Components, Json } from "./openapi_components.ts";

/** A type of event, as deliveries show it. */
export type Webhook = {
  /** The name of the type of event, `transfer.posted`. */
  type: string;
  /** One sentence: when the event is emitted. */
  description: string;
  /** A tag of the document. */
  tag: string;
  /** The schema that all events have in common; the document has it once, by its title. */
  event: TSchema;
  /** What the events of the type have beyond that schema. */
  own: TSchema;
};

/** One entry for each type, in alphabetical order. */
export function webhooksOf(webhooks: readonly Webhook[], components: Components): Json {
  const sorted = webhooks.toSorted((a, b) => (a.type < b.type ? -1 : 1));
  const entries = sorted.map((webhook) => [webhook.type, { post: requestOf(webhook, components) }]);
  invariant(new Set(sorted.map(({ type }) => type)).size === sorted.length, "a type stands once");
  return Object.fromEntries(entries);
}

function requestOf({ type, description, tag, event, own }: Webhook, components: Components): Json {
  return {
    operationId: `webhook.${type}`,
    summary: type,
    description,
    tags: [tag],
    security: [],
    parameters: [
      components.parameter("WebhookId"),
      components.parameter("WebhookTimestamp"),
      components.parameter("WebhookSignature"),
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { allOf: [components.output(event), components.output(own)] },
        },
      },
    },
    responses: { "2XX": components.response("Received", "received", () => RECEIVED) },
  };
}

const RECEIVED = {
  description: "You have the event. After any other answer, or none, it is sent again.",
};

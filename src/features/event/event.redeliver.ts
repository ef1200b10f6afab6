/** event.redeliver: sends an event again, to one endpoint or to all that take its type. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { Id } from "../../contract/values/formats.ts";
import {
  deliveryIdOf,
  deliveryKey,
  endpointSuffixOf,
} from "../webhook_delivery/webhook_delivery_document.ts";
import type { WebhookDeliveriesAsked } from "../webhook_delivery/webhook_delivery_facts.ts";
import type { WebhookEndpointDocument } from "../webhook_endpoint/webhook_endpoint_document.ts";
import { refuseEndpointStatus } from "../webhook_endpoint/webhook_endpoint_lifecycle.ts";
import type { WebhookEndpointState } from "../webhook_endpoint/webhook_endpoint_noun.ts";
import { webhookEndpointNotFound } from "../webhook_endpoint/webhook_endpoint_noun.ts";
import { takesEvent } from "../webhook_endpoint/webhook_endpoint_types.ts";
import { eventNotFound } from "./event_not_found.ts";
import { findEvent, type NumberedEvent } from "./event_number.ts";

/** The most endpoints that one request sends to. */
const ENDPOINTS_MAX = 1_000;

const EventRedelivery = Type.Object(
  {
    webhookEndpointId: Type.Optional(
      described(Id("whe"), "Only to this endpoint, whatever types it takes."),
    ),
  },
  {
    title: "EventRedelivery",
    description: "Where to send an event again.",
    additionalProperties: false,
  },
);

const EventRedelivered = Type.Object(
  {
    eventId: Id("evt"),
    webhookDeliveryIds: Type.Array(Id("whd"), {
      description: "The deliveries that begin again, each with eight attempts.",
    }),
  },
  {
    title: "EventRedelivered",
    description: "What is sent again.",
    additionalProperties: false,
  },
);

export const eventRedeliver = declareWrite<WebhookEndpointState>()({
  id: "event.redeliver",
  summary: "Send an event again",
  description:
    "To one endpoint, or to every enabled endpoint that takes its type; with the same `webhook-id`. An endpoint that has not come to the event yet is sent it once, when its turn comes. An event from before a reset of the sandbox goes to the endpoints made after it.",
  http: { method: "POST", path: "/events/{eventId}/redeliver" },
  principals: PRODUCT_CALLERS,
  reachesOutside: true,
  scope: "webhooks:write",
  path: Type.Object({ eventId: Id("evt") }, { additionalProperties: false }),
  body: EventRedelivery,
  output: EventRedelivered,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  decide(state, { eventId, webhookEndpointId }, context) {
    const { realm } = context;
    const event = findEvent(context, eventId);
    if (event === undefined) return eventNotFound(eventId);
    const { number, type } = event;
    let endpoints: WebhookEndpointDocument[];
    if (webhookEndpointId === undefined) {
      endpoints = state.webhookEndpoints.ofRealm(realm).filter((one) => takes(one, event));
    } else {
      const endpoint = state.webhookEndpoints.byId(realm, webhookEndpointId);
      if (endpoint === undefined) return webhookEndpointNotFound(webhookEndpointId);
      const disabled = refuseEndpointStatus(endpoint, "enabled");
      if (disabled !== undefined) return disabled;
      endpoints = [endpoint];
    }
    const deliveries = endpoints
      .filter(({ webhookEndpointId: id }) => {
        const line = state.webhookLines.get(realm, endpointSuffixOf(id));
        const isKept = state.webhookDeliveries.get(realm, deliveryKey(id, number)) !== undefined;
        return isKept || (line !== undefined && number <= line.position);
      })
      .slice(0, ENDPOINTS_MAX)
      .map(({ webhookEndpointId: id }) => ({ webhookEndpointId: id, eventId, number }));
    if (deliveries.length === 0) {
      const message = `no endpoint that takes ${type} is enabled and has come to event ${eventId}`;
      const details = { eventId, expected: "an enabled endpoint", actual: "none" };
      return refuse("state_conflict", message, details);
    }
    const fact: WebhookDeliveriesAsked = { kind: "webhook_delivery.asked.1", deliveries };
    const webhookDeliveryIds = deliveries.map((one) =>
      deliveryIdOf(eventId, one.webhookEndpointId),
    );
    return accept([fact], { eventId, webhookDeliveryIds });
  },
});

function takes(endpoint: WebhookEndpointDocument, event: NumberedEvent): boolean {
  return endpoint.status === "enabled" && takesEvent(endpoint, event);
}

/**
 * webhook_delivery.exhaust: tells the other endpoints that a delivery has failed for good. The platform
 * does it right after the report of the last attempt; no caller may.
 */
import { invariant } from "../../base/invariant.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { findEvent } from "../event/event_number.ts";
import type { WebhookEndpointState } from "../webhook_endpoint/webhook_endpoint_noun.ts";
import { deliveryKey, partsOfDeliveryId } from "./webhook_delivery_document.ts";
import type { WebhookDeliveryExhausted } from "./webhook_delivery_facts.ts";
import { webhookDeliveryNotFound } from "./webhook_delivery_not_found.ts";
import { WebhookDelivery, WebhookDeliveryPath } from "./webhook_delivery_schema.ts";
import { deliveryResource } from "./webhook_delivery_view.ts";
import { tellOfExhausted } from "./webhook_owners.ts";

export const webhookDeliveryExhaust = declareWrite<WebhookEndpointState>()({
  id: "webhook_delivery.exhaust",
  summary: "Tell of an exhausted webhook delivery",
  http: { method: "POST", path: "/platform/webhook-deliveries/{webhookDeliveryId}/exhaust" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: WebhookDeliveryPath,
  output: WebhookDelivery,
  refusals: ["resource_not_found", "ledger_unavailable"],
  events: ["webhook_delivery.exhausted"],
  decide(state, { webhookDeliveryId }, context) {
    const { realm, principal } = context;
    const parts = partsOfDeliveryId(webhookDeliveryId);
    const event = parts && findEvent(context, parts.eventId);
    const delivery =
      parts &&
      event &&
      state.webhookDeliveries.get(realm, deliveryKey(parts.webhookEndpointId, event.number));
    if (delivery?.isUntold !== true) return webhookDeliveryNotFound(webhookDeliveryId);
    const { realm: _realm, place: _place, isUntold: _untold, ...kept } = delivery;
    const fact: WebhookDeliveryExhausted = {
      kind: "webhook_delivery.exhausted.1",
      delivery: kept,
    };
    const endpoint = state.webhookEndpoints.byId(realm, delivery.webhookEndpointId);
    invariant(endpoint !== undefined, "of an endpoint that was deleted nothing is untold");
    const { facts, effects } = tellOfExhausted(state, endpoint, context);
    return { ...accept([fact, ...facts], deliveryResource(delivery, principal)), effects };
  },
});

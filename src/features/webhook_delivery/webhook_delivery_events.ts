/** The event of deliveries: that one of them has failed for good. */
import {
  type EventsByKind,
  eventTypesOf,
  noEvents,
  oneEvent,
} from "../../contract/declare/event.ts";
import { deliveryIdOf } from "./webhook_delivery_document.ts";
import type { WebhookDeliveryExhausted } from "./webhook_delivery_facts.ts";
import { WebhookDelivery } from "./webhook_delivery_schema.ts";
import { deliveryResource } from "./webhook_delivery_view.ts";
import { OWNERS_TOLD } from "./webhook_owners.ts";
import { WEBHOOK_REPORTED } from "./webhook_report.ts";

export const webhookDeliveryEventTypes = eventTypesOf("webhook_delivery", WebhookDelivery, {
  exhausted:
    "All eight attempts to deliver an event have failed. Sent to the other endpoints of the Product.",
});

export const webhookDeliveryEvents: EventsByKind = {
  [OWNERS_TOLD]: noEvents,
  [WEBHOOK_REPORTED]: noEvents,
  "webhook_delivery.asked.1": noEvents,
  "webhook_delivery.exhausted.1": oneEvent<WebhookDeliveryExhausted>("webhook_delivery.exhausted", {
    resourceIdOf: ({ delivery }) => deliveryIdOf(delivery.eventId, delivery.webhookEndpointId),
    objectOf: ({ delivery }, { names }) => deliveryResource(delivery, names),
    previousOf: () => ({ status: "pending" }),
  }),
};

/** webhook_delivery.retrieve: one delivery with its attempts. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { EventLog } from "../event/event_log.ts";
import { partsOfDeliveryId } from "./webhook_delivery_document.ts";
import { webhookDeliveryNotFound } from "./webhook_delivery_not_found.ts";
import { DeliveryReader } from "./webhook_delivery_reader.ts";
import { WebhookDelivery, WebhookDeliveryPath } from "./webhook_delivery_schema.ts";
import { deliveryResource } from "./webhook_delivery_view.ts";

export const webhookDeliveryRetrieve = declareRead({
  id: "webhook_delivery.retrieve",
  summary: "Retrieve a webhook delivery",
  description: "There is one from its first attempt on.",
  http: { method: "GET", path: "/webhook-deliveries/{webhookDeliveryId}" },
  principals: PRODUCT_CALLERS,
  scope: "webhooks:read",
  path: WebhookDeliveryPath,
  output: WebhookDelivery,
  refusals: ["resource_not_found"],
  read(snapshot, { webhookDeliveryId }, { realm, principal }) {
    const parts = partsOfDeliveryId(webhookDeliveryId);
    const log = EventLog.of(snapshot, realmKeyOf(principal));
    const event = parts && log?.withId(parts.eventId);
    if (parts === undefined || log === undefined || event === undefined || realm === undefined) {
      return webhookDeliveryNotFound(webhookDeliveryId);
    }
    const { webhookEndpointId } = parts;
    const reader = new DeliveryReader(snapshot, realm, log);
    const delivery = reader.of({ webhookEndpointId, number: event.number });
    if (delivery === undefined) return webhookDeliveryNotFound(webhookDeliveryId);
    return found(deliveryResource(delivery, principal));
  },
});

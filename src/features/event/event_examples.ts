/**
 * The examples of events: what was told of the payment for an order. What is about deliveries is by
 * hand, because the story has no receiver.
 */
import type { Example } from "../../contract/example.ts";
import { ORDER, ORDER_DELIVERY, ORDER_EVENT, PRODUCT, WEBHOOKS } from "../example_ids.ts";
import { DELIVERED } from "../webhook_delivery/webhook_delivery_examples.ts";

export const eventExamples: readonly Example[] = [
  {
    at: "09:03:10",
    operation: "event.list",
    query: { productId: PRODUCT, resourceId: ORDER, types: "transfer.posted", limit: 1 },
    makes: { "items.0.id": ORDER_EVENT },
    shows: { "items.0.data.object": ["transferId", "amount", "currency", "status"] },
  },
  {
    at: "09:03:20",
    operation: "event.retrieve",
    path: { eventId: ORDER_EVENT },
  },
  {
    at: "09:05:30",
    operation: "event.delivery.list",
    path: { eventId: ORDER_EVENT },
    answer: { items: [DELIVERED] },
  },
  {
    at: "09:05:40",
    operation: "event.redeliver",
    path: { eventId: ORDER_EVENT },
    body: { webhookEndpointId: WEBHOOKS },
    answer: { eventId: ORDER_EVENT, webhookDeliveryIds: [ORDER_DELIVERY] },
  },
];

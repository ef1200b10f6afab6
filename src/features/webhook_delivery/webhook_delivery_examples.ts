/**
 * The examples of deliveries: the payment for the order, sent to the shop by a second attempt. The
 * answers are by hand, because the story has no receiver.
 */
import type { Example } from "../../contract/document/example.ts";
import { ORDER_DELIVERY, ORDER_EVENT, PRODUCT, WEBHOOKS } from "../example_ids.ts";

const FIRST = {
  at: "2026-03-30T09:03:00.120Z",
  httpStatus: 503,
  durationMs: 48,
  error: "http_status",
  responseSnippet: "We are back in a minute.",
};
const SECOND = { at: "2026-03-30T09:04:00.170Z", httpStatus: 204, durationMs: 31 };

const WAITS = {
  webhookDeliveryId: ORDER_DELIVERY,
  productId: PRODUCT,
  environment: "sandbox",
  eventId: ORDER_EVENT,
  webhookEndpointId: WEBHOOKS,
  status: "pending",
  attempt: 0,
  nextAttemptAt: "2026-03-30T09:03:30.000Z",
  attempts: [FIRST],
  createdAt: "2026-03-30T09:03:00.120Z",
  updatedAt: "2026-03-30T09:03:30.000Z",
};

const { nextAttemptAt: _over, ...kept } = WAITS;
/** The delivery that was delivered by its second attempt. */
const DELIVERED = {
  ...kept,
  status: "delivered",
  attempt: 2,
  attempts: [FIRST, SECOND],
  updatedAt: "2026-03-30T09:04:00.201Z",
};

export const webhookDeliveryExamples: readonly Example[] = [
  {
    at: "09:03:30",
    operation: "webhook_delivery.retry",
    path: { webhookDeliveryId: ORDER_DELIVERY },
    answer: WAITS,
  },
  {
    at: "09:05:10",
    operation: "webhook_delivery.retrieve",
    path: { webhookDeliveryId: ORDER_DELIVERY },
    answer: DELIVERED,
  },
  {
    at: "09:05:20",
    operation: "webhook_delivery.list",
    query: { productId: PRODUCT, webhookEndpointId: WEBHOOKS, limit: 1 },
    answer: { items: [DELIVERED] },
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

/**
 * The examples of webhook endpoints: one that a shop has, and one that it gives up. They are read before
 * anything is sent to them, because the story has no receiver: what is about deliveries is by hand.
 */
import type { Example } from "../../contract/document/example.ts";
import { OLD_WEBHOOKS, PRODUCT, WEBHOOKS } from "../example_ids.ts";

export const webhookEndpointExamples: readonly Example[] = [
  {
    at: "08:34",
    operation: "webhook_endpoint.create",
    body: {
      productId: PRODUCT,
      url: "https://shop.example/webhooks",
      eventTypes: ["transfer.posted", "transfer.failed"],
      description: "The shop's own back office",
    },
    makes: {
      webhookEndpointId: WEBHOOKS,
      secret: "whsec_VGhlIHN0b3J5IHNob3dzIG5vIHNlY3JldCBvZiBtaW5lISE=",
      secretPrefix: "whsec_VGhl",
    },
  },
  {
    at: "08:34:10",
    operation: "webhook_endpoint.retrieve",
    path: { webhookEndpointId: WEBHOOKS },
  },
  {
    at: "08:34:20",
    operation: "webhook_endpoint.list",
    query: { productId: PRODUCT, status: "enabled", limit: 1 },
  },
  {
    at: "08:35",
    operation: "webhook_endpoint.create",
    isFurther: true,
    body: { productId: PRODUCT, url: "https://old.example/webhooks", eventTypes: ["*"] },
    makes: { webhookEndpointId: OLD_WEBHOOKS, secretPrefix: "whsec_b2xk" },
  },
  {
    at: "09:49",
    operation: "webhook_endpoint.update",
    path: { webhookEndpointId: WEBHOOKS },
    body: { eventTypes: ["transfer.posted"], expectedRevision: 1 },
  },
  { at: "09:51", operation: "webhook_endpoint.ping", path: { webhookEndpointId: WEBHOOKS } },
  {
    at: "09:52",
    operation: "webhook_endpoint.secret.rotate",
    path: { webhookEndpointId: WEBHOOKS },
    body: { overlapSeconds: 3_600 },
    makes: {
      secret: "whsec_QW5vdGhlciBvbmUgb2YgdGhlIHN0b3J5LCBhcyBlbXB0eSE=",
      secretPrefix: "whsec_QW5v",
    },
  },
  { at: "09:53", operation: "webhook_endpoint.disable", path: { webhookEndpointId: WEBHOOKS } },
  { at: "09:54", operation: "webhook_endpoint.enable", path: { webhookEndpointId: WEBHOOKS } },
  { at: "09:55", operation: "webhook_endpoint.delete", path: { webhookEndpointId: OLD_WEBHOOKS } },
  {
    at: "09:56",
    operation: "webhook_endpoint.recover",
    path: { webhookEndpointId: WEBHOOKS },
    body: { since: "2026-03-30T09:00:00.000Z" },
    answer: { webhookEndpointId: WEBHOOKS, recovered: 3, hasMore: false },
  },
  {
    at: "09:57",
    operation: "webhook_endpoint.stats.retrieve",
    path: { webhookEndpointId: WEBHOOKS },
    answer: {
      webhookEndpointId: WEBHOOKS,
      delivered: 11,
      pending: 3,
      exhausted: 0,
      sequence: "41",
      newestSequence: "41",
      lastSuccessAt: "2026-03-30T09:51:00.093Z",
      lastFailureAt: "2026-03-30T09:49:00.115Z",
    },
  },
];

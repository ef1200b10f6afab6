/** The part of a shard's state about webhook endpoints. */
import { ResourceTable } from "../../contract/resource.ts";
import type { WebhookDeliveryState } from "../webhook_delivery/webhook_delivery_state.ts";
import type { WebhookEndpointDocument } from "./webhook_endpoint_document.ts";
import { webhookEndpoints } from "./webhook_endpoint_resource.ts";

export type WebhookEndpointState = WebhookDeliveryState &
  ReturnType<typeof createWebhookEndpointState>;

export function createWebhookEndpointState() {
  return { webhookEndpoints: new ResourceTable<WebhookEndpointDocument>(webhookEndpoints) };
}

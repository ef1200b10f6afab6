/** webhook_endpoint.retrieve: reads one webhook endpoint. */
import { declareRead } from "../../contract/operation.ts";
import { retrieved } from "../resource_reads.ts";
import { webhookEndpoints } from "./webhook_endpoint_noun.ts";
import { WebhookEndpointPath } from "./webhook_endpoint_schema.ts";

export const webhookEndpointRetrieve = declareRead({
  id: "webhook_endpoint.retrieve",
  summary: "Read a webhook endpoint",
  description: "The endpoint as it is now, without its secret.",
  tag: "Webhooks",
  http: { method: "GET", path: "/webhook-endpoints/{webhookEndpointId}", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "webhooks:read",
  ...retrieved(webhookEndpoints, WebhookEndpointPath),
});

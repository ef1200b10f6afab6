/** webhook_endpoint.list: the webhook endpoints of a Product, newest first. */
import { declareRead } from "../../contract/operation.ts";
import { listed } from "../resource_reads.ts";
import { webhookEndpoints } from "./webhook_endpoint_noun.ts";

export const webhookEndpointList = declareRead({
  id: "webhook_endpoint.list",
  summary: "List webhook endpoints",
  description:
    "Newest first, without their secrets. `search` looks in address and description, whatever the case, and takes the id of an endpoint.",
  tag: "Webhooks",
  http: { method: "GET", path: "/webhook-endpoints", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "webhooks:read",
  ...listed(webhookEndpoints),
});

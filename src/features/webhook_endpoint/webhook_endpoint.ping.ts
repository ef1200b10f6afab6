/** webhook_endpoint.ping: an event that an endpoint is sent for a test. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { acceptUnchanged, refuseEndpointStatus } from "./webhook_endpoint_lifecycle.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import { webhookEndpointNotFound, webhookEndpoints } from "./webhook_endpoint_noun.ts";
import { WebhookEndpoint } from "./webhook_endpoint_schema.ts";

export const webhookEndpointPing = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.ping",
  summary: "Ping a webhook endpoint",
  description:
    "Sends `webhook_endpoint.ping` with the endpoint as `data.object`. The endpoint stays as it is, with its revision.",
  http: { method: "POST", path: "/webhook-endpoints/{webhookEndpointId}/ping" },
  principals: PRODUCT_CALLERS,
  reachesOutside: true,
  scope: "webhooks:write",
  path: webhookEndpoints.path,
  output: WebhookEndpoint,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: ["webhook_endpoint.ping"],
  decide(state, { webhookEndpointId }, context) {
    const endpoint = state.webhookEndpoints.byId(context.realm, webhookEndpointId);
    if (endpoint === undefined) return webhookEndpointNotFound(webhookEndpointId);
    const refusal = refuseEndpointStatus(endpoint, "enabled");
    if (refusal !== undefined) return refusal;
    return acceptUnchanged("pinged", endpoint, context);
  },
});

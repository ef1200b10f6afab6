/** webhook_endpoint.enable: sends webhooks to a disabled endpoint again. */
import { declareWrite } from "../../contract/declare/operation.ts";
import {
  acceptEndpoint,
  enabledEndpoint,
  refuseEndpointStatus,
} from "./webhook_endpoint_lifecycle.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import { webhookEndpointNotFound, webhookEndpoints } from "./webhook_endpoint_noun.ts";
import { WebhookEndpoint } from "./webhook_endpoint_schema.ts";

export const webhookEndpointEnable = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.enable",
  summary: "Enable a webhook endpoint",
  description:
    "Whatever disabled it. It is sent what happens from now on; what happened meanwhile is sent where `webhook_endpoint.recover` asks for what was missed.",
  http: { method: "POST", path: "/webhook-endpoints/{webhookEndpointId}/enable" },
  principals: ["product_key"],
  browserKeyOnly: true,
  scope: "webhooks:write",
  path: webhookEndpoints.path,
  output: WebhookEndpoint,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: ["webhook_endpoint.enabled"],
  decide(state, { webhookEndpointId }, context) {
    const endpoint = state.webhookEndpoints.byId(context.realm, webhookEndpointId);
    if (endpoint === undefined) return webhookEndpointNotFound(webhookEndpointId);
    const refusal = refuseEndpointStatus(endpoint, "disabled");
    if (refusal !== undefined) return refusal;
    return acceptEndpoint("enabled", endpoint, enabledEndpoint(endpoint, context.nowMs), context);
  },
});

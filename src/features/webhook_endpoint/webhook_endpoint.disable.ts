/** webhook_endpoint.disable: sends nothing more to an endpoint until it is enabled again. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { decideDisabled } from "./webhook_endpoint_lifecycle.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import { webhookEndpoints } from "./webhook_endpoint_noun.ts";
import { WebhookEndpoint } from "./webhook_endpoint_schema.ts";

export const webhookEndpointDisable = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.disable",
  summary: "Disable a webhook endpoint",
  description: "Nothing is sent to it until it is enabled again. Its `disabledReason` is `manual`.",
  http: { method: "POST", path: "/webhook-endpoints/{webhookEndpointId}/disable" },
  principals: PRODUCT_CALLERS,
  scope: "webhooks:write",
  path: webhookEndpoints.path,
  output: WebhookEndpoint,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: ["webhook_endpoint.disabled"],
  decide: (state, { webhookEndpointId }, context) =>
    decideDisabled(state, webhookEndpointId, "manual", context),
});

/** webhook_endpoint.disable: sends nothing more to an endpoint until it is enabled again. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { tellOfDisabled } from "../webhook_delivery/webhook_owners.ts";
import {
  acceptEndpoint,
  disabledEndpoint,
  refuseEndpointStatus,
} from "./webhook_endpoint_lifecycle.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import { webhookEndpointNotFound, webhookEndpoints } from "./webhook_endpoint_noun.ts";
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
  decide(state, { webhookEndpointId }, context) {
    const endpoint = state.webhookEndpoints.byId(context.realm, webhookEndpointId);
    if (endpoint === undefined) return webhookEndpointNotFound(webhookEndpointId);
    const refusal = refuseEndpointStatus(endpoint, "enabled");
    if (refusal !== undefined) return refusal;
    const after = disabledEndpoint(endpoint, "manual", context.nowMs);
    const decision = acceptEndpoint("disabled", endpoint, after, context);
    const { facts, effects } = tellOfDisabled(state, endpoint, "manual", context);
    return { ...decision, facts: [...decision.facts, ...facts], effects };
  },
});

/**
 * webhook_endpoint.give_up: disables an endpoint that is gone, or that nothing could be delivered to for
 * days. The platform does it right after the report that says so; no caller may.
 */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { decideDisabled } from "./webhook_endpoint_lifecycle.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import { webhookEndpoints } from "./webhook_endpoint_noun.ts";
import { WebhookEndpoint } from "./webhook_endpoint_schema.ts";

export const webhookEndpointGiveUp = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.give_up",
  summary: "Disable an endpoint that cannot be reached",
  http: { method: "POST", path: "/platform/webhook-endpoints/{webhookEndpointId}/give-up" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: webhookEndpoints.path,
  body: Type.Object(
    { reason: Type.Union([Type.Literal("gone"), Type.Literal("exhausted")]) },
    { title: "WebhookEndpointGivingUp", additionalProperties: false },
  ),
  output: WebhookEndpoint,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: ["webhook_endpoint.disabled"],
  decide: (state, { webhookEndpointId, reason }, context) =>
    decideDisabled(state, webhookEndpointId, reason, context),
});

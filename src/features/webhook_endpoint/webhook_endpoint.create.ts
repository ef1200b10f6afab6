/** webhook_endpoint.create: makes a webhook endpoint, and shows its signing secret once. */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import { sealedText } from "../../contract/records/sealing.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { refuseOtherProduct } from "../own_product.ts";
import type { WebhookEndpointFact, WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import { webhookEndpointResource, webhookEndpoints } from "./webhook_endpoint_noun.ts";
import { WebhookEndpointDraft, WebhookEndpointWithSecret } from "./webhook_endpoint_schema.ts";
import { refuseUrl, targetIssues } from "./webhook_endpoint_target.ts";

/** The most endpoints of a Product in one environment. */
export const WEBHOOK_ENDPOINTS_MAX = 16_384;

export const webhookEndpointCreate = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.create",
  summary: "Create a webhook endpoint",
  description:
    "Enabled at once: it is sent what happens from now on. `secret` signs what is sent to it (Standard Webhooks); it is in this answer alone, and in no other.",
  http: { method: "POST", path: "/webhook-endpoints", status: 201 },
  principals: ["product_key"],
  browserKeyOnly: true,
  scope: "webhooks:write",
  body: WebhookEndpointDraft,
  output: WebhookEndpointWithSecret,
  refusals: ["resource_not_found", "state_constraint_failed", "ledger_unavailable"],
  events: ["webhook_endpoint.created"],
  check: targetIssues,
  prepare: async (_input, { newWebhookSecret, allowsLoopback }) => ({
    ...newWebhookSecret(),
    allowsLoopback,
  }),
  decide(state, { productId, url, eventTypes, description, metadata }, context) {
    const { realm, principal, nowMs, prepared } = context;
    const refusal =
      refuseOtherProduct(principal, productId) ??
      refuseUrl(url, prepared) ??
      refuseFull(state.webhookEndpoints.count(realm));
    if (refusal !== undefined) return refusal;
    const { secret, prefix: secretPrefix, seal } = prepared;
    const webhookEndpointId = context.newId("whe");
    const webhookEndpoint: WebhookEndpointFact["webhookEndpoint"] = {
      webhookEndpointId,
      url,
      eventTypes,
      ...(description !== undefined && { description }),
      ...(metadata !== undefined && { metadata }),
      status: "enabled",
      secretPrefix,
      secrets: [{ sealed: sealedText(secret, seal, webhookEndpointId) }],
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      reachedAtMs: { enabled: nowMs },
      revision: 1,
      changedBy: actorText(context.actor),
    };
    const fact = webhookEndpoints.fact("created", webhookEndpoint);
    return accept([fact], { ...webhookEndpointResource(webhookEndpoint, principal), secret });
  },
});

function refuseFull(count: number): Refusal<"state_constraint_failed"> | undefined {
  if (count < WEBHOOK_ENDPOINTS_MAX) return undefined;
  const message = `there are ${count} webhook endpoints; at most ${WEBHOOK_ENDPOINTS_MAX}`;
  return refuseConstraint("webhook_endpoints", message, { limit: WEBHOOK_ENDPOINTS_MAX });
}

/** webhook_endpoint.secret.rotate: gives a webhook endpoint a new signing secret, shown once. */
import { isoTime } from "../../base/iso_time.ts";
import { declareWrite } from "../../contract/operation.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import { sealedText } from "../../contract/sealing.ts";
import { secretsInForce, type WebhookEndpointDocument } from "./webhook_endpoint_document.ts";
import { acceptEndpoint } from "./webhook_endpoint_lifecycle.ts";
import { webhookEndpointNotFound } from "./webhook_endpoint_resource.ts";
import {
  OVERLAP_SECONDS_MAX,
  WebhookEndpointPath,
  WebhookEndpointWithSecret,
  WebhookSecretRotation,
} from "./webhook_endpoint_schema.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_state.ts";

export const webhookEndpointSecretRotate = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.secret.rotate",
  summary: "Rotate the secret of a webhook endpoint",
  description:
    "`secret`, in this answer alone, signs from now on; the old one signs too, until `secretRotation.oldExpiresAt`. That is real time, in the sandbox too, because receivers live in it. Refused with `state_conflict` while the secret before is still in force.",
  tag: "Webhooks",
  http: {
    method: "POST",
    path: "/webhook-endpoints/{webhookEndpointId}/secret/rotate",
    status: 200,
  },
  principals: ["product_key"],
  browserKeyOnly: true,
  scope: "webhooks:write",
  path: WebhookEndpointPath,
  body: WebhookSecretRotation,
  output: WebhookEndpointWithSecret,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: ["webhook_endpoint.secret_rotated"],
  prepare: async (_input, { newWebhookSecret }) => newWebhookSecret(),
  decide(state, { webhookEndpointId, overlapSeconds = OVERLAP_SECONDS_MAX }, context) {
    const { nowMs, prepared } = context;
    const endpoint = state.webhookEndpoints.byId(context.realm, webhookEndpointId);
    if (endpoint === undefined) return webhookEndpointNotFound(webhookEndpointId);
    const [current, replaced] = secretsInForce(endpoint, nowMs);
    if (replaced?.expiresAtMs !== undefined) return refuseUnderWay(endpoint, replaced.expiresAtMs);
    const { secret, prefix: secretPrefix, seal } = prepared;
    const sealed = sealedText(secret, seal, webhookEndpointId);
    const { oldSecretExpiresAtMs: _earlier, ...before } = endpoint;
    const expiresAtMs = nowMs + overlapSeconds * 1_000;
    const isKept = current !== undefined && overlapSeconds > 0;
    const after: WebhookEndpointDocument = {
      ...before,
      secretPrefix,
      ...(isKept && { oldSecretExpiresAtMs: expiresAtMs }),
      secrets: [{ sealed }, ...(isKept ? [{ sealed: current.sealed, expiresAtMs }] : [])],
    };
    return acceptEndpoint("secret_rotated", endpoint, after, context, { secret });
  },
});

function refuseUnderWay(
  { webhookEndpointId }: WebhookEndpointDocument,
  oldExpiresAtMs: number,
): Refusal<"state_conflict"> {
  const expiresAt = isoTime(oldExpiresAtMs);
  const message = `the old secret of webhook endpoint ${webhookEndpointId} is in force until ${expiresAt}`;
  return refuse("state_conflict", message, {
    webhookEndpointId,
    expected: "one secret in force",
    actual: "two secrets in force",
    expiresAt,
  });
}

/** webhook_endpoint.secret.rotate: gives a webhook endpoint a new signing secret, shown once. */
import { isoTime } from "../../base/iso_time.ts";
import { declareWrite } from "../../contract/declare/operation.ts";
import { sealedText } from "../../contract/records/sealing.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import {
  secretsInForce,
  type WebhookEndpointDocument,
  type WebhookSecret,
} from "./webhook_endpoint_document.ts";
import { acceptEndpoint } from "./webhook_endpoint_lifecycle.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import { webhookEndpointNotFound, webhookEndpoints } from "./webhook_endpoint_noun.ts";
import {
  OVERLAP_SECONDS_MAX,
  SECRETS_IN_FORCE_MAX,
  WebhookEndpointWithSecret,
  WebhookSecretRotation,
} from "./webhook_endpoint_schema.ts";

export const webhookEndpointSecretRotate = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.secret.rotate",
  summary: "Rotate the secret of a webhook endpoint",
  description:
    "`secret`, in this answer alone, signs from now on. Each secret before it that is in force signs too, for `overlapSeconds` at most and never longer than it would have: a webhook has one signature for each. That is real time, in the sandbox too, because receivers live in it. Where the answer was lost, rotate again under another key. `overlapSeconds: 0` ends all secrets before the new one at once. With three secrets in force another rotation is refused with `state_conflict`, unless `overlapSeconds` is 0.",
  http: { method: "POST", path: "/webhook-endpoints/{webhookEndpointId}/secret/rotate" },
  principals: ["product_key"],
  browserKeyOnly: true,
  scope: "webhooks:write",
  path: webhookEndpoints.path,
  body: WebhookSecretRotation,
  output: WebhookEndpointWithSecret,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: ["webhook_endpoint.secret_rotated"],
  prepare: async (_input, { newWebhookSecret }) => newWebhookSecret(),
  decide(state, { webhookEndpointId, overlapSeconds = OVERLAP_SECONDS_MAX }, context) {
    const { nowMs, prepared } = context;
    const endpoint = state.webhookEndpoints.byId(context.realm, webhookEndpointId);
    if (endpoint === undefined) return webhookEndpointNotFound(webhookEndpointId);
    const kept = keptSecrets(endpoint, overlapSeconds, nowMs);
    if (kept.length >= SECRETS_IN_FORCE_MAX) return refuseOneMore(endpoint, kept);
    const { secret, prefix: secretPrefix, seal } = prepared;
    const sealed = sealedText(secret, seal, webhookEndpointId);
    const { oldSecretExpiresAtMs: _earlier, ...before } = endpoint;
    const [latest] = kept;
    const after: WebhookEndpointDocument = {
      ...before,
      secretPrefix,
      ...(latest !== undefined && { oldSecretExpiresAtMs: latest.expiresAtMs }),
      secrets: [{ sealed }, ...kept],
    };
    return acceptEndpoint("secret_rotated", endpoint, after, context, { secret });
  },
});

type OldSecret = Required<WebhookSecret>;

/**
 * The secrets that sign beside a new one, the newest first, which is the last to end: a receiver may have any of them,
 * because the answer with a newer one may have been lost.
 */
function keptSecrets(
  endpoint: WebhookEndpointDocument,
  overlapSeconds: number,
  nowMs: number,
): OldSecret[] {
  if (overlapSeconds === 0) return [];
  const untilMs = nowMs + overlapSeconds * 1_000;
  return secretsInForce(endpoint, nowMs).map(({ sealed, expiresAtMs = untilMs }) => ({
    sealed,
    expiresAtMs: Math.min(expiresAtMs, untilMs),
  }));
}

function refuseOneMore(
  { webhookEndpointId }: WebhookEndpointDocument,
  kept: readonly OldSecret[],
): Refusal<"state_conflict"> {
  const firstEndMs = Math.min(...kept.map(({ expiresAtMs }) => expiresAtMs));
  const count = `${kept.length} secrets in force`;
  const message = `webhook endpoint ${webhookEndpointId} has ${count}; overlapSeconds 0 ends them at once`;
  return refuse("state_conflict", message, {
    webhookEndpointId,
    expected: `fewer than ${count}`,
    actual: count,
    expiresAt: isoTime(firstEndMs),
  });
}

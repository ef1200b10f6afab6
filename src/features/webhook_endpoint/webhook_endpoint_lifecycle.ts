/** The common parts of the operations that change a webhook endpoint: refusing and replying. */
import { type Acceptance, accept, type DecisionContext } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import {
  type DisabledReason,
  type WebhookEndpointDocument,
  type WebhookEndpointStatus,
  withoutEndedSecrets,
} from "./webhook_endpoint_document.ts";
import type { WebhookEndpointEvent } from "./webhook_endpoint_noun.ts";
import { webhookEndpoints } from "./webhook_endpoint_noun.ts";

/** `state_conflict` unless the endpoint is in this status. */
export function refuseEndpointStatus(
  { webhookEndpointId, status }: WebhookEndpointDocument,
  expected: WebhookEndpointStatus,
): Refusal<"state_conflict"> | undefined {
  if (status === expected) return undefined;
  const message = `webhook endpoint ${webhookEndpointId} is ${status}`;
  return refuse("state_conflict", message, {
    webhookEndpointId,
    status,
    expected,
    actual: status,
  });
}

export function enabledEndpoint(
  { disabledReason: _ended, ...before }: WebhookEndpointDocument,
  nowMs: number,
): WebhookEndpointDocument {
  const reachedAtMs = { ...before.reachedAtMs, enabled: nowMs };
  return { ...before, status: "enabled", reachedAtMs };
}

export function disabledEndpoint(
  before: WebhookEndpointDocument,
  disabledReason: DisabledReason,
  nowMs: number,
): WebhookEndpointDocument {
  const reachedAtMs = { ...before.reachedAtMs, disabled: nowMs };
  return { ...before, status: "disabled", disabledReason, reachedAtMs };
}

/**
 * Accepts a change of `before` to `after`; this function sets revision, time and actor, and drops a secret that has
 * ended. The reply is the endpoint as `webhook_endpoint.retrieve` shows it right afterwards, without the
 * times of its deliveries, and with `secret` where there is a new one.
 */
export function acceptEndpoint(
  event: Exclude<WebhookEndpointEvent, "created" | "pinged" | "resealed">,
  before: WebhookEndpointDocument,
  after: WebhookEndpointDocument,
  context: DecisionContext,
  { secret }: { secret?: string } = {},
): Acceptance {
  const kept = withoutEndedSecrets(after, context.nowMs);
  const { facts, reply } = webhookEndpoints.acceptChange(event, before, kept, context);
  return accept(facts, { ...(reply as object), ...(secret !== undefined && { secret }) });
}

/** Accepts what changes nothing that an answer shows: the endpoint keeps its revision. */
export function acceptUnchanged(
  event: "pinged" | "resealed",
  { realm: _realm, ...webhookEndpoint }: WebhookEndpointDocument,
  context: DecisionContext,
): Acceptance {
  return webhookEndpoints.accept(webhookEndpoints.fact(event, webhookEndpoint), context);
}

/** The common parts of the operations that change a webhook endpoint: refusing and replying. */
import { actorText } from "../../contract/actor.ts";
import { type Acceptance, accept, type DecisionContext } from "../../contract/operation.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import { previousFields } from "../previous_fields.ts";
import {
  type DisabledReason,
  type WebhookEndpointDocument,
  type WebhookEndpointStatus,
  withoutEndedSecrets,
} from "./webhook_endpoint_document.ts";
import type { WebhookEndpointEvent, WebhookEndpointFact } from "./webhook_endpoint_facts.ts";
import { webhookEndpointResource } from "./webhook_endpoint_resource.ts";

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
  { nowMs, principal, actor }: DecisionContext,
  { secret }: { secret?: string } = {},
): Acceptance {
  const { realm: _realm, ...endpoint } = withoutEndedSecrets(after, nowMs);
  const webhookEndpoint: WebhookEndpointFact["webhookEndpoint"] = {
    ...endpoint,
    revision: endpoint.revision + 1,
    updatedAtMs: nowMs,
    changedBy: actorText(actor),
  };
  const reply = webhookEndpointResource(webhookEndpoint, principal);
  const previous = previousFields(webhookEndpointResource(before, principal), reply);
  const kind = `webhook_endpoint.${event}.1` as const;
  const fact: WebhookEndpointFact = { kind, webhookEndpoint, previous };
  return accept([fact], { ...reply, ...(secret !== undefined && { secret }) });
}

/** Accepts what changes nothing that an answer shows: the endpoint keeps its revision. */
export function acceptUnchanged(
  event: "pinged" | "resealed",
  { realm: _realm, ...webhookEndpoint }: WebhookEndpointDocument,
  { principal }: DecisionContext,
): Acceptance {
  const fact: WebhookEndpointFact = { kind: `webhook_endpoint.${event}.1`, webhookEndpoint };
  return accept([fact], webhookEndpointResource(webhookEndpoint, principal));
}

/** The common parts of the operations that change a webhook endpoint: refusing and replying. */
import {
  type Acceptance,
  accept,
  type Decision,
  type DecisionContext,
} from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { tellOfDisabled } from "../webhook_delivery/webhook_owners.ts";
import {
  type DisabledReason,
  type WebhookEndpointDocument,
  type WebhookEndpointStatus,
  withoutEndedSecrets,
} from "./webhook_endpoint_document.ts";
import type { WebhookEndpointEvent, WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import { webhookEndpointNotFound, webhookEndpoints } from "./webhook_endpoint_noun.ts";

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

/** Disables an enabled endpoint; the owners of its company are mailed about that. */
export function decideDisabled(
  state: WebhookEndpointState,
  webhookEndpointId: string,
  disabledReason: DisabledReason,
  context: DecisionContext,
): Decision<"resource_not_found" | "state_conflict"> {
  const before = state.webhookEndpoints.byId(context.realm, webhookEndpointId);
  if (before === undefined) return webhookEndpointNotFound(webhookEndpointId);
  const refusal = refuseEndpointStatus(before, "enabled");
  if (refusal !== undefined) return refusal;
  const reachedAtMs = { ...before.reachedAtMs, disabled: context.nowMs };
  const after = { ...before, status: "disabled", disabledReason, reachedAtMs } as const;
  const decision = acceptEndpoint("disabled", before, after, context);
  const { facts, effects } = tellOfDisabled(state, before, disabledReason, context);
  return { ...decision, facts: [...decision.facts, ...facts], effects };
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

/**
 * When the owners of a company are mailed about a webhook endpoint: at once where a delivery is exhausted or the
 * endpoint is disabled, and of each of the two at most once a day for an endpoint. The mail has the counts of the moment; what
 * happens before the next mail is in the counts of that one.
 */
import type { Effect } from "../../contract/declare/effect.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import {
  type ToldTrouble,
  tellOfTrouble,
  type WebhookTrouble,
} from "../platform/webhook_trouble.ts";
import { lineOf, setLine, type WebhookDeliveryState } from "./webhook_delivery_state.ts";

/** Real time, milliseconds, as all times of deliveries. */
export const OWNERS_TOLD_EVERY_MS = 24 * 3_600_000;

export const OWNERS_TOLD = "webhook_endpoint.owners_told.1";
/** The owners are mailed of it. */
export type WebhookOwnersTold = {
  kind: typeof OWNERS_TOLD;
  webhookEndpointId: string;
  trouble: WebhookTrouble;
};

type Endpoint = { webhookEndpointId: string; url: string };
type DisabledReason = NonNullable<ToldTrouble["reason"]>;
type Told = { facts: readonly Fact[]; effects: readonly Effect[] };

/** What a decision says besides where a delivery to the endpoint is exhausted; nothing of an endpoint that gives up. */
export function tellOfExhausted(
  state: WebhookDeliveryState,
  endpoint: Endpoint,
  context: DecisionContext,
): Told {
  const line = lineOf(state, context.realm, endpoint.webhookEndpointId);
  // The mail about the disabling, which follows at once, has the counts too.
  return line.givesUp === undefined ? toldOf(state, endpoint, "exhausted", {}, context) : NOTHING;
}

/**
 * What a decision says besides where the endpoint is disabled. A caller who disables an endpoint of the sandbox knows it,
 * and tests do so all day: the owners are told where that is in live.
 */
export function tellOfDisabled(
  state: WebhookDeliveryState,
  endpoint: Endpoint,
  reason: DisabledReason,
  context: DecisionContext,
): Told {
  const isKnown = reason === "manual" && context.principal.environment === "sandbox";
  return isKnown ? NOTHING : toldOf(state, endpoint, "disabled", { reason }, context);
}

const NOTHING: Told = { facts: [], effects: [] };

function toldOf(
  state: WebhookDeliveryState,
  { webhookEndpointId, url }: Endpoint,
  trouble: WebhookTrouble,
  why: { reason?: DisabledReason },
  { realm, nowMs, principal }: DecisionContext,
): Told {
  const { exhausted, pending, ownersToldMs = {} } = lineOf(state, realm, webhookEndpointId);
  const { [trouble]: beforeMs } = ownersToldMs;
  if (beforeMs !== undefined && nowMs < beforeMs + OWNERS_TOLD_EVERY_MS) return NOTHING;
  const told = { trouble, ...why, webhookEndpointId, host: hostOf(url), exhausted, pending };
  const fact: WebhookOwnersTold = { kind: OWNERS_TOLD, webhookEndpointId, trouble };
  return { facts: [fact], effects: [tellOfTrouble(told, principal)] };
}

/** The name in an address; an endpoint never has an address without one. */
function hostOf(url: string): string {
  const [, host = ""] = /^https?:\/\/([^/?#:]+|\[[^\]]+\])/i.exec(url) ?? [];
  return host;
}

export function applyOwnersTold(
  state: WebhookDeliveryState,
  { webhookEndpointId, trouble }: WebhookOwnersTold,
  { realm, timeMs }: { realm: number; timeMs: number },
): void {
  const line = lineOf(state, realm, webhookEndpointId);
  setLine(state, { ...line, ownersToldMs: { ...line.ownersToldMs, [trouble]: timeMs } });
}

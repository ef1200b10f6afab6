/**
 * What follows from a report, as operations of its own in the realms of the endpoints: they are owed from
 * the report on until they have run.
 */
import type { OwedStep } from "../../contract/declare/registry.ts";
import { deliveryIdOf } from "./webhook_delivery_document.ts";
import { deliveryAt, type WebhookDeliveryState } from "./webhook_delivery_state.ts";
import type { WebhookLineDocument } from "./webhook_line.ts";

export function* webhookStepsOwed(state: WebhookDeliveryState): Generator<OwedStep> {
  for (const key of [...state.webhookOwed]) {
    // Something else may have been decided since the step before.
    if (!state.webhookOwed.has(key)) continue;
    const line = state.webhookLines.find(key);
    yield line === undefined ? exhaustion(state, key) : givingUp(line);
  }
}

function exhaustion(state: WebhookDeliveryState, key: string): OwedStep {
  const { realm, eventId, webhookEndpointId } = deliveryAt(state, key);
  const webhookDeliveryId = deliveryIdOf(eventId, webhookEndpointId);
  return { realm, operation: "webhook_delivery.exhaust", input: { webhookDeliveryId } };
}

function givingUp({ realm, webhookEndpointId, givesUp }: WebhookLineDocument): OwedStep {
  const input = { webhookEndpointId, reason: givesUp };
  return { realm, operation: "webhook_endpoint.give_up", input };
}

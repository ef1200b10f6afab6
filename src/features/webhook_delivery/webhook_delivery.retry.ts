/** webhook_delivery.retry: attempts a delivery again, now. */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { findEvent } from "../event/event_number.ts";
import { deliveryKey, endpointSuffixOf, partsOfDeliveryId } from "./webhook_delivery_document.ts";
import type { WebhookDeliveriesAsked } from "./webhook_delivery_facts.ts";
import { webhookDeliveryNotFound } from "./webhook_delivery_not_found.ts";
import { WebhookDelivery, WebhookDeliveryPath } from "./webhook_delivery_schema.ts";
import { refuseClosedLine, type WebhookDeliveryState } from "./webhook_delivery_state.ts";
import { deliveryResource } from "./webhook_delivery_view.ts";

export const webhookDeliveryRetry = declareWrite<WebhookDeliveryState>()({
  id: "webhook_delivery.retry",
  summary: "Retry a webhook delivery",
  description:
    "At once, with the same `webhook-id`; eight attempts begin anew. An attempt that is under way is waited for, and if it succeeds it is the last one. A delivery that has succeeded is not retried: use `event.redeliver` to send it again.",
  http: { method: "POST", path: "/webhook-deliveries/{webhookDeliveryId}/retry" },
  principals: PRODUCT_CALLERS,
  reachesOutside: true,
  scope: "webhooks:write",
  path: WebhookDeliveryPath,
  output: WebhookDelivery,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  decide(state, { webhookDeliveryId }, context) {
    const { realm, principal, nowMs } = context;
    const parts = partsOfDeliveryId(webhookDeliveryId);
    const event = parts && findEvent(context, parts.eventId);
    if (parts === undefined || event === undefined) {
      return webhookDeliveryNotFound(webhookDeliveryId);
    }
    const { webhookEndpointId, eventId } = parts;
    const { number } = event;
    const delivery = state.webhookDeliveries.get(realm, deliveryKey(webhookEndpointId, number));
    const line = state.webhookLines.get(realm, endpointSuffixOf(webhookEndpointId));
    if (delivery === undefined && number > (line?.position ?? 0)) {
      return webhookDeliveryNotFound(webhookDeliveryId);
    }
    if (delivery === undefined || delivery.status === "delivered") {
      const message = `nothing of webhook delivery ${webhookDeliveryId} waits or has failed`;
      const details = { webhookDeliveryId, expected: "not delivered", actual: "delivered" };
      return refuse("state_conflict", message, details);
    }
    const closed = refuseClosedLine(webhookEndpointId, line);
    if (closed !== undefined) return closed;
    const fact: WebhookDeliveriesAsked = {
      kind: "webhook_delivery.asked.1",
      deliveries: [{ webhookEndpointId, eventId, number }],
    };
    const next = { status: "pending", attempt: 0, nextAttemptAtMs: nowMs } as const;
    return accept(
      [fact],
      deliveryResource({ ...delivery, ...next, updatedAtMs: nowMs }, principal),
    );
  },
});

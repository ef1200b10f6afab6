/** The facts about deliveries, and how they change the state. */
import { invariant } from "../../base/invariant.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import { deliveryKey, type WebhookDeliveryDocument } from "./webhook_delivery_document.ts";
import {
  noteChange,
  noteRecent,
  setDelivery,
  type WebhookDeliveryState,
} from "./webhook_delivery_state.ts";
import { applyOwnersTold, OWNERS_TOLD, type WebhookOwnersTold } from "./webhook_owners.ts";
import { applyReport, WEBHOOK_REPORTED, type WebhookReported } from "./webhook_report.ts";

/** The other endpoints are told that a delivery is exhausted. */
export type WebhookDeliveryExhausted = {
  kind: "webhook_delivery.exhausted.1";
  delivery: Omit<WebhookDeliveryDocument, "realm" | "place" | "isUntold">;
};

/** Deliveries are to be attempted at once: again, or although nothing asked for them before. */
export type WebhookDeliveriesAsked = {
  kind: "webhook_delivery.asked.1";
  deliveries: readonly { webhookEndpointId: string; eventId: string; number: number }[];
};

/** What stays of a delivery that is asked for again. */
type Kept = Omit<WebhookDeliveryDocument, "status" | "attempt" | "nextAttemptAtMs" | "updatedAtMs">;

export const webhookDeliveryFacts: Record<string, Apply<WebhookDeliveryState>> = {
  [OWNERS_TOLD]: (state, fact, head) => applyOwnersTold(state, fact as WebhookOwnersTold, head),
  [WEBHOOK_REPORTED]: (state, fact, head) => applyReport(state, fact as WebhookReported, head),
  "webhook_delivery.exhausted.1": (state, fact, { realm }) => {
    const { webhookEndpointId, number } = (fact as WebhookDeliveryExhausted).delivery;
    const before = state.webhookDeliveries.get(realm, deliveryKey(webhookEndpointId, number));
    invariant(before !== undefined, "a delivery that is exhausted is kept");
    const { isUntold: _told, ...delivery } = before;
    setDelivery(state, delivery);
  },
  "webhook_delivery.asked.1": (state, fact, head) => {
    const { realm, timeMs, place } = head;
    const recent = new Set<string>();
    for (const asked of (fact as WebhookDeliveriesAsked).deliveries) {
      const { webhookEndpointId, number } = asked;
      const before = state.webhookDeliveries.get(realm, deliveryKey(webhookEndpointId, number));
      if (before === undefined) recent.add(webhookEndpointId);
      const created = { realm, ...asked, attempts: [], createdAtMs: timeMs, place };
      const { isUntold: _untold, ...kept }: Kept = before ?? created;
      const next = { status: "pending", attempt: 0, nextAttemptAtMs: timeMs } as const;
      setDelivery(state, { ...kept, ...next, updatedAtMs: timeMs });
      noteChange(state, head, { realm, webhookEndpointId, number });
    }
    noteRecent(state, realm, recent, head);
  },
};

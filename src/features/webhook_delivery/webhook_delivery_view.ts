/** A delivery as answers show it. */
import { isoTime } from "../../base/iso_time.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import {
  type DeliveryAttempt,
  deliveryIdOf,
  type WebhookDeliveryDocument,
} from "./webhook_delivery_document.ts";
import type { WebhookDelivery } from "./webhook_delivery_schema.ts";

/** What is known of a delivery: its document, or what a report says of one without a document. */
export type SeenDelivery = Omit<WebhookDeliveryDocument, "realm" | "isUntold" | "number">;
type Shown = Omit<SeenDelivery, "place">;

/** The delivery in answers. The order of the fields is their order on the wire. */
export function deliveryResource(
  delivery: Shown,
  { productId, environment }: Pick<RealmNames, "productId" | "environment">,
): WebhookDelivery {
  const { eventId, webhookEndpointId, nextAttemptAtMs } = delivery;
  return {
    webhookDeliveryId: deliveryIdOf(eventId, webhookEndpointId),
    productId,
    environment,
    eventId,
    webhookEndpointId,
    status: delivery.status,
    attempt: delivery.attempt,
    ...(nextAttemptAtMs !== undefined && { nextAttemptAt: isoTime(nextAttemptAtMs) }),
    attempts: delivery.attempts.map(attemptResource),
    createdAt: isoTime(delivery.createdAtMs),
    updatedAt: isoTime(delivery.updatedAtMs),
  };
}

function attemptResource(attempt: DeliveryAttempt): WebhookDelivery["attempts"][number] {
  const { atMs, durationMs, httpStatus, error, responseSnippet } = attempt;
  return {
    at: isoTime(atMs),
    ...(httpStatus !== undefined && { httpStatus }),
    durationMs,
    ...(error !== undefined && { error }),
    ...(responseSnippet !== undefined && { responseSnippet }),
  };
}

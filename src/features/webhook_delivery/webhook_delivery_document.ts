/**
 * A delivery that is kept by itself: its first attempt failed, or somebody asked for it. What was
 * delivered at the first attempt has no document; the report of its attempt is in the log.
 */
import { type Place, suffixOf } from "../../base/id.ts";
import type { WebhookError } from "../../contract/messages/webhook_outcome.ts";
import { eventKey } from "../../contract/tables/event_index.ts";

export const DELIVERY_STATUSES = ["pending", "delivered", "exhausted", "cancelled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The attempts of one delivery that are kept; of more the newest. */
export const ATTEMPTS_KEPT = 16;

/** One attempt that is over. */
export type DeliveryAttempt = {
  atMs: number;
  durationMs: number;
  httpStatus?: number;
  error?: WebhookError;
  responseSnippet?: string;
};

export type WebhookDeliveryDocument = {
  realm: number;
  webhookEndpointId: string;
  eventId: string;
  /** The sequence of the event. */
  number: number;
  status: DeliveryStatus;
  /** The number of the last attempt since the delivery became pending, from 1; 0 before it. */
  attempt: number;
  /** When the next attempt is due; only while the delivery is pending. */
  nextAttemptAtMs?: number;
  /** Oldest first. */
  attempts: readonly DeliveryAttempt[];
  createdAtMs: number;
  updatedAtMs: number;
  /** The record that the delivery began to be kept with: the lists have it there. */
  place: Place;
  /** True until the other endpoints were told that the delivery is exhausted. */
  isUntold?: true;
};

const ENDPOINT_PREFIX = "whe";
const EVENT_PREFIX = "evt";
const DELIVERY_PREFIX = "whd";
/** Characters after the prefix of an id. */
const SUFFIX_LENGTH = 26;

/** The key of a delivery: its endpoint and the number of its event, so that they are in order. */
export function deliveryKey(webhookEndpointId: string, number: number): string {
  return endpointSuffixOf(webhookEndpointId) + eventKey(number);
}

export function endpointSuffixOf(webhookEndpointId: string): string {
  return webhookEndpointId.slice(ENDPOINT_PREFIX.length + 1);
}

/** A delivery needs no record of its own, so its id is made of those of its event and its endpoint. */
export function deliveryIdOf(eventId: string, webhookEndpointId: string): string {
  const event = eventId.slice(EVENT_PREFIX.length + 1);
  return `${DELIVERY_PREFIX}_${event}${endpointSuffixOf(webhookEndpointId)}`;
}

/** The event and the endpoint of a delivery; undefined for a text that is no id of a delivery. */
export function partsOfDeliveryId(
  webhookDeliveryId: string,
): { eventId: string; webhookEndpointId: string } | undefined {
  const [prefix, parts = ""] = webhookDeliveryId.split("_");
  const eventId = `${EVENT_PREFIX}_${parts.slice(0, SUFFIX_LENGTH)}`;
  const webhookEndpointId = `${ENDPOINT_PREFIX}_${parts.slice(SUFFIX_LENGTH)}`;
  const isId =
    prefix === DELIVERY_PREFIX &&
    suffixOf(EVENT_PREFIX, eventId) !== undefined &&
    suffixOf(ENDPOINT_PREFIX, webhookEndpointId) !== undefined;
  return isId ? { eventId, webhookEndpointId } : undefined;
}

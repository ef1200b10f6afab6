/**
 * What an endpoint's line of deliveries has come to: the position up to which every event is delivered
 * or has a document of its own, and counts.
 */
import type { WebhookTrouble } from "../platform/webhook_trouble.ts";

export type WebhookLineDocument = {
  realm: number;
  webhookEndpointId: string;
  /** False while the endpoint is disabled. */
  isOpen: boolean;
  /** The sequence of the last event that is settled. */
  position: number;
  /** Deliveries that have succeeded, by all their attempts. */
  delivered: number;
  /** Documents in these statuses. */
  pending: number;
  exhausted: number;
  lastSuccessAtMs?: number;
  lastFailureAtMs?: number;
  /** When the first attempt failed after the last success; absent while none has. */
  failingSinceMs?: number;
  /** Why the endpoint is to be disabled, until it is. */
  givesUp?: "gone" | "exhausted";
  /** When the owners of the company were last mailed of each trouble, milliseconds UTC. */
  ownersToldMs?: Readonly<Partial<Record<WebhookTrouble, number>>>;
};

/** A webhook endpoint as the shard stores it, with its sealed secrets. */

export const WEBHOOK_ENDPOINT_STATUSES = ["enabled", "disabled"] as const;
export type WebhookEndpointStatus = (typeof WEBHOOK_ENDPOINT_STATUSES)[number];

/**
 * Why an endpoint is disabled: a caller asked for it, its receiver answered 410, or nothing could be
 * delivered for days.
 */
export const DISABLED_REASONS = ["manual", "gone", "exhausted"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/**
 * A secret that webhooks are signed with. `sealed` opens for the id of its endpoint only
 * (`contract/records/sealing.ts`). `expiresAtMs`: when a secret ends that another one has replaced,
 * milliseconds UTC; absent for the current one.
 */
export type WebhookSecret = { sealed: string; expiresAtMs?: number };

export type WebhookEndpointDocument = {
  realm: number;
  webhookEndpointId: string;
  url: string;
  /** Types of events, in the order of the caller, none twice; `*` stands for all. */
  eventTypes: readonly string[];
  description?: string;
  metadata?: Record<string, string>;
  status: WebhookEndpointStatus;
  /** Absent while the endpoint is enabled. */
  disabledReason?: DisabledReason;
  /** The first characters of the current secret. */
  secretPrefix: string;
  /** When the last of the replaced secrets ends or has ended; absent where there is none. */
  oldSecretExpiresAtMs?: number;
  /** The current secret, then those before it that are still here, the newest first; it is the last to end. */
  secrets: readonly WebhookSecret[];
  createdAtMs: number;
  updatedAtMs: number;
  /** When each status was last reached, milliseconds UTC. */
  reachedAtMs: Partial<Record<WebhookEndpointStatus, number>>;
  revision: number;
  changedBy: string;
};

/** The secrets that are in force at `nowMs`, the current one first: a webhook is signed with each. */
export function secretsInForce(
  { secrets }: Pick<WebhookEndpointDocument, "secrets">,
  nowMs: number,
): readonly WebhookSecret[] {
  return secrets.filter(({ expiresAtMs }) => expiresAtMs === undefined || nowMs < expiresAtMs);
}

/** The endpoint without the secrets that have ended by `nowMs`. */
export function withoutEndedSecrets(
  endpoint: WebhookEndpointDocument,
  nowMs: number,
): WebhookEndpointDocument {
  const secrets = secretsInForce(endpoint, nowMs);
  if (secrets.length === endpoint.secrets.length) return endpoint;
  const { oldSecretExpiresAtMs: _ended, ...kept } = endpoint;
  const oldSecretExpiresAtMs = secrets[1]?.expiresAtMs;
  return {
    ...kept,
    ...(oldSecretExpiresAtMs !== undefined && { oldSecretExpiresAtMs }),
    secrets,
  };
}

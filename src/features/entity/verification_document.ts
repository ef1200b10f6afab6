/** A verification as the shard stores it: what a provider is asked about an entity, and what it found. */
import type { KycTier } from "../ledger/roles.ts";

export const VERIFICATION_STATUSES = [
  "pending",
  "processing",
  "requires_input",
  "verified",
  "failed",
  "cancelled",
  "expired",
] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** The statuses in which a verification goes on. */
export const OPEN_VERIFICATION_STATUSES: readonly VerificationStatus[] = [
  "pending",
  "processing",
  "requires_input",
];

/** Whether a verification goes on. */
export function isOpenVerification({ status }: Pick<VerificationDocument, "status">): boolean {
  return OPEN_VERIFICATION_STATUSES.includes(status);
}

/** What time does to a verification that goes on, and when; undefined for one that is over. */
export function nextStepOf({
  status,
  newsAtMs,
  expiresAtMs,
}: VerificationDocument): { step: "simulate" | "expire"; atMs: number } | undefined {
  if (!OPEN_VERIFICATION_STATUSES.includes(status)) return undefined;
  if (newsAtMs !== undefined && newsAtMs < expiresAtMs) return { step: "simulate", atMs: newsAtMs };
  return { step: "expire", atMs: expiresAtMs };
}

export type VerificationDocument = {
  realm: number;
  verificationId: string;
  entityId: string;
  /** The tier that the entity attains where it ends well. */
  tier: KycTier;
  provider: string;
  status: VerificationStatus;
  /** What the provider found. */
  outcome?: string;
  /** Where the person goes on at the provider. */
  url?: string;
  /** Where the provider sends the person afterwards. */
  returnUrl?: string;
  providerReference?: string;
  lastError?: { code: string; reason: string };
  /** How often the provider was asked. */
  attempts: number;
  /** When it ends by itself, by the clock. */
  expiresAtMs: number;
  /** When the simulator verifies by itself, by the clock; absent where it does not. */
  newsAtMs?: number;
  createdAtMs: number;
  updatedAtMs: number;
  /** When each status was last reached, milliseconds UTC. */
  reachedAtMs: Partial<Record<VerificationStatus, number>>;
  revision: number;
  changedBy: string;
};

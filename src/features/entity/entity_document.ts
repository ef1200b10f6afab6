/** An entity as the shard stores it: the person or the organization that a customer is. */
import type { KycTier } from "../ledger/roles.ts";

export const ENTITY_KINDS = ["person", "organization"] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

export const ENTITY_STATUSES = ["active", "restricted", "suspended", "archived"] as const;
export type EntityStatus = (typeof ENTITY_STATUSES)[number];

export const KYC_STATUSES = [
  "not_submitted",
  "submitted",
  "in_review",
  "verified",
  "action_required",
  "rejected",
  "expired",
] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

export type EntityDocument = {
  realm: number;
  /** Has the characters of `customerId` after its prefix: one record makes both. */
  entityId: string;
  customerId: string;
  kind: EntityKind;
  displayName: string;
  country: string;
  status: EntityStatus;
  kycStatus: KycStatus;
  /** The tier that the entity has attained: the truth, of which nothing keeps a copy. */
  kycTier: KycTier;
  /** When the tier ends, by the clock; absent where nothing ends. */
  kycExpiresAtMs?: number;
  /** When what was submitted of the entity was made unreadable. */
  erasedAtMs?: number;
  createdAtMs: number;
  updatedAtMs: number;
  /** When each status was last reached, milliseconds UTC. */
  reachedAtMs: Partial<Record<EntityStatus, number>>;
  revision: number;
  changedBy: string;
  metadata?: Record<string, string>;
};

/** A customer as the shard stores it, with the customer's entity. */
import type { CustomerAccessStatus } from "../customer_access/customer_access_document.ts";
import type { KycTier } from "../ledger/roles.ts";

export const CUSTOMER_STATUSES = ["pending", "active", "suspended", "closed"] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

export const ENTITY_KINDS = ["person", "organization"] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

export type CustomerDocument = {
  realm: number;
  customerId: string;
  test: boolean;
  entity: {
    entityId: string;
    kind: EntityKind;
    displayName: string;
    country: string;
    kycTier: KycTier;
  };
  status: CustomerStatus;
  /** A copy of the newest access; undefined while there was never one. */
  access?: { customerAccessId: string; status: CustomerAccessStatus };
  createdAtMs: number;
  updatedAtMs: number;
  /** When each status was last reached, milliseconds UTC. */
  reachedAtMs: Partial<Record<CustomerStatus, number>>;
  /** The reason of the suspension; absent in every other status. */
  suspensionReason?: string;
  revision: number;
  changedBy: string;
  metadata?: Record<string, string>;
  externalId?: string;
};

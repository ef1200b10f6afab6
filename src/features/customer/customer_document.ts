/** A customer as the shard stores it, with the customer's entity. */
import type { CustomerAccessStatus } from "../customer_access/customer_access_document.ts";
import type { EntityKind } from "../entity/entity_document.ts";

export const CUSTOMER_STATUSES = ["pending", "active", "suspended", "closed"] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

export type CustomerDocument = {
  realm: number;
  customerId: string;
  test: boolean;
  /** A copy of what the entity's document says; whoever changes that changes this too. */
  entity: { entityId: string; kind: EntityKind; displayName: string; country: string };
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

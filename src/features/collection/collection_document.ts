/** A collection as the shard stores it: what a row of a schedule has tried to take under a consent. */

export const COLLECTION_STATUSES = ["collected", "failed"] as const;
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number];

export type CollectionAttempt = {
  /** By the Product's clock, milliseconds UTC. */
  atMs: number;
  operationId: string;
  outcome: CollectionStatus;
  /** The code that the attempt was refused with. */
  code?: string;
};

export type CollectionDocument = {
  realm: number;
  collectionId: string;
  customerId: string;
  consentId: string;
  objectId: string;
  scheduleId: string;
  /** The accounts of the movements; absent until money was collected, and where there are several. */
  sourceAccountId?: string;
  destinationAccountId?: string;
  /** Minor units, decimal. */
  amountMinor: string;
  currency: string;
  /** When the first attempt was due, by the Product's clock. */
  dueAtMs: number;
  attempts: readonly CollectionAttempt[];
  /** The first of the transfers. */
  transferId?: string;
  /** Of the last attempt, where it failed. */
  failure?: { code: string; message: string; retryable: boolean };
  status: CollectionStatus;
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  changedBy: string;
};

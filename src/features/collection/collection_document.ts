/** A collection as the shard stores it: money that is taken under a consent, by hand or by a row of a schedule. */

export const COLLECTION_STATUSES = ["scheduled", "collected", "failed", "cancelled"] as const;
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number];

export const ATTEMPT_OUTCOMES = ["collected", "failed"] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** The most attempts that a collection may have before it is retried by hand. */
export const ATTEMPTS_MAX = 100;

export type CollectionAttempt = {
  /** By the Product's clock, milliseconds UTC. */
  atMs: number;
  operationId: string;
  outcome: AttemptOutcome;
  /** The code that the attempt was refused with. */
  code?: string;
};

export type CollectionDocument = {
  realm: number;
  collectionId: string;
  customerId: string;
  consentId: string;
  /** Of a collection that a row of a schedule makes; both are absent of one that is made by hand. */
  objectId?: string;
  scheduleId?: string;
  /** Of a row's: the accounts of the movements; absent until money was collected, and where there are several. */
  sourceAccountId?: string;
  destinationAccountId?: string;
  /** Minor units, decimal. */
  amountMinor: string;
  currency: string;
  description?: string;
  /** By the Product's clock: when the next attempt is due, or the last one was; of a row's when the first one was. */
  dueAtMs: number;
  attempts: readonly CollectionAttempt[];
  /** The transfer; of a row's the first one. */
  transferId?: string;
  /** Of the last attempt, where it failed. */
  failure?: { code: string; message: string; retryable: boolean };
  cancellationReason?: string;
  status: CollectionStatus;
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  changedBy: string;
};

/** Who collects the money of a transfer that was made by hand, too. Key: the characters of the transfer's id. */
export type BoundTransfer = { realm: number; collectionId: string };

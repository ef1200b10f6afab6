/** A collection as the shard stores it: money that is taken under a consent, by hand or by a row of a schedule. */
import type { MandateEnd } from "../../programs/action_schema.ts";
import type { DebitRail, ReturnDays } from "../../rails/debits.ts";

export const COLLECTION_STATUSES = [
  "scheduled",
  "processing",
  "collected",
  "failed",
  "returned",
  "cancelled",
] as const;
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number];

export const ATTEMPT_OUTCOMES = ["processing", "collected", "failed", "returned"] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** The most attempts that a collection may have before it is retried by hand. */
export const ATTEMPTS_MAX = 100;

export type CollectionAttempt = {
  /** By the Product's clock, milliseconds UTC. */
  atMs: number;
  /** Of an attempt that asks a bank it has the suffix of the request. */
  operationId: string;
  outcome: AttemptOutcome;
  /** The code that the attempt was refused with, or that a bank says why with. */
  code?: string;
  /**
   * Of a second sum alone, which a bank had collected although the collection was settled otherwise: its own transfer, and the account that it
   * went to; once the bank has it back, that transfer and the account which gave it.
   */
  transferId?: string;
  creditedAccountId?: string;
  returnTransferId?: string;
  returnedFromAccountId?: string;
};

export type CollectionDocument = {
  realm: number;
  collectionId: string;
  customerId: string;
  consentId: string;
  /** Of a collection that a row of a schedule or an action of an object makes; absent of one that is made by hand. */
  objectId?: string;
  scheduleId?: string;
  /** Of an action's: the action, what it calls the collection, and the label in the books. */
  action?: string;
  label?: string;
  book?: string;
  /** Present exactly where the consent has a mandate: the rail by which a bank collects. Such a collection has no source. */
  rail?: DebitRail;
  /** The bank that was asked last. */
  provider?: string;
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
  /** Of a mandate: `YYYY-MM-DD`, when the last attempt was expected to settle. */
  expectedSettlementDate?: string;
  /** The account that the money of a bank went to. */
  creditedAccountId?: string;
  /** Until when the bank of the debtor may take it back. */
  returnableUntil?: ReturnDays;
  returnTransferId?: string;
  returnedFromAccountId?: string;
  /** When the simulator of a sandbox does the next thing, by the Product's clock; absent in live. */
  simulatedAtMs?: number;
  /** Of the last attempt, where it failed or its money was taken back. */
  failure?: { code: string; message: string; retryable: boolean };
  /** Of an object's: the end of which the object has not been told yet; absent where there is none. */
  untold?: MandateEnd;
  /** When it is told, by the Product's clock: at once. */
  tellsAtMs?: number;
  /** Of an object's that a bank has collected after its object was told otherwise: it is told of nothing more. */
  isApart?: true;
  cancellationReason?: string;
  status: CollectionStatus;
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  changedBy: string;
};

/** Who collects the money of a transfer that was made by hand, too. Key: the characters of the transfer's id. */
export type BoundTransfer = { realm: number; collectionId: string };

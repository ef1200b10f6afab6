/** A payout as the shard stores it: money that leaves an account for a beneficiary. */
import { suffixOf } from "../../base/id.ts";
import type { RailName } from "../../rails/rails.ts";
import type { NounDocument } from "../noun.ts";

export const PAYOUT_STATUSES = [
  "created",
  "processing",
  "posted",
  "failed",
  "cancelled",
  "returned",
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export type PayoutFailure = { code: string; reason: string };

export type PayoutDocument = NounDocument & {
  /** Its suffix is that of its transfer, and of the request that asks the provider to send it. */
  payoutId: string;
  sourceAccountId: string;
  /** The account on the other side: of the platform, or the beneficiary's where the rail is `book`. */
  destinationAccountId: string;
  /** The customer who owns the source account. */
  customerId?: string;
  /** As answers call the beneficiary: the id that was chosen for it, or the one that was made. */
  beneficiaryId: string;
  /** Minor units, decimal. */
  amountMinor: string;
  currency: string;
  rail: RailName;
  /** Who carries it out; absent of the rail `book`. */
  provider?: string;
  status: PayoutStatus;
  /** How often the provider was asked to send it. */
  attempts: number;
  description?: string;
  metadata?: Record<string, string>;
  externalId?: string;
  /** Of a payout that an action of an object has made: the object, the action, and what the action calls the payout. */
  objectId?: string;
  action?: string;
  label?: string;
  /** The ends of which the object has not been told yet, in their order; absent where there are none. */
  untold?: readonly PayoutStatus[];
  /** When the first of them is told, by the Product's clock: at once. */
  tellsAtMs?: number;
  /** `YYYY-MM-DD`: when the money is expected to be there. */
  expectedArrivalDate: string;
  failure?: PayoutFailure;
  /** The request that asks the provider to give the payout up; absent where none is under way. */
  cancelRequestId?: string;
  /** When the simulator of a sandbox does the next thing, by the Product's clock; absent in live. */
  simulatedAtMs?: number;
  /**
   * Of a payout that a bank has carried out after it was heard not to: the transfer by which the money left, and the account that paid.
   */
  settledTransferId?: string;
  settledFromAccountId?: string;
  returnTransferId?: string;
  /** Of one that was returned because its bank never sent it, as the operator has booked: in the bank's book it has failed. */
  isUnsent?: true;
  /** Where the money of a payout that was returned was brought, in the end. */
  returnedToAccountId?: string;
  createdAtMs: number;
  /**
   * `YYYY-MM-DD`: the day by the Product's clock on which it was made, in whose periods it counts towards limits; absent of one
   * that was made before there were limits.
   */
  countedOn?: string;
  /** When each status was reached: real times, milliseconds UTC. */
  reachedAtMs: Readonly<Partial<Record<PayoutStatus, number>>>;
};

/** A payout that is made by the record that is decided: it is in the realm of the record. */
export type NewPayout = Omit<PayoutDocument, "realm">;

/** Whether the provider may still carry the payout out, or give it up: its money is reserved. */
export function isOpenPayout({ status }: Pick<PayoutDocument, "status">): boolean {
  return status === "created" || status === "processing";
}

/** The transfer that carries the payout out. */
export function transferIdOf({ payoutId }: Pick<PayoutDocument, "payoutId">): string {
  return `tr_${suffixOf("po", payoutId)}`;
}

/** The request by which the provider is asked to send the payout. */
export function sendingIdOf({ payoutId }: Pick<PayoutDocument, "payoutId">): string {
  return `preq_${suffixOf("po", payoutId)}`;
}

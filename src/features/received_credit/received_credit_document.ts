/** A received credit as the shard stores it: money that a bank says has arrived for an account. */
import { suffixOf } from "../../base/id.ts";
import type { NounDocument } from "../noun.ts";
import { UNFIT_REASONS } from "../transfer/arriving_money.ts";

export const RECEIVED_CREDIT_STATUSES = [
  "credited",
  "suspended",
  "assigned",
  "returning",
  "returned",
] as const;
export type ReceivedCreditStatus = (typeof RECEIVED_CREDIT_STATUSES)[number];
/** Where the money rests while nothing is asked of the bank. */
export type RestingStatus = Exclude<ReceivedCreditStatus, "returning" | "returned">;

export const SUSPENSE_REASONS = ["address_not_active", "currency", ...UNFIT_REASONS] as const;
export type SuspenseReason = (typeof SUSPENSE_REASONS)[number];

/** Who has paid, as the bank says; of the account number at most its last four characters. */
export type Payer = { name?: string; accountNumberMasked?: string };

/** What a bank says of one credit, by which two tellings of it are compared. */
export type CreditFacts = { financialAddressId: string; amountMinor: string; currency: string };

export type ReceivedCreditDocument = NounDocument &
  CreditFacts & {
    receivedCreditId: string;
    provider: string;
    /** The bank's own name of the credit. */
    reference: string;
    /** The account that has the money, or had it until it was sent back. */
    accountId: string;
    /** The customer who owns that account; absent where none does. */
    customerId?: string;
    payer?: Payer;
    /** What the payer wrote. */
    remittance?: string;
    /** When it arrived by the bank's clock, milliseconds UTC. */
    occurredAtMs: number;
    status: ReceivedCreditStatus;
    /** Why it did not go to the account of its address; absent of one that did. */
    suspenseReason?: SuspenseReason;
    /** The transfer that has credited it. */
    transferId: string;
    /** The transfer that has moved it out of suspense. */
    assignedTransferId?: string;
    /** The transfer that sends it back, or that should have, of the last time. Its suffix is that of the request to the bank. */
    returnTransferId?: string;
    /** Why the bank did not send it back, the last time. */
    failure?: { code: string; reason: string };
    /** The news that told of it; absent of one that a sandbox has made. */
    newsId?: string;
    /** The newest telling under the same reference with other facts, and its news. Nothing came of it. */
    contradiction?: CreditFacts & { newsId: string; atMs: number };
    /** Number of the realm of the credit, kept where a record of another realm has changed it. */
    ofRealm?: number;
    createdAtMs: number;
    /** When each status was last reached: real times, milliseconds UTC. */
    reachedAtMs: Readonly<Partial<Record<ReceivedCreditStatus, number>>>;
  };

/** Where the money rests, or rested before the bank was asked to send it back. */
export function restingStatusOf({
  assignedTransferId,
  suspenseReason,
}: Pick<ReceivedCreditDocument, "assignedTransferId" | "suspenseReason">): RestingStatus {
  if (assignedTransferId !== undefined) return "assigned";
  return suspenseReason === undefined ? "credited" : "suspended";
}

/** The request by which the bank was asked to send the credit back, the last time; undefined where it never was. */
export function returnRequestIdOf({
  returnTransferId,
}: Pick<ReceivedCreditDocument, "returnTransferId">): string | undefined {
  return returnTransferId && `preq_${suffixOf("tr", returnTransferId)}`;
}

/** Whether a bank says the same of a credit as before. */
export function isSameCredit(one: CreditFacts, other: CreditFacts): boolean {
  return (
    one.amountMinor === other.amountMinor &&
    one.currency === other.currency &&
    one.financialAddressId === other.financialAddressId
  );
}

/** The credit in a new status. */
export function inStatus(
  credit: ReceivedCreditDocument,
  status: ReceivedCreditStatus,
  nowMs: number,
): ReceivedCreditDocument {
  return { ...credit, status, reachedAtMs: { ...credit.reachedAtMs, [status]: nowMs } };
}

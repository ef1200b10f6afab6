/**
 * Money that a bank has told for an address that nobody here has, until the operator says whose it is or the bank has it
 * back. It stands in the platform's own realm of the first ledger shard, because it is no Product's.
 */
import type { Owned } from "../../contract/tables/document_table.ts";

export const UNASSIGNED_CREDIT_STATUSES = [
  "unassigned",
  "assigning",
  "assigned",
  "returned",
] as const;
export type UnassignedCreditStatus = (typeof UNASSIGNED_CREDIT_STATUSES)[number];

/** Why no account has the money. */
export const UNASSIGNED_REASONS = [
  /** No address of this bank is what the credit was sent to. */
  "address_unknown",
  /** Addresses on several shards have the details that the credit was sent to. */
  "address_ambiguous",
  /** The platform has no such currency, so no account of any Product can have the money. */
  "currency_unknown",
  /** The address is known, and its shard has refused the credit. */
  "not_taken",
] as const;
export type UnassignedReason = (typeof UNASSIGNED_REASONS)[number];

/** Who paid, as much of it as is kept. */
export type UnassignedPayer = { name?: string; accountNumberMasked?: string };

export type UnassignedCreditDocument = Owned & {
  provider: string;
  /** The bank's own name of the credit. */
  reference: string;
  /** The address as the bank has named it, on one line: `iban DE89…`, `us 110000000 4567`, `effect preq_…`. */
  sentTo: string;
  reason: UnassignedReason;
  /** Minor units, as digits. */
  amount: string;
  /** Three letters, also those of a currency that the platform does not have. */
  currency: string;
  payer?: UnassignedPayer;
  remittance?: string;
  /** By the bank's clock, milliseconds UTC. */
  occurredAtMs: number;
  /** The news that told it first. */
  newsId: string;
  status: UnassignedCreditStatus;
  /** The address whose the operator has said that it is; present of one that is `assigning` or `assigned`. */
  financialAddressId?: string;
  /** Present of one that is `assigned`. */
  receivedCreditId?: string;
  /** The bank's own name of the sending back, as the operator has entered it; present of one that is `returned`. */
  returnReference?: string;
  /** The newest telling under the reference that said something else. The first telling holds. */
  contradiction?: { newsId: string; amount: string; currency: string; sentTo: string };
  /** Real times, milliseconds UTC. */
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  /** The operator who has last changed it; absent while none has. */
  operator?: string;
};

/** The key of a credit in its table: no name of a provider has a space. */
export function keyOfUnassigned(provider: string, reference: string): string {
  return `${provider} ${reference}`;
}

/** Whether somebody has still to say what becomes of the money. */
export function isOpenCredit({ status }: Pick<UnassignedCreditDocument, "status">): boolean {
  return status === "unassigned" || status === "assigning";
}

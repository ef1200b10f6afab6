/** An external confirmation as the shard stores it: what somebody outside of the platform says has happened. */
import type { NounDocument } from "../noun.ts";

export const CONFIRMED_TYPES = ["payout", "collection", "received_credit", "verification"] as const;
export type ConfirmedType = (typeof CONFIRMED_TYPES)[number];

export const CONFIRMATION_STATUSES = ["recorded", "matched", "rejected"] as const;
export type ConfirmationStatus = (typeof CONFIRMATION_STATUSES)[number];

/** What is said. Two confirmations with one reference of one provider must say the same. */
export type ConfirmedFacts = {
  /** Who says so. */
  provider: string;
  /** What the provider calls it. */
  externalReference: string;
  outcome: string;
  /** `id`: absent of a credit that the platform does not know of yet. */
  resource: { type: ConfirmedType; id?: string };
  /** The operation that began what is confirmed. */
  sourceOperationId?: string;
  financialAddressId?: string;
  destinationAccountId?: string;
  /** Minor units, decimal; absent of a verification, as is the currency. */
  amountMinor?: string;
  currency?: string;
  /** By the provider's clock, milliseconds UTC. */
  occurredAtMs: number;
};

export type ExternalConfirmationDocument = NounDocument &
  ConfirmedFacts & {
    externalConfirmationId: string;
    /** Of what was said, `sha256:` and 64 hexadecimal digits. */
    evidenceDigest: string;
    status: ConfirmationStatus;
    /** Of one that is rejected: the facts that are not as the provider then told them. */
    mismatched?: readonly string[];
    createdAtMs: number;
    reachedAtMs: Readonly<Partial<Record<ConfirmationStatus, number>>>;
  };

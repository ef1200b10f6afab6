/**
 * What can be confirmed: a payout, a collection, a verification (a received credit: `confirmed_credit.ts`). Of each type the
 * outcomes that a confirmation may name, and how the thing on record stands to one.
 */
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { CollectionState } from "../collection/collection_facts.ts";
import { collectionNotFound } from "../collection/collection_noun.ts";
import type { EntityState } from "../entity/entity_state.ts";
import { isOpenVerification } from "../entity/verification_document.ts";
import { verificationNotFound } from "../entity/verification_resource.ts";
import { isOpenPayout, sendingIdOf } from "../payout/payout_document.ts";
import { type PayoutState, payoutNotFound } from "../payout/payout_noun.ts";
import type { ConfirmedType } from "./external_confirmation_document.ts";

export type ConfirmedState = PayoutState & CollectionState & EntityState;

/** How a thing stands to what is said of it. */
export type Confirmable = {
  refused: false;
  /** `reached`: it has, or had, the outcome. `open`: it may have it later. `contradicted`: it cannot any more. */
  stands: "reached" | "open" | "contradicted";
  status: string;
  /** Absent of a verification, as is the currency. */
  amountMinor?: string;
  currency?: string;
  /** The account whose currency that is. */
  accountId?: string;
  destinationAccountId?: string;
  financialAddressId?: string;
  transferId?: string;
  /** The operation that began it, where the thing itself says so. */
  operationId?: string;
};

export type ConfirmedNotFound = Refusal<"resource_not_found" | "collection_not_found">;

/** What a confirmation may say of each type, in the order in which refusals list it. */
export const CONFIRMED_OUTCOMES: Readonly<Record<ConfirmedType, readonly string[]>> = {
  payout: ["posted", "failed", "cancelled", "returned"],
  collection: ["collected", "failed", "returned"],
  received_credit: ["received", "returned"],
  verification: ["verified", "rejected"],
};

/** A payout that came back was posted before. */
export function confirmablePayout(
  { payouts }: ConfirmedState,
  realm: number,
  payoutId: string,
  outcome: string,
): Confirmable | ConfirmedNotFound {
  const payout = payouts.byId(realm, payoutId);
  if (payout === undefined) return payoutNotFound(payoutId, ["resource", "id"]);
  const { status, amountMinor, currency, sourceAccountId: accountId } = payout;
  const hasReached = status === outcome || (outcome === "posted" && status === "returned");
  const mayReach = isOpenPayout(payout) || (status === "posted" && outcome === "returned");
  return {
    refused: false,
    stands: standing(hasReached, mayReach),
    ...{ status, amountMinor, currency, accountId },
    operationId: sendingIdOf(payout).replace("preq_", "op_"),
  };
}

/** A collection that came back was collected before. */
export function confirmableCollection(
  { collections }: ConfirmedState,
  realm: number,
  collectionId: string,
  outcome: string,
): Confirmable | ConfirmedNotFound {
  const collection = collections.byId(realm, collectionId);
  if (collection === undefined) return collectionNotFound(collectionId);
  const { status, amountMinor, currency, destinationAccountId, transferId } = collection;
  const hasReached = status === outcome || (outcome === "collected" && status === "returned");
  return {
    refused: false,
    stands: standing(hasReached, mayCollect(status, outcome)),
    ...{ status, amountMinor, currency },
    ...(destinationAccountId !== undefined && {
      destinationAccountId,
      accountId: destinationAccountId,
    }),
    ...(transferId !== undefined && { transferId }),
  };
}

/** What failed may be tried again. */
function mayCollect(status: string, outcome: string): boolean {
  if (status === "collected") return outcome === "returned";
  return (
    status === "scheduled" ||
    status === "processing" ||
    (status === "failed" && outcome === "collected")
  );
}

export function confirmableVerification(
  { verifications }: ConfirmedState,
  realm: number,
  verificationId: string,
  outcome: string,
): Confirmable | ConfirmedNotFound {
  const verification = verifications.byId(realm, verificationId);
  if (verification === undefined) return verificationNotFound(verificationId);
  const { status } = verification;
  const found = verification.outcome ?? status;
  const isOver = !isOpenVerification(verification);
  return {
    refused: false,
    stands: standing(isOver && found === outcome, !isOver),
    status,
  };
}

function standing(hasReached: boolean, mayReach: boolean): Confirmable["stands"] {
  if (hasReached) return "reached";
  return mayReach ? "open" : "contradicted";
}

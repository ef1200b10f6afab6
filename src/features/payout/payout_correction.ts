/** A payout of which the bank has done something else than was heard of it first: what the operator books, once it has asked the bank. */
import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { Plan } from "../ledger/ledger.ts";
import { NOT_TAKEN, notCorrectable } from "../provider_request/bank_correction.ts";
import type { AttemptContext } from "../provider_request/provider_request_changes.ts";
import { takeBack } from "../transfer/lost_money.ts";
import { endFacts, inStatus, type PayingState, payoutFact } from "./payout_changes.ts";
import type { PayoutDocument, PayoutStatus } from "./payout_document.ts";

/** What the bank has done after all. `posted`: it has sent the money. `failed`: it never sent it. `returned`: the money has come back to it. */
export const CORRECTED_OUTCOMES = ["posted", "failed", "returned"] as const;
export type CorrectedOutcome = (typeof CORRECTED_OUTCOMES)[number];

/** The statuses after which a bank can turn out to have done so. */
const CORRECTED: Record<CorrectedOutcome, readonly PayoutStatus[]> = {
  posted: ["failed", "cancelled"],
  failed: ["posted"],
  returned: ["posted"],
};

/** The facts of the correction, in one record; `state_conflict` where the payout is in no status that could be wrong so. */
export function correctionFacts(
  state: PayingState,
  payout: PayoutDocument,
  outcome: CorrectedOutcome,
  context: AttemptContext,
): readonly Fact[] | Refusal<"state_conflict"> {
  const { payoutId, status, provider } = payout;
  const from = CORRECTED[outcome];
  if (provider === undefined || !from.includes(status)) {
    return notCorrectable(`payout ${payoutId}`, {
      status,
      ...(provider === undefined && { standing: `${status}, over the book` }),
      ...{ from, outcome },
    });
  }
  if (outcome === "posted") return paidFacts(state, payout, context);
  const before: PayoutDocument = outcome === "failed" ? { ...payout, isUnsent: true } : payout;
  return endFacts(state, before, { status: "returned", failure: NOT_TAKEN }, context);
}

/**
 * The money leaves after all, by a transfer of its own, because that of the payout was voided. From the account that was to pay where it
 * has the money; otherwise, and of a payout of an object, which was told that it was not paid and may have paid again, from an account of
 * the Product of the role `product_losses`.
 */
function paidFacts(
  { accounts }: PayingState,
  before: PayoutDocument,
  context: AttemptContext,
): readonly Fact[] {
  const { realm, payoutId, sourceAccountId, objectId } = before;
  const plan = new Plan(accounts, context.place);
  const source = {
    accountId: sourceAccountId,
    ordinal: accounts.ordinalOf(realm, sourceAccountId),
  };
  const money = {
    ...({ transferKind: "payout", sub: 0 } as const),
    destinationOrdinal: accounts.ordinalOf(realm, before.destinationAccountId),
    amountMinor: BigInt(before.amountMinor),
    currency: before.currency,
    extras: { payoutId },
  };
  const had = objectId === undefined ? source : undefined;
  const paid = takeBack(accounts, plan, money, { had }, context);
  const { failure: _wrong, ...reached } = inStatus(before, "posted", context.nowMs);
  const after: PayoutDocument = {
    ...reached,
    settledTransferId: paid.transferId,
    settledFromAccountId: paid.accountId,
  };
  return [...paid.facts, ...plan.rows, payoutFact("corrected", before, after, context)];
}

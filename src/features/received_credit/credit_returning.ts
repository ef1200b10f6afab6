/** Sending a received credit back: its money is reserved, the bank is asked, and it leaves or stays. */
import { invariant } from "../../base/invariant.ts";
import type { Acceptance, DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { placeOfTransfer } from "../ledger/correction.ts";
import { Plan } from "../ledger/ledger.ts";
import { type AttemptContext, newRequest } from "../provider_request/provider_request_changes.ts";
import { keyOfRequest } from "../provider_request/provider_request_document.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { planExternalAccount } from "../sandbox/external_account.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { refuseFrozen, statusForbidden } from "../transfer/transfer_party.ts";
import { addOrFail } from "../transfer/transfer_plan.ts";
import {
  inStatus,
  type ReceivedCreditDocument,
  restingStatusOf,
  returnRequestIdOf,
} from "./received_credit_document.ts";
import { receivedCredits } from "./received_credit_noun.ts";
import type { TakingState } from "./received_credit_taking.ts";

/** The state that the sending back of credits needs. */
export type ReturningState = TakingState & ProviderRequestState;

/** What a bank is asked of a credit, as it is recorded and sent: nothing personal. */
export type CreditReturnRequest = {
  action: "return";
  receivedCreditId: string;
  /** The bank's own name of the credit. */
  creditReference: string;
  /** Minor units, decimal. */
  amount: string;
  currency: string;
  reason?: string;
};

/** How a bank has ended the sending back. */
export type ReturnEnd =
  | { status: "returned" }
  | { status: "failed"; failure: { code: string; reason: string } };

/** The codes of `askedBack`, in their order. */
export const RETURN_MONEY_REFUSALS = [
  "account_frozen",
  "source_account_status_forbidden",
  "exposure_cap_exceeded",
  "insufficient_balance",
] as const;

/**
 * Reserves the money of the credit on the account that has it, and has the bank asked. Where the ledger refuses, a failed
 * transfer stays on record.
 */
export function askedBack(
  state: ReturningState & SandboxState,
  before: ReceivedCreditDocument,
  reason: string | undefined,
  context: DecisionContext,
): Acceptance | Refusal<(typeof RETURN_MONEY_REFUSALS)[number]> {
  const { accounts } = state;
  const { receivedCreditId, provider, currency, amountMinor } = before;
  const plan = new Plan(accounts, context.place);
  const external = planExternalAccount(accounts, plan, { currency, provider }, context);
  invariant(external.facts.length === 0, "the money of a credit came out of the bank's account");
  const sourceOrdinal = accounts.ordinalOf(context.realm, before.accountId);
  const unusable =
    refuseFrozen(accounts, sourceOrdinal, external.ordinal) ??
    refuseClosed(accounts, sourceOrdinal);
  if (unusable !== undefined) return unusable;
  const refusal = addOrFail(accounts, plan, {
    ...{ transferKind: "funding", sub: 0, sourceOrdinal },
    destinationOrdinal: external.ordinal,
    step: "reserved",
    amountMinor: BigInt(amountMinor),
    reservedMinor: 0n,
    extras: { receivedCreditId, ...(reason !== undefined && { description: reason }) },
  });
  if (refusal !== undefined) return { ...refusal, facts: plan.rows };
  const { failure: _over, ...kept } = before;
  const after = {
    ...inStatus(kept, "returning", context.nowMs),
    returnTransferId: context.newId("tr"),
  };
  const asked: CreditReturnRequest = {
    ...{ action: "return", receivedCreditId, creditReference: before.reference },
    ...{ amount: amountMinor, currency },
    ...(reason !== undefined && { reason }),
  };
  const subject = { type: "received_credit", id: receivedCreditId } as const;
  const request = newRequest(
    { kind: "credit_return", provider, subject, request: asked },
    productClockMs(state, context),
    context,
  );
  const changed = receivedCredits.changeFact("returning", before, after, context);
  return { refused: false, facts: [...plan.rows, changed, ofRequests.fact("made", request)] };
}

/**
 * The facts by which the sending back of a credit ends: its money leaves, or is available again where it was. The row by which it leaves is the
 * entry of the account, so it has the description as the row that reserves has it.
 */
export function returnFacts(
  { accounts, providerRequests }: ReturningState,
  before: ReceivedCreditDocument,
  end: ReturnEnd,
  context: Omit<AttemptContext, "clockMs">,
): readonly Fact[] {
  const { realm, receivedCreditId, returnTransferId, accountId, provider, currency } = before;
  invariant(returnTransferId !== undefined, "a credit that is sent back names its transfer");
  const plan = new Plan(accounts, context.place);
  const external = planExternalAccount(accounts, plan, { currency, provider }, context);
  const sourceOrdinal = accounts.ordinalOf(realm, accountId);
  const reservedMinor = BigInt(before.amountMinor);
  const isReturned = end.status === "returned";
  const asked = providerRequests.get(realm, keyOfRequest(returnRequestIdOf(before) ?? ""));
  const corrects = placeOfTransfer(before.transferId);
  const { reason: description } = (asked?.request ?? {}) as Partial<CreditReturnRequest>;
  const refused = plan.add({
    ...{ transferKind: "funding", sub: 0, sourceOrdinal },
    destinationOrdinal: external.ordinal,
    step: isReturned ? "cleared" : "released",
    amountMinor: isReturned ? reservedMinor : 0n,
    reservedMinor,
    extras: {
      ...{ receivedCreditId, reservedTransferId: returnTransferId },
      ...(isReturned && corrects !== undefined && { corrects }),
      ...(isReturned && description !== undefined && { description }),
    },
  });
  invariant(refused === undefined, "what is reserved can settle and can be released");
  const after: ReceivedCreditDocument = isReturned
    ? inStatus(before, "returned", context.nowMs)
    : { ...before, status: restingStatusOf(before), failure: end.failure };
  const what = isReturned ? "returned" : "return_failed";
  return [...plan.rows, receivedCredits.changeFact(what, before, after, context)];
}

function refuseClosed(
  accounts: AccountTable,
  ordinal: number,
): Refusal<"source_account_status_forbidden"> | undefined {
  if (accounts.status(ordinal) !== "closed") return undefined;
  return statusForbidden("source_account_status_forbidden", accounts, ordinal);
}

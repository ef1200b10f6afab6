/** The confirmation that a provider gives by telling a credit, in the record that takes the credit. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { mismatchedFacts } from "./confirmed_facts.ts";
import type {
  ConfirmedFacts,
  ExternalConfirmationDocument,
} from "./external_confirmation_document.ts";
import {
  confirmationOf,
  type ExternalConfirmationState,
  externalConfirmations,
} from "./external_confirmation_noun.ts";
import { newConfirmation, recordedFacts } from "./recorded_confirmation.ts";

/** A credit as it was taken. */
export type ConfirmedCredit = {
  receivedCreditId: string;
  provider: string;
  reference: string;
  financialAddressId: string;
  accountId: string;
  amountMinor: string;
  currency: string;
  occurredAtMs: number;
};
type Context = Pick<DecisionContext, "realm" | "nowMs" | "actor" | "principal" | "newId">;

/** The events of `toldCreditFacts`. */
export const TOLD_CREDIT_EVENTS = [
  "external_confirmation.recorded",
  "external_confirmation.matched",
  "external_confirmation.rejected",
] as const;

/**
 * The facts of the confirmation: a new one that is matched; or, where one with the reference waits for this credit, that it
 * is matched, or rejected because it says otherwise. None where the reference is of a confirmation of something else.
 */
export function toldCreditFacts(
  state: ExternalConfirmationState,
  credit: ConfirmedCredit,
  context: Context,
): readonly Fact[] {
  const told = factsOf(credit);
  const before = confirmationOf(state, context.realm, told);
  if (before === undefined) {
    return recordedFacts(newConfirmation(told, credit.receivedCreditId, context));
  }
  if (before.status !== "recorded") return [];
  return [judged(before, told, credit.receivedCreditId, context)];
}

function factsOf(credit: ConfirmedCredit): ConfirmedFacts {
  const { provider, reference, financialAddressId, accountId } = credit;
  const { amountMinor, currency, occurredAtMs } = credit;
  return {
    provider,
    externalReference: reference,
    outcome: "received",
    resource: { type: "received_credit" },
    financialAddressId,
    destinationAccountId: accountId,
    ...{ amountMinor, currency, occurredAtMs },
  };
}

/**
 * Neither when it happened is compared, because people date a credit by the day, nor the account: the address says which one
 * was meant, and the money may be in suspense.
 */
function judged(
  before: ExternalConfirmationDocument,
  told: ConfirmedFacts,
  id: string,
  context: Context,
): Fact {
  const { sourceOperationId: _own, destinationAccountId: _meant, ...said } = before;
  const { destinationAccountId: _has, ...rest } = told;
  const mismatched = mismatchedFacts(said, { ...rest, occurredAtMs: before.occurredAtMs });
  const status = mismatched.length === 0 ? "matched" : "rejected";
  const change = status === "matched" ? { resource: { ...before.resource, id } } : { mismatched };
  const reachedAtMs = { ...before.reachedAtMs, [status]: context.nowMs };
  const after = { ...before, ...change, status, reachedAtMs } as const;
  return externalConfirmations.changeFact(status, before, after, context);
}

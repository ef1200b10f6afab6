/**
 * The facts by which payouts count towards limits: one that is made counts, one that was not carried out is given back, and counts again
 * where it turns out that it was.
 */
import type { Apply } from "../../contract/declare/operation.ts";
import type { PayoutLimitState } from "../payout_limit/payout_limit_state.ts";
import { countPayout } from "../payout_limit/payout_usage.ts";
import { type PayoutState, payouts } from "./payout_noun.ts";

type State = PayoutState & PayoutLimitState;

/** The `apply` of a fact that puts the payout by `apply`, and counts it once more or once less. */
function counting(by: 1 | -1, apply: Apply<State> = payouts.put): Apply<State> {
  return (state, fact, head) => {
    apply(state, fact, head);
    const payout = payouts.of(fact);
    if (payout !== undefined) countPayout(state, head.realm, payout, by);
  };
}

export const countedFacts: Record<string, Apply<State>> = {
  "payout.created.1": counting(1, payouts.add),
  "payout.accepted.1": counting(1, payouts.add),
  "payout.failed.1": counting(-1),
  "payout.cancelled.1": counting(-1),
  "payout.corrected.1": counting(1),
};

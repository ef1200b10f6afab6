/** What happens to limits of payouts. The operator sets and removes them; the company's audit feed tells of it. */
import type { Apply } from "../../contract/declare/operation.ts";
import { declareFacts } from "../document_facts.ts";
import type { FactOf } from "../noun.ts";
import { limitKey, type PayoutLimitDocument } from "./payout_limit_document.ts";
import type { PayoutLimitState } from "./payout_limit_state.ts";

export const ofPayoutLimits = declareFacts<PayoutLimitDocument>()({
  noun: "payout_limit",
  happenings: { set: {}, removed: { removes: true } },
});
export type PayoutLimitFact = FactOf<typeof ofPayoutLimits>;

export const payoutLimitFacts: Record<string, Apply<PayoutLimitState>> = {
  "payout_limit.set.1": ({ payoutLimits }, fact, { realm }) => {
    const { payoutLimit } = fact as PayoutLimitFact;
    payoutLimits.set(limitKey(realm, payoutLimit), { realm, ...payoutLimit });
  },
  "payout_limit.removed.1": ({ payoutLimits }, fact, { realm }) => {
    payoutLimits.remove(limitKey(realm, (fact as PayoutLimitFact).payoutLimit));
  },
};

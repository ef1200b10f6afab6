/**
 * platform.payout.correct: the operator books what a bank has done with a payout of live, where something else was heard first: it was
 * sent after all, or the bank has the money no longer. Nothing tells the two apart but the bank itself, so the operator asks it before.
 */
import { declareWrite } from "../../contract/declare/operation.ts";
import type { PayingState } from "../payout/payout_changes.ts";
import { CORRECTED_OUTCOMES, correctionFacts } from "../payout/payout_correction.ts";
import { payoutNotFound, payoutResource, payouts } from "../payout/payout_noun.ts";
import { Payout } from "../payout/payout_schema.ts";
import { attemptContext } from "../provider_request/provider_request_changes.ts";
import { correctedInFeed, correctionBody } from "./corrected_in_feed.ts";
import { operatorOf } from "./operator_note.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

export const platformPayoutCorrect = declareWrite<PayingState>()({
  ...BY_OPERATOR,
  id: "platform.payout.correct",
  summary: "Book what a bank has done with a payout against what was heard first, as the platform",
  http: { method: "POST", path: "/platform/payouts/{payoutId}/correct" },
  // No `environment`: such an operation works in Products of every status, and the command asks for live.
  acts: { on: "product", by: "payoutId" },
  path: payouts.path,
  body: correctionBody("PlatformPayoutCorrection", CORRECTED_OUTCOMES),
  output: Payout,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: ["payout.posted", "payout.returned", "transfer.posted", "account.created"],
  prepare: operatorOf,
  decide(state, { payoutId, ...input }, context) {
    const resource = { type: "payout", id: payoutId };
    const payout = state.payouts.byId(context.realm, payoutId);
    const came =
      payout === undefined
        ? payoutNotFound(payoutId)
        : correctionFacts(state, payout, input.outcome, attemptContext(context, context.nowMs));
    return correctedInFeed(
      { operation: "platform.payout.correct", resource, input },
      came,
      (facts) => {
        const after = payouts.lastIn(facts);
        return after && payoutResource(after, context.principal);
      },
      context,
    );
  },
});

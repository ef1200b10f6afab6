/**
 * payout.cancel: asks the provider to give a payout up. The provider has the last word; the answer waits for it, and the money is
 * available again when the provider has given the payout up.
 */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { newRequest } from "../provider_request/provider_request_changes.ts";
import { resumeInputOf } from "../provider_request/provider_request_ending.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { hiddenFact, type PayingState } from "./payout_changes.ts";
import { isOpenPayout, type PayoutDocument } from "./payout_document.ts";
import { endingOfCancellation, payoutsAndRequestsOf } from "./payout_ending.ts";
import { payoutNotFound, payouts } from "./payout_noun.ts";
import { cancellationOf } from "./payout_request.ts";
import { Payout } from "./payout_schema.ts";

export const payoutCancel = declareWrite<PayingState & SandboxState>()({
  id: "payout.cancel",
  summary: "Cancel a payout",
  description:
    "While `cancelable` is true. The provider is asked, and has the last word: where it has sent the money, the answer is " +
    "`state_conflict`. Where it has the order in a file, the answer is the payout as it is, `processing`, and the event " +
    "`payout.cancelled` tells that it was given up. After a `provider_egress_failed` the same request with the same key asks again.",
  http: { method: "POST", path: "/payouts/{payoutId}/cancel" },
  principals: PRODUCT_CALLERS,
  scope: "payouts:write",
  path: payouts.path,
  output: Payout,
  refusals: [
    "resource_not_found",
    "state_conflict",
    "provider_egress_failed",
    "ledger_unavailable",
  ],
  events: [],
  decide(state, { payoutId }, context) {
    const payout = state.payouts.byId(context.realm, payoutId);
    if (payout === undefined) return payoutNotFound(payoutId);
    const refusal = refuseUncancelable(payout);
    if (refusal !== undefined) return refusal;
    const asked = cancellationOf(payout, payout.provider ?? "");
    const request = newRequest(asked, productClockMs(state, context), context);
    const after = { ...payout, cancelRequestId: request.providerRequestId };
    return { refused: false, facts: [hiddenFact(after), ofRequests.fact("made", request)] };
  },
  lasting: {
    endOf: endingOfCancellation,
    resumedBy: { operation: "provider_request.resume", inputOf: resumeInputOf },
  },
  replyState: payoutsAndRequestsOf,
});

function refuseUncancelable(payout: PayoutDocument): Refusal<"state_conflict"> | undefined {
  const { payoutId, status, cancelRequestId } = payout;
  const details = { expected: "cancelable", actual: status };
  if (!isOpenPayout(payout)) {
    return refuse(
      "state_conflict",
      `payout ${payoutId} is ${status}, and cannot be cancelled`,
      details,
    );
  }
  if (cancelRequestId === undefined) return undefined;
  const message = `a cancellation of payout ${payoutId} is under way`;
  return refuse("state_conflict", message, { ...details, actual: "cancellation under way" });
}

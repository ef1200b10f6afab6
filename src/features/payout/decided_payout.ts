/** What the simulator makes of a payout, as a test says. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { attemptContext } from "../provider_request/provider_request_changes.ts";
import { PROVIDER_OUTCOMES, SIMULATOR } from "../provider_request/providers.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { type Decided, refuseOutcome } from "../sandbox/refuse_outcome.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { endFacts, type PayingState, type PayoutEnd } from "./payout_changes.ts";
import type { PayoutDocument } from "./payout_document.ts";
import { payoutNotFound } from "./payout_noun.ts";
import { simulatedFailure } from "./payout_simulation.ts";

export function decidedPayout(
  state: PayingState & SandboxState,
  payoutId: string,
  outcome: string,
  context: DecisionContext,
): Decided {
  const payout = state.payouts.byId(context.realm, payoutId);
  if (payout === undefined) return payoutNotFound(payoutId, ["resource", "id"]);
  const status = PROVIDER_OUTCOMES.payout.find((name) => name === outcome);
  if (status === undefined) return refuseOutcome("payout", outcome);
  const isReachable =
    payout.status === "processing" || (payout.status === "posted" && status === "returned");
  if (!isReachable || payout.provider === undefined) {
    const expected = status === "returned" ? "processing or posted" : "processing";
    const message = `payout ${payoutId} is ${payout.status}, not ${expected}`;
    return refuse("state_conflict", message, { expected, actual: payout.status });
  }
  const clockMs = productClockMs(state, context);
  const facts = endFacts(state, payout, endOf(payout, status), attemptContext(context, clockMs));
  return { refused: false, facts, provider: SIMULATOR, status };
}

function endOf(
  { rail }: PayoutDocument,
  status: (typeof PROVIDER_OUTCOMES)["payout"][number],
): PayoutEnd {
  return status === "posted" ? { status } : { status, failure: simulatedFailure(rail, status) };
}

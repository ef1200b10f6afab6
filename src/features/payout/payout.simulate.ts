/**
 * payout.simulate: the simulator of a sandbox does the next thing with a payout that it has accepted. The shard runs it when the
 * time has come by the sandbox's clock; no caller may.
 */
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { attemptContext } from "../provider_request/provider_request_changes.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { endFacts, type PayingState } from "./payout_changes.ts";
import { payoutNotFound, payoutResource, payouts } from "./payout_noun.ts";
import { Payout } from "./payout_schema.ts";
import { simulatedEnd } from "./payout_simulation.ts";

export const payoutSimulate = declareWrite<PayingState & SandboxState>()({
  id: "payout.simulate",
  summary: "Carry a payout out as the simulator",
  http: { method: "POST", path: "/platform/payouts/{payoutId}/simulate" },
  principals: ["system"],
  scope: undefined,
  environment: "sandbox",
  inContract: false,
  path: payouts.path,
  output: Payout,
  refusals: [
    "resource_not_found",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: [
    "payout.posted",
    "payout.failed",
    "payout.returned",
    "transfer.posted",
    "account.created",
  ],
  decide(state, { payoutId }, context) {
    const payout = state.payouts.byId(context.realm, payoutId);
    if (payout === undefined) return payoutNotFound(payoutId);
    const { simulatedAtMs, status } = payout;
    if (simulatedAtMs === undefined) {
      const message = `payout ${payoutId} is ${status}, and waits for no simulator`;
      return refuse("state_conflict", message, { expected: "waiting", actual: status });
    }
    const clockMs = productClockMs(state, context);
    if (simulatedAtMs > clockMs) {
      const at = isoTime(simulatedAtMs);
      const now = isoTime(clockMs);
      const message = `the simulator does nothing with it before ${at}, after ${now}`;
      return refuseConstraint("news_due", message, { at, now });
    }
    const end = simulatedEnd(payout, clockMs);
    const facts = endFacts(state, payout, end, attemptContext(context, clockMs));
    const after = payouts.lastIn(facts) ?? payout;
    return accept(facts, payoutResource(after, context.principal));
  },
});

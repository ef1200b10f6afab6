/**
 * How the simulator of a sandbox carries payouts out: at the times of the rail by the Product's clock, and by what the last four
 * digits of the amount ask for. With other digits a payout is posted.
 */
import { payoutCodes } from "../../rails/return_codes.ts";
import { settlement } from "../../rails/settlement.ts";
import type { AttemptOutcome } from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { answerToAmount, wishOf } from "../provider_request/simulated_amounts.ts";
import type { PayoutEnd } from "./payout_changes.ts";
import type { PayoutDocument } from "./payout_document.ts";
import { failureOf } from "./payout_failure.ts";
import type { PayoutRequest } from "./payout_request.ts";

/** How long after it was posted a payout comes back, by the Product's clock. */
const RETURN_MS = 24 * 3_600_000;

/** How the simulator answers an attempt; undefined: it accepts. */
export function simulatedAnswer({
  request,
  attempts,
}: Pick<ProviderRequestDocument, "request" | "attempts">): AttemptOutcome | undefined {
  const { action, amount = "" } = request as PayoutRequest;
  return action === "send" ? answerToAmount(amount, attempts) : undefined;
}

/** When the simulator goes on with a payout that it accepts at `clockMs`; undefined where it waits for a test. */
export function firstStepMs(
  { amountMinor, rail }: Pick<PayoutDocument, "amountMinor" | "rail">,
  clockMs: number,
): number | undefined {
  return wishOf(amountMinor) === "wait" ? undefined : settlement(rail, clockMs).settlesAtMs;
}

/** What the simulator does when its time has come: with a payout that it has accepted, or one that it has posted. */
export function simulatedEnd(
  { amountMinor, rail, status }: Pick<PayoutDocument, "amountMinor" | "rail" | "status">,
  clockMs: number,
): PayoutEnd {
  const wish = wishOf(amountMinor);
  if (status === "posted")
    return { status: "returned", failure: simulatedFailure(rail, "returned") };
  if (wish === "fail") return { status: "failed", failure: simulatedFailure(rail, "failed") };
  if (wish === "return") return { status: "posted", simulatedAtMs: clockMs + RETURN_MS };
  return { status: "posted" };
}

/** Why the simulator says that a payout has ended so: the first code of the rail for it. */
export function simulatedFailure(rail: PayoutDocument["rail"], end: "failed" | "returned") {
  const [code] = payoutCodes(rail, end);
  return failureOf(rail, code?.code ?? end, `the simulator says: ${end}`);
}

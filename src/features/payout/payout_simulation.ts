/**
 * How the simulator of a sandbox carries payouts out: at the times of the rail by the Product's clock, and by what the last four
 * digits of the amount ask for. With other digits a payout is posted.
 */
import { payoutCodes } from "../../rails/return_codes.ts";
import { settlement } from "../../rails/settlement.ts";
import type { AttemptOutcome } from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import type { PayoutEnd } from "./payout_changes.ts";
import type { PayoutDocument } from "./payout_document.ts";
import { failureOf } from "./payout_failure.ts";
import type { PayoutRequest } from "./payout_request.ts";

/** The last four digits of an amount in minor units, and what the simulator does with such a payout. */
export const SIMULATED_AMOUNTS = {
  "9901": "refuses it",
  "9902": "does not answer the first attempt",
  "9903": "lets it fail when it would arrive",
  "9904": "posts it, and returns it a day later",
  "9905": "leaves it processing until a test says what becomes of it",
} as const;
type Digits = keyof typeof SIMULATED_AMOUNTS;

/** How long after it was posted a payout comes back, by the Product's clock. */
const RETURN_MS = 24 * 3_600_000;
/** What the simulator refuses a payout with. */
export const SIMULATED_REFUSAL = "simulated_rejection";

function digitsOf(amount: string): Digits | undefined {
  const last = amount.slice(-4);
  return last in SIMULATED_AMOUNTS ? (last as Digits) : undefined;
}

/** How the simulator answers an attempt; undefined: it accepts. */
export function simulatedAnswer({
  request,
  attempts,
}: Pick<ProviderRequestDocument, "request" | "attempts">): AttemptOutcome | undefined {
  const { action, amount = "" } = request as PayoutRequest;
  const digits = action === "send" ? digitsOf(amount) : undefined;
  if (digits === "9901") return { kind: "refused", providerCode: SIMULATED_REFUSAL };
  if (digits !== "9902" || attempts > 0) return undefined;
  return { kind: "unknown", fault: "the simulator did not answer, as the amount asks" };
}

/** When the simulator goes on with a payout that it accepts at `clockMs`; undefined where it waits for a test. */
export function firstStepMs(
  { amountMinor, rail }: Pick<PayoutDocument, "amountMinor" | "rail">,
  clockMs: number,
): number | undefined {
  return digitsOf(amountMinor) === "9905" ? undefined : settlement(rail, clockMs).settlesAtMs;
}

/** What the simulator does when its time has come: with a payout that it has accepted, or one that it has posted. */
export function simulatedEnd(
  { amountMinor, rail, status }: Pick<PayoutDocument, "amountMinor" | "rail" | "status">,
  clockMs: number,
): PayoutEnd {
  const digits = digitsOf(amountMinor);
  if (status === "posted")
    return { status: "returned", failure: simulatedFailure(rail, "returned") };
  if (digits === "9903") return { status: "failed", failure: simulatedFailure(rail, "failed") };
  if (digits === "9904") return { status: "posted", simulatedAtMs: clockMs + RETURN_MS };
  return { status: "posted" };
}

/** Why the simulator says that a payout has ended so: the first code of the rail for it. */
export function simulatedFailure(rail: PayoutDocument["rail"], end: "failed" | "returned") {
  const [code] = payoutCodes(rail, end);
  return failureOf(rail, code?.code ?? end, `the simulator says: ${end}`);
}

/**
 * How the simulator of a sandbox sends credits back: at once, and by what the last four digits of the amount ask for, as it does
 * with payouts.
 */
import type { AttemptOutcome } from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { SIMULATED_REFUSAL } from "../provider_request/simulator.ts";
import type { CreditReturnRequest, ReturnEnd } from "./credit_returning.ts";

/** The last four digits of an amount in minor units, and what the simulator does when it shall send such a credit back. */
export const SIMULATED_RETURNS = {
  "9901": "refuses",
  "9902": "does not answer the first attempt",
  "9903": "accepts, and fails",
  "9905": "accepts, and waits until a test says what becomes of it",
} as const;
type Digits = keyof typeof SIMULATED_RETURNS;

function digitsOf(amount: string): Digits | undefined {
  const last = amount.slice(-4);
  return last in SIMULATED_RETURNS ? (last as Digits) : undefined;
}

/** How the simulator answers an attempt; undefined: it accepts. */
export function simulatedAnswer({
  request,
  attempts,
}: Pick<ProviderRequestDocument, "request" | "attempts">): AttemptOutcome | undefined {
  const digits = digitsOf((request as CreditReturnRequest).amount);
  if (digits === "9901") return { kind: "refused", providerCode: SIMULATED_REFUSAL };
  if (digits !== "9902" || attempts > 0) return undefined;
  return { kind: "unknown", fault: "the simulator did not answer, as the amount asks" };
}

/** What the simulator makes of a return that it accepts; undefined where it waits for a test. */
export function simulatedEnd(amountMinor: string): ReturnEnd | undefined {
  const digits = digitsOf(amountMinor);
  if (digits === "9905") return undefined;
  return digits === "9903" ? simulatedReturn("failed") : simulatedReturn("returned");
}

/** How a return ends of which the simulator says this. */
export function simulatedReturn(status: ReturnEnd["status"]): ReturnEnd {
  if (status === "returned") return { status };
  const failure = { code: "simulated_failure", reason: "the simulator says: failed" };
  return { status, failure };
}

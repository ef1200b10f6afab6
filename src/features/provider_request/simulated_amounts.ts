/**
 * What a test asks of the simulator of a sandbox by the last four digits of an amount in minor units, of payouts and of collections
 * alike. With other digits the money arrives.
 */
import type { AttemptOutcome } from "./provider_request_changes.ts";
import { SIMULATED_REFUSAL } from "./simulator.ts";

const ASKED = {
  "9901": "refuse",
  "9902": "no_answer",
  "9903": "fail",
  "9904": "return",
  "9905": "wait",
} as const;
export type SimulatedWish = (typeof ASKED)[keyof typeof ASKED];

/**
 * What the digits ask for: to be refused; to have no answer at the first attempt; to fail when the money would arrive; to arrive and come
 * back later; to stay until a test says what becomes of it.
 */
export function wishOf(amountMinor: string): SimulatedWish | undefined {
  const last = amountMinor.slice(-4);
  return last in ASKED ? ASKED[last as keyof typeof ASKED] : undefined;
}

/** How the simulator answers an attempt at something with this amount; undefined: it accepts. `attempts`: those before. */
export function answerToAmount(amountMinor: string, attempts: number): AttemptOutcome | undefined {
  const wish = wishOf(amountMinor);
  if (wish === "refuse") return { kind: "refused", providerCode: SIMULATED_REFUSAL };
  if (wish !== "no_answer" || attempts > 0) return undefined;
  return { kind: "unknown", fault: "the simulator did not answer, as the amount asks" };
}

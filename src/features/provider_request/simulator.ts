/**
 * The provider of a sandbox. It accepts whatever it is asked, unless a test has armed a fault, and what it
 * says follows from the request alone.
 */
import type { ProviderFault } from "./provider_fault.ts";
import type { AttemptOutcome } from "./provider_request_changes.ts";
import { keyOfRequest, type ProviderRequestDocument } from "./provider_request_document.ts";

/**
 * A name that never resolves (RFC 2606, section 2): the simulator has no page, and its addresses are there
 * so that a program can show that it sends people where the provider says.
 */
const ORIGIN = "https://simulator.invalid";

/** What the simulator refuses with, where a test asked for it. */
export const SIMULATED_REFUSAL = "simulated_rejection";

const FAULTS = {
  fail: "the simulator failed, as a test has asked",
  timeout: "the simulator did not answer in time, as a test has asked",
} as const;

/** How the simulator meets an attempt; `fault`: what is armed. */
export function simulatedOutcome(
  { providerRequestId, kind, subject }: ProviderRequestDocument,
  fault: ProviderFault | undefined,
): AttemptOutcome {
  if (fault?.mode === "reject") return { kind: "refused", providerCode: SIMULATED_REFUSAL };
  if (fault !== undefined) return { kind: "unknown", fault: FAULTS[fault.mode] };
  const providerReference = `sim_${keyOfRequest(providerRequestId)}`;
  const url = `${ORIGIN}/${kind}s/${subject.id}`;
  return { kind: "accepted", answer: { providerReference, url } };
}

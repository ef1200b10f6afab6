/**
 * How the simulator of a sandbox checks payees: by what stands in parentheses at the end of the name. Any other name is that of the
 * account.
 */

import type { AttemptOutcome } from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { SIMULATED_REFUSAL } from "../provider_request/simulator.ts";
import type { PayeeCheckResult } from "./beneficiary_document.ts";
import type { PayeeCheckRequest, SimulatedCheck } from "./payee_request.ts";

/** What the end of a name asks for, and what the simulator does. */
const ASKED = {
  "(close match)": "close_match",
  "(no match)": "no_match",
  "(unavailable)": "unavailable",
  "(no account)": "refuse",
  "(no answer)": "no_answer",
  "(wait)": "wait",
} as const satisfies Record<string, SimulatedCheck>;

const ENDS = Object.keys(ASKED) as (keyof typeof ASKED)[];

/** What a name asks of the simulator; undefined: that it matches. */
export function simulatedCheckOf(name: string): SimulatedCheck | undefined {
  const end = endOf(name);
  return end && ASKED[end];
}

/** How the simulator answers an attempt; undefined: it accepts. `attempts`: those before. */
export function simulatedCheckAnswer({
  request,
  attempts,
}: Pick<ProviderRequestDocument, "request" | "attempts">): AttemptOutcome | undefined {
  const { simulate } = request as PayeeCheckRequest;
  if (simulate === "refuse") return { kind: "refused", providerCode: SIMULATED_REFUSAL };
  if (simulate !== "no_answer" || attempts > 0) return undefined;
  return { kind: "unknown", fault: "the simulator did not answer, as the name asks" };
}

/** What the simulator finds when it has accepted a check; undefined where it waits for a test. */
export function simulatedResult({ simulate }: PayeeCheckRequest): PayeeCheckResult | undefined {
  if (simulate === "wait") return undefined;
  if (simulate === undefined || simulate === "refuse" || simulate === "no_answer") return "matched";
  return simulate;
}

/** The name that the simulator says an account has that nearly has this one. */
export function simulatedAccountName(name: string): string {
  const end = endOf(name);
  const rest = end === undefined ? name : name.trimEnd().slice(0, -end.length).trimEnd();
  return rest === "" || end === undefined ? `${rest} & Co`.trim() : rest;
}

function endOf(name: string): keyof typeof ASKED | undefined {
  const text = name.trimEnd().toLowerCase();
  return ENDS.find((end) => text.endsWith(end));
}

/** What comes of an outcome that a test says of a thing, and the refusal of one that no provider of a kind may say. */

import type { RequestKind } from "../../contract/messages/provider_kinds.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { PROVIDER_OUTCOMES, SIMULATOR } from "../provider_request/providers.ts";

/** `status`: of the thing afterwards. */
export type Decided =
  | { refused: false; facts: readonly Fact[]; provider: string; status: string }
  | Refusal<"resource_not_found" | "provider_outcome_unsupported" | "state_conflict">;

export function refuseOutcome(
  kind: RequestKind,
  outcome: string,
): Refusal<"provider_outcome_unsupported"> {
  const provider = SIMULATOR;
  const supported: readonly string[] = PROVIDER_OUTCOMES[kind];
  const message = `the provider ${provider} never says this of a ${kind}`;
  const says = `outcome is none of ${supported.join(", ")}`;
  return refuse("provider_outcome_unsupported", message, {
    provider,
    outcome,
    supported,
    issues: [{ code: "outcome_unsupported", message: says, path: ["outcome"] }],
  });
}

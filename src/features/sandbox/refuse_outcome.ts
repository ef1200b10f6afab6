/** The refusal of an outcome that no provider of a kind may say. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { PROVIDER_OUTCOMES, type ProviderKind, SIMULATOR } from "../provider_request/providers.ts";

export function refuseOutcome(
  kind: ProviderKind,
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

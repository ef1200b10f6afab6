/** Which outcomes a confirmation may name, by what is confirmed and by who says so. */
import { type RequestKind, serves } from "../../contract/messages/provider_kinds.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import { CONFIRMED_OUTCOMES } from "./confirmed_subjects.ts";
import type { ConfirmedFacts, ConfirmedType } from "./external_confirmation_document.ts";

/** What a provider must be asked for to have something to say about each type. */
const ASKED_FOR: Readonly<Record<ConfirmedType, RequestKind>> = {
  payout: "payout",
  collection: "collection",
  received_credit: "address",
  verification: "verification",
};

/**
 * `provider_outcome_unsupported` where nothing of the type can have the outcome, or where a provider that the operator has
 * configured has nothing to do with things of the type.
 */
export function refuseUnsupported(
  { providers }: ProviderState,
  { provider, outcome, resource: { type } }: ConfirmedFacts,
): Refusal<"provider_outcome_unsupported"> | undefined {
  const known = [...providers.values()].find((one) => one.provider === provider);
  const saysNothing = known !== undefined && !serves(known.kind, ASKED_FOR[type]);
  const supported = saysNothing ? [] : CONFIRMED_OUTCOMES[type];
  if (supported.includes(outcome)) return undefined;
  const says = supported.length === 0 ? "nothing" : supported.join(", ");
  const thing = type.replaceAll("_", " ");
  const message = `the provider ${provider} says ${says} of a ${thing}, not ${outcome}`;
  return refuse("provider_outcome_unsupported", message, {
    provider,
    outcome,
    supported,
    issues: [
      { code: "outcome_unsupported", message: `outcome is none of: ${says}`, path: ["outcome"] },
    ],
  });
}

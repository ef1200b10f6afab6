/**
 * What the simulator finds in a verification, as a test tells it: judged here for every operation that tells it,
 * so that none of them is another way to verify.
 */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { VerificationDocument } from "../entity/verification_document.ts";
import { partsOf, refuseVerificationStatus } from "../entity/verification_lifecycle.ts";
import {
  outcomeFact,
  type ReportedOutcome,
  refuseUnaskedFields,
} from "../entity/verification_outcome.ts";
import { verificationNotFound } from "../entity/verification_resource.ts";
import type { KycTier } from "../ledger/roles.ts";
import { PROVIDER_OUTCOMES } from "../provider_request/providers.ts";
import { productClockMs } from "./product_clock.ts";
import { type Decided, refuseOutcome } from "./refuse_outcome.ts";
import type { SandboxState } from "./sandbox_state.ts";

/** What a test says. `outcome` may be any text. */
export type ToldOutcome = Omit<ReportedOutcome, "outcome"> & { outcome: string };

/** The fact of the outcome; or the refusal, in the order of the feature's README. */
export function decidedVerification(
  state: SandboxState,
  verification: VerificationDocument,
  told: ToldOutcome,
  context: DecisionContext,
):
  | { refused: false; fact: ReturnType<typeof outcomeFact> }
  | Refusal<"provider_outcome_unsupported" | "state_conflict"> {
  const { outcome, tier, fields } = told;
  const known = PROVIDER_OUTCOMES.verification.find((name) => name === outcome);
  if (known === undefined) return refuseOutcome("verification", outcome);
  const parts = partsOf(state, verification);
  const refusal =
    refuseVerificationStatus(verification, ["processing", "requires_input"]) ??
    refuseHigherTier(verification, tier) ??
    refuseUnaskedFields(parts, fields);
  if (refusal !== undefined) return refusal;
  const { nowMs, actor } = context;
  const clockMs = productClockMs(state, context);
  const reported = { outcome: known, tier, fields };
  return { refused: false, fact: outcomeFact(state, parts, reported, { nowMs, actor, clockMs }) };
}

/** The verification with this id, by what a test says of it. */
export function decidedResource(
  state: SandboxState,
  verificationId: string,
  outcome: string,
  context: DecisionContext,
): Decided {
  const verification = state.verifications.byId(context.realm, verificationId);
  if (verification === undefined) return verificationNotFound(verificationId, ["resource", "id"]);
  const decided = decidedVerification(state, verification, { outcome }, context);
  if (decided.refused) return decided;
  const { fact } = decided;
  const { provider, status } = fact.verification;
  return { refused: false, facts: [fact], provider, status };
}

/** `state_conflict` where more shall be attained than was asked for. */
function refuseHigherTier(
  { verificationId, tier: asked }: VerificationDocument,
  tier: KycTier | undefined,
): Refusal<"state_conflict"> | undefined {
  if (tier === undefined || tier <= asked) return undefined;
  const message = `verification ${verificationId} asks for ${asked}, which ${tier} is above`;
  return refuse("state_conflict", message, {
    verificationId,
    expected: asked,
    actual: tier,
    issues: [{ code: "tier_too_high", message, path: ["tier"] }],
  });
}

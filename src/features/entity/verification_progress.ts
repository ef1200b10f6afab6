/**
 * What a verification makes of how far its provider of live says that it is. What comes late, or contradicts
 * what was decided, changes nothing.
 */
import { invariant } from "../../base/invariant.ts";
import type { ProviderField, ProviderProgress } from "../../contract/provider_protocol.ts";
import { KYC_TIERS, type KycTier } from "../ledger/roles.ts";
import type { ProgressOfSubject } from "../provider_request/provider_request_changes.ts";
import type { EntityState } from "./entity_state.ts";
import { fieldsUpTo } from "./kyc_fields.ts";
import { isOpenVerification } from "./verification_document.ts";
import { partsOf, type VerificationParts } from "./verification_lifecycle.ts";
import { type JudgedField, outcomeFact, type ReportedOutcome } from "./verification_outcome.ts";

export const verificationProgress: ProgressOfSubject<EntityState> = (
  state,
  { subject },
  progress,
  context,
) => {
  const verification = state.verifications.byId(context.realm, subject.id);
  invariant(verification !== undefined, "a request about a verification names one");
  if (!isOpenVerification(verification)) return { facts: [], isOver: true };
  const { status } = progress;
  if (status === "processing" || status === verification.status) return NOTHING;
  const parts = partsOf(state, verification);
  const fact = outcomeFact(state, parts, reportedBy(parts, progress, status), context);
  return { facts: [fact], isOver: status !== "requires_input" };
};

const NOTHING = { facts: [], isOver: false };

/** The outcome in the words of this platform. */
function reportedBy(
  { entity, verification }: VerificationParts,
  { tier, reason, fields }: ProviderProgress,
  outcome: ReportedOutcome["outcome"],
): ReportedOutcome {
  if (outcome === "verified") return { outcome, tier: tierOf(tier, verification.tier) };
  const asked = fieldsUpTo(entity.kind, verification.tier).map(({ field }) => field);
  const judged = judgedFields(fields, asked, reason ?? outcome);
  return judged.length === 0 ? { outcome } : { outcome, fields: judged };
}

/** A lower tier than was asked for, where the provider names one; never a higher one. */
function tierOf(told: string | undefined, asked: KycTier): KycTier | undefined {
  const known = KYC_TIERS.find(({ tier }) => tier === told)?.tier;
  return known !== undefined && known < asked ? known : undefined;
}

function judgedFields(
  fields: Readonly<Record<string, ProviderField>> = {},
  asked: readonly string[],
  otherwise: string,
): JudgedField[] {
  return Object.entries(fields).flatMap(([field, { status, reason = otherwise }]) =>
    status === "rejected" && asked.includes(field) ? { field, reason } : [],
  );
}

/**
 * What the progress that a provider of live reports changes in a verification. A report that comes late, or that
 * contradicts what was decided, changes nothing.
 */
import { invariant } from "../../base/invariant.ts";
import type { StatusOf } from "../../contract/messages/provider_kinds.ts";
import type {
  ProviderField,
  ProviderProgress,
  ProviderTier,
} from "../../contract/messages/provider_protocol.ts";
import { KYC_TIERS, type KycTier, NO_TIER } from "../ledger/roles.ts";
import type {
  AttemptContext,
  ProgressOfSubject,
} from "../provider_request/provider_request_changes.ts";
import type { EntityState } from "./entity_state.ts";
import { fieldsUpTo } from "./kyc_fields.ts";
import { isOpenVerification, type VerificationStatus } from "./verification_document.ts";
import {
  partsOf,
  type VerificationFact,
  type VerificationParts,
} from "./verification_lifecycle.ts";
import { type JudgedField, outcomeFact, type ReportedOutcome } from "./verification_outcome.ts";

/**
 * The provider's status that each status of a verification stands for; absent: the verification ended without an
 * outcome.
 */
const STANDS: Readonly<Partial<Record<VerificationStatus, StatusOf<"verification">>>> = {
  pending: "processing",
  processing: "processing",
  requires_input: "requires_input",
  verified: "verified",
  failed: "rejected",
};

export const verificationProgress: ProgressOfSubject<EntityState> = (
  state,
  { subject },
  progress,
  context,
) => {
  const verification = state.verifications.byId(context.realm, subject.id);
  invariant(verification !== undefined, "a request about a verification names one");
  const stands = STANDS[verification.status];
  const isOver = !isOpenVerification(verification);
  if (stands === undefined) return { facts: [], verdict: "late", isOver };
  if (stands === progress.status) return { facts: [], verdict: "same", isOver };
  if (isOver) return { facts: [], verdict: "contradictory", isOver };
  const fact = progressFact(state, partsOf(state, verification), progress, context);
  const { status } = progress;
  return {
    facts: fact === undefined ? [] : [fact],
    verdict: "applied",
    isOver: status === "verified" || status === "rejected",
  };
};

/** The fact of the outcome that the provider reports of an open verification; undefined where it reports none. */
export function progressFact(
  state: EntityState,
  parts: VerificationParts,
  progress: ProviderProgress,
  context: Pick<AttemptContext, "nowMs" | "actor" | "clockMs">,
): VerificationFact | undefined {
  // A provider's statuses are read by the kind of the request.
  const status = progress.status as StatusOf<"verification">;
  if (status === "processing") return undefined;
  return outcomeFact(state, parts, reportedBy(parts, progress, status), context);
}

/** The provider's outcome as an outcome of this platform. */
function reportedBy(
  { entity, verification }: VerificationParts,
  { tier, reason, fields }: ProviderProgress,
  outcome: ReportedOutcome["outcome"],
): ReportedOutcome {
  if (outcome === "verified") return { outcome, tier: tierAttained(tier, verification.tier) };
  const asked = fieldsUpTo(entity.kind, verification.tier).map(({ field }) => field);
  const judged = judgedFields(fields, asked, reason ?? outcome);
  return judged.length === 0 ? { outcome } : { outcome, fields: judged };
}

/**
 * The tier that a provider reports, but never a higher one than was requested, because the provider has not checked a
 * higher one. News that an earlier version kept until its answer may name a tier that does not exist: then no tier is
 * attained.
 */
function tierAttained(told: ProviderTier | undefined, asked: KycTier): KycTier {
  if (told === undefined) return asked;
  const known = KYC_TIERS.find(({ tier }) => tier === told)?.tier ?? NO_TIER;
  return known < asked ? known : asked;
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

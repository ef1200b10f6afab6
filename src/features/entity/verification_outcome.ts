/**
 * What the outcome of a verification does, whoever reports it: a test, the simulator, later a provider. The
 * one place where a tier is attained.
 */
import { invariant } from "../../base/invariant.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { type KycTier, NO_TIER } from "../ledger/roles.ts";
import type { VerificationOutcome } from "../provider_request/providers.ts";
import type { EntityDocument } from "./entity_document.ts";
import type { EntityFact } from "./entity_facts.ts";
import type { EntityState } from "./entity_state.ts";
import type { KycDocumentKind } from "./kyc_document_document.ts";
import { endOfTierMs } from "./kyc_expiry.ts";
import type { KycFieldStatus } from "./kyc_field_status.ts";
import { fieldsUpTo, tierOfField } from "./kyc_fields.ts";
import type { KycFile, KycProfileDocument } from "./kyc_profile_document.ts";
import {
  inVerificationStatus,
  toldFact,
  type VerificationFact,
  type VerificationParts,
} from "./verification_lifecycle.ts";

/** A field that the provider rejects or asks for again, and why. */
export type JudgedField = { field: string; reason: string };

export type ReportedOutcome = {
  outcome: VerificationOutcome;
  /** With `verified`: the attained tier, where it is lower than the requested one; `tier_0`: none is attained. */
  tier?: KycTier | undefined;
  /** With every other status: the fields that it is about; absent: all that were not met before. */
  fields?: readonly JudgedField[] | undefined;
};

type OutcomeContext = Pick<DecisionContext, "nowMs" | "actor"> & {
  /** The time of the Product's clock, milliseconds UTC. */
  clockMs: number;
};

const REASONS = {
  rejected: "the provider has rejected it",
  requires_input: "the provider asks for it again",
} as const;

/** Refuses an outcome that names a field that the tier of the verification does not require of the entity. */
export function refuseUnaskedFields(
  { entity, verification }: VerificationParts,
  judged: readonly JudgedField[] = [],
): Refusal<"state_conflict"> | undefined {
  const asked = fieldsUpTo(entity.kind, verification.tier).map(({ field }) => field);
  const at = judged.findIndex(({ field }) => !asked.includes(field));
  if (at < 0) return undefined;
  const { verificationId, tier } = verification;
  const field = judged[at]?.field ?? "";
  const message = `verification ${verificationId} does not ask for ${field}`;
  return refuse("state_conflict", message, {
    verificationId,
    expected: tier,
    actual: tierOfField(entity.kind, field) ?? null,
    issues: [{ code: "not_asked", message, path: ["fields", at, "field"] }],
  });
}

/** The fact of an outcome. The verification must be open. */
export function outcomeFact(
  state: EntityState,
  before: VerificationParts,
  reported: ReportedOutcome,
  context: OutcomeContext,
): VerificationFact {
  const after = afterOutcome(before, reported, context);
  const files = judgedFiles(state, before.profile, after.profile, context);
  return toldFact(state, `kyc.${reported.outcome}`, before.entity, after, context, files);
}

function afterOutcome(
  before: VerificationParts,
  reported: ReportedOutcome,
  { nowMs, clockMs }: OutcomeContext,
): VerificationParts {
  const { outcome } = reported;
  const { newsAtMs: _over, lastError: _past, ...going } = before.verification;
  if (outcome === "verified") {
    const tier = reported.tier ?? going.tier;
    const profile = withMet(before, tier);
    const verification = { ...inVerificationStatus(going, "verified", nowMs), outcome };
    return { profile, verification, entity: attained(before.entity, profile, tier, clockMs) };
  }
  const judged = reported.fields ?? unmetFields(before, REASONS[outcome]);
  const reason = judged.map((field) => `${field.field}: ${field.reason}`).join("; ");
  const status = outcome === "rejected" ? "failed" : "requires_input";
  const verification = {
    ...inVerificationStatus(going, status, nowMs),
    outcome,
    lastError: { code: outcome, reason: reason === "" ? REASONS[outcome] : reason },
  };
  const kycStatus = outcome === "rejected" ? "rejected" : "action_required";
  const entity: EntityDocument = { ...before.entity, kycStatus };
  return { entity, profile: withRejected(before.profile, judged), verification };
}

/** The entity with the tier that it has attained, which is never lower than its earlier tier. */
function attained(
  { kycExpiresAtMs: endBefore, ...entity }: EntityDocument,
  profile: KycProfileDocument,
  tier: KycTier,
  clockMs: number,
): EntityDocument {
  const isNew = tier !== NO_TIER && tier >= entity.kycTier;
  const kycExpiresAtMs = isNew ? endOfTierMs(tier, entity, profile, clockMs) : endBefore;
  return {
    ...entity,
    kycStatus: "verified",
    kycTier: isNew ? tier : entity.kycTier,
    ...(kycExpiresAtMs !== undefined && { kycExpiresAtMs }),
  };
}

/** The fields of the verification that no verification has found to be met yet. */
function unmetFields(
  { entity, profile, verification }: VerificationParts,
  reason: string,
): JudgedField[] {
  return fieldsUpTo(entity.kind, verification.tier).flatMap(({ field }) => {
    const parts = [profile.fields[field], profile.files?.[field as KycDocumentKind]];
    const isUnmet = parts.some((part) => part !== undefined && part.status !== "met");
    return isUnmet ? { field, reason } : [];
  });
}

function withMet({ entity, profile }: VerificationParts, tier: KycTier): KycProfileDocument {
  const asked = fieldsUpTo(entity.kind, tier).map(({ field }) => ({ field }));
  return withJudged(profile, asked, "met");
}

function withRejected(
  profile: KycProfileDocument,
  judged: readonly JudgedField[],
): KycProfileDocument {
  return withJudged(profile, judged, "rejected");
}

/** The profile with what was submitted of the named fields, texts and files alike, in a status. */
function withJudged(
  profile: KycProfileDocument,
  named: readonly { field: string; reason?: string }[],
  status: KycFieldStatus,
): KycProfileDocument {
  const fields = { ...profile.fields };
  const files: Record<string, KycFile> = { ...profile.files };
  for (const { field, reason } of named) {
    const text = fields[field];
    const file = files[field];
    if (text !== undefined) fields[field] = inStatus(text, status, reason);
    if (file !== undefined) files[field] = inStatus(file, status, reason);
  }
  return { ...profile, fields, ...(profile.files !== undefined && { files }) };
}

function inStatus<T extends { status: KycFieldStatus; reason?: string }>(
  { reason: _past, ...part }: T,
  status: KycFieldStatus,
  reason: string | undefined,
): T {
  return { ...part, status, ...(reason !== undefined && { reason }) } as T;
}

/** The document files that were judged together with their fields. */
function judgedFiles(
  { kycDocuments }: EntityState,
  { realm, files: before = {} }: KycProfileDocument,
  { files = {} }: KycProfileDocument,
  { nowMs, actor }: OutcomeContext,
): NonNullable<EntityFact["kycDocuments"]> {
  return Object.entries(files).flatMap(([kind, { status, reason, kycDocumentId }]) => {
    const was = before[kind as KycDocumentKind];
    if (was?.status === status && was.reason === reason) return [];
    const document = kycDocuments.byId(realm, kycDocumentId);
    invariant(document !== undefined, "a file that a profile names is there");
    const { realm: _realm, reason: _past, ...kept } = document;
    return {
      ...kept,
      status,
      ...(reason !== undefined && { reason }),
      updatedAtMs: nowMs,
      revision: kept.revision + 1,
      changedBy: actorText(actor),
    };
  });
}

/** What the operations on verifications share: look-ups, refusals, and the facts of changes. */
import { invariant } from "../../base/invariant.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { previousFields } from "../previous_fields.ts";
import { abandonFacts } from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import type { EntityDocument } from "./entity_document.ts";
import {
  type EntityEvent,
  type EntityFact,
  type UntoldEntityChange,
  VERIFICATION_DROPPED,
  type VerificationDropped,
} from "./entity_facts.ts";
import { entityNotFound } from "./entity_resource.ts";
import type { EntityState } from "./entity_state.ts";
import { groupOfEntity, suffixOfEntity } from "./entity_tables.ts";
import { changeOfKyc, withoutRealm } from "./kyc_change.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";
import { type KycProfileParts, kycProfileResource } from "./kyc_profile_resource.ts";
import { requirementsOf } from "./kyc_requirements.ts";
import {
  isOpenVerification,
  OPEN_VERIFICATION_STATUSES,
  type VerificationDocument,
  type VerificationStatus,
} from "./verification_document.ts";
import { verificationNotFound } from "./verification_resource.ts";

/** A verification with its entity, and the entity's profile. */
export type VerificationParts = {
  entity: EntityDocument;
  profile: KycProfileDocument;
  verification: VerificationDocument;
};

/** The verification of an entity, by the ids of a request. */
export function findVerification(
  state: EntityState,
  realm: number,
  { entityId, verificationId }: { entityId: string; verificationId: string },
): VerificationParts | Refusal<"entity_not_found" | "resource_not_found"> {
  if (state.entities.byId(realm, entityId) === undefined) return entityNotFound(entityId);
  const verification = state.verifications.byId(realm, verificationId);
  if (verification?.entityId !== entityId) return verificationNotFound(verificationId);
  return partsOf(state, verification);
}

/** The verification with its entity and profile, which exist. */
export function partsOf(state: EntityState, verification: VerificationDocument): VerificationParts {
  const { realm, entityId } = verification;
  const entity = state.entities.byId(realm, entityId);
  const profile = state.kycProfiles.get(realm, suffixOfEntity(entityId));
  invariant(entity !== undefined, "a verification is of an entity");
  invariant(profile !== undefined, "an entity that is verified has a profile");
  return { entity, profile, verification };
}

/** `state_conflict` unless the verification is in one of the `expected` statuses. */
export function refuseVerificationStatus(
  { verificationId, status, revision }: VerificationDocument,
  expected: readonly VerificationStatus[] = OPEN_VERIFICATION_STATUSES,
): Refusal<"state_conflict"> | undefined {
  if (expected.includes(status)) return undefined;
  const allowed = expected.join(" or ");
  return refuse("state_conflict", `verification ${verificationId} is ${status}, not ${allowed}`, {
    verificationId,
    status,
    expected: allowed,
    actual: status,
    revision,
  });
}

/** The verification in a new status. */
export function inVerificationStatus(
  before: VerificationDocument,
  status: VerificationStatus,
  nowMs: number,
): VerificationDocument {
  return { ...before, status, reachedAtMs: { ...before.reachedAtMs, [status]: nowMs } };
}

/** A fact that has a verification. */
export type VerificationFact = EntityFact & Required<Pick<EntityFact, "verification">>;
type ChangeContext = Pick<DecisionContext, "nowMs" | "actor">;

/** The fact of a change that has an event; sets revision, time and actor. */
export function toldFact(
  state: EntityState,
  event: EntityEvent,
  before: EntityDocument,
  { entity, profile: { realm: _realm, ...profile }, verification }: VerificationParts,
  context: ChangeContext,
  kycDocuments: EntityFact["kycDocuments"] = [],
): VerificationFact {
  const next = nextVerification(verification, context);
  const change = {
    profile,
    verification: next,
    ...(kycDocuments.length > 0 && { kycDocuments }),
  };
  const { fact } = changeOfKyc(state, event, before, entity, change, context);
  return { ...fact, verification: next };
}

/** The fact of a change of the verification alone, which has no event. */
export function untoldFact(
  change: UntoldEntityChange,
  { entity: { realm: _realm, ...entity }, verification }: VerificationParts,
  context: ChangeContext,
): VerificationFact {
  const next = nextVerification(verification, context);
  return { kind: `entity.${change}.1`, entity, verification: next };
}

function nextVerification(
  { realm: _realm, ...verification }: VerificationDocument,
  { nowMs, actor }: ChangeContext,
): Omit<VerificationDocument, "realm"> {
  return {
    ...verification,
    revision: verification.revision + 1,
    updatedAtMs: nowMs,
    changedBy: actorText(actor),
  };
}

/**
 * The entity once its verification has ended without an outcome: what was submitted waits for another one, or,
 * where something that the tier asks for is rejected or missing, the customer is to submit that first.
 */
export function withoutReview({
  entity,
  profile,
  verification,
}: VerificationParts): EntityDocument {
  if (entity.kycStatus !== "in_review" && entity.kycStatus !== "action_required") return entity;
  const isLacking = requirementsOf(entity, profile, verification.tier).some(
    ({ status }) => status === "rejected" || status === "missing",
  );
  return { ...entity, kycStatus: isLacking ? "action_required" : "submitted" };
}

/** The facts by which an open verification ends without an outcome; its provider is not asked any more. */
export function endFacts(
  state: EntityState,
  before: VerificationParts,
  status: "cancelled" | "expired",
  context: ChangeContext,
): [VerificationFact, ...Fact[]] {
  invariant(isOpenVerification(before.verification), "only what goes on can end");
  const after = {
    ...before,
    entity: withoutReview(before),
    verification: ended(before.verification, status, context),
  };
  const fact = toldFact(state, `kyc.verification_${status}`, before.entity, after, context);
  return [fact, ...abandonFacts(requestOf(state, before.verification), context)];
}

/** The verification of the entity that goes on; undefined where none does. There is one at the most. */
export function openVerificationOf(
  state: EntityState,
  { realm, entityId }: EntityDocument,
): VerificationParts | undefined {
  const open = state.verifications
    .inGroup("entity", groupOfEntity(realm, entityId))
    .find(isOpenVerification);
  return open && partsOf(state, open);
}

/**
 * The facts by which an open verification is cancelled, because another starts in the same record, or its
 * entity is archived or erased. `afterwards`: the documents that the whole record changes, as they are after it; the
 * event shows the KYC profile with them.
 */
export function dropFacts(
  state: EntityState,
  before: VerificationParts,
  afterwards: Partial<KycProfileParts>,
  context: ChangeContext,
): Fact[] {
  const { realm: _of, ...entity } = before.entity;
  const cancelled = ended(before.verification, "cancelled", context);
  const verification = nextVerification(cancelled, context);
  const after: KycProfileParts = { ...before, verification, ...afterwards };
  const shown: KycProfileParts = {
    entity: withoutRealm(after.entity) ?? entity,
    profile: withoutRealm(after.profile),
    verification: withoutRealm(after.verification),
  };
  const dropped: VerificationDropped = {
    kind: VERIFICATION_DROPPED,
    entity,
    verification,
    shown,
    previous: previousFields(kycProfileResource(before), kycProfileResource(shown)),
  };
  return [dropped, ...abandonFacts(requestOf(state, before.verification), context)];
}

/** The verification without an outcome; the simulator has no news of it any more. */
function ended(
  { newsAtMs: _never, ...verification }: VerificationDocument,
  status: "cancelled" | "expired",
  { nowMs }: ChangeContext,
): VerificationDocument {
  return inVerificationStatus(verification, status, nowMs);
}

/** The request to the provider that one record made together with the verification. */
function requestOf(
  { providerRequests, verifications }: EntityState,
  { realm, verificationId }: VerificationDocument,
): ProviderRequestDocument | undefined {
  return providerRequests.get(realm, verifications.keyOf(verificationId));
}

/**
 * The facts about an entity and what was submitted of it. Each carries the whole entity, and every other
 * document that it changes, as they are afterwards; one `apply` puts those that are there.
 */
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { EntityDocument } from "./entity_document.ts";
import type { EntityState } from "./entity_state.ts";
import { suffixOfEntity } from "./entity_tables.ts";
import type { KycDocumentDocument } from "./kyc_document_document.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";
import type { KycProfileParts } from "./kyc_profile_resource.ts";
import type { KycValuesDocument } from "./kyc_values_document.ts";
import type { VerificationDocument } from "./verification_document.ts";

/** What can happen to an entity. */
export const ENTITY_EVENTS = [
  "updated",
  "restricted",
  "suspended",
  "reinstated",
  "archived",
  "erased",
  "kyc.submitted",
  "kyc.document_added",
  "kyc.expired",
  "kyc.verification_started",
  "kyc.verification_processing",
  "kyc.verification_failed",
  "kyc.verification_cancelled",
  "kyc.verification_expired",
  "kyc.requires_input",
  "kyc.verified",
  "kyc.rejected",
] as const;
export type EntityEvent = (typeof ENTITY_EVENTS)[number];

/**
 * Changes that no listener is told of: that a provider was asked without an answer, and, in records of earlier
 * versions, that a verification was cancelled because another starts or its entity is erased or archived.
 */
export const UNTOLD_ENTITY_CHANGES = [
  "kyc.verification_attempted",
  "kyc.verification_dropped",
] as const;
export type UntoldEntityChange = (typeof UNTOLD_ENTITY_CHANGES)[number];

type Stored<D> = Omit<D, "realm">;

export type EntityFact = {
  kind: `entity.${EntityEvent | UntoldEntityChange}.1`;
  entity: Stored<EntityDocument>;
  /** Also where it did not change, if the events of the fact show it; absent where there is none. */
  profile?: Stored<KycProfileDocument>;
  /** The same. */
  verification?: Stored<VerificationDocument>;
  values?: Stored<KycValuesDocument>;
  kycDocument?: Stored<KycDocumentDocument>;
  /** Further ones. */
  kycDocuments?: readonly Stored<KycDocumentDocument>[];
  /** The fields in answers that the change has changed, as they were. */
  previous?: object;
};

/**
 * A verification was cancelled because another starts, or its entity is archived or erased. `shown`: what the KYC
 * profile of the entity is made of right after the whole record, which the event of this fact shows.
 */
export const VERIFICATION_DROPPED = "entity.kyc.verification_dropped.2";
export type VerificationDropped = Omit<EntityFact, "kind"> & {
  kind: typeof VERIFICATION_DROPPED;
  shown: KycProfileParts;
};

export const entityFacts: Readonly<Record<string, Apply<EntityState>>> = Object.fromEntries(
  [
    ...[...ENTITY_EVENTS, ...UNTOLD_ENTITY_CHANGES].map((change) => `entity.${change}.1`),
    VERIFICATION_DROPPED,
  ].map((kind) => [kind, applyEntity]),
);

/** Puts every document that the fact has. */
function applyEntity(state: EntityState, fact: Fact, { realm }: { realm: number }): void {
  const {
    entity,
    profile,
    values,
    verification,
    kycDocument,
    kycDocuments = [],
  } = fact as EntityFact;
  const key = suffixOfEntity(entity.entityId);
  const { entities, kycProfiles, kycValues, verifications } = state;
  entities.set(key, { realm, ...entity });
  if (profile !== undefined) kycProfiles.set(key, { realm, ...profile });
  if (values !== undefined) kycValues.set(key, { realm, ...values });
  if (verification !== undefined) {
    const { verificationId } = verification;
    verifications.set(verifications.keyOf(verificationId), { realm, ...verification });
  }
  const table = state.kycDocuments;
  for (const document of [...(kycDocument === undefined ? [] : [kycDocument]), ...kycDocuments]) {
    table.set(table.keyOf(document.kycDocumentId), { realm, ...document });
  }
}

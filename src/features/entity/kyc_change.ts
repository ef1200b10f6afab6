/**
 * The one function that changes the KYC data of an entity: it makes a fact with everything that its events show, and
 * the profile as answers show it afterwards.
 */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { previousFields } from "../previous_fields.ts";
import type { EntityDocument } from "./entity_document.ts";
import type { EntityEvent, EntityFact } from "./entity_facts.ts";
import { nextRevision } from "./entity_lifecycle.ts";
import type { EntityState } from "./entity_state.ts";
import { suffixOfEntity } from "./entity_tables.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";
import { kycProfileResource } from "./kyc_profile_resource.ts";
import type { KycProfile } from "./kyc_profile_schema.ts";

/** The documents that a change replaces, as they are afterwards; a document that is absent stays. */
export type KycChange = Partial<
  Pick<EntityFact, "profile" | "values" | "verification" | "kycDocument" | "kycDocuments">
>;

/**
 * `before`: the entity as the state has it. `after`: the entity with what changes of it; its revision, time
 * and actor are set here. `after` is the object `before` where nothing changes of the entity itself.
 */
export function changeOfKyc(
  state: EntityState,
  event: EntityEvent,
  before: EntityDocument,
  after: EntityDocument,
  change: KycChange,
  context: Pick<DecisionContext, "nowMs" | "actor">,
): { fact: EntityFact; profile: KycProfile } {
  const { realm, ...same } = before;
  const old = profileOf(state, before);
  const verificationId = (change.profile ?? old)?.verificationId;
  const verification = change.verification ?? verificationOf(state, realm, verificationId);
  const profile = change.profile ?? old;
  const parts = {
    entity: after === before ? same : nextRevision(after, context),
    ...(profile !== undefined && { profile }),
    ...(verification !== undefined && { verification }),
  };
  const shown = kycProfileResource(parts);
  const shownBefore = kycProfileResource({
    entity: before,
    profile: old,
    verification: verificationOf(state, realm, old?.verificationId),
  });
  const previous = previousFields(shownBefore, shown);
  return { fact: { kind: `entity.${event}.1`, ...parts, ...change, previous }, profile: shown };
}

/** The profile of an entity without its realm, as facts have it; undefined where nothing was submitted. */
export function profileOf(
  { kycProfiles }: EntityState,
  { realm, entityId }: Pick<EntityDocument, "realm" | "entityId">,
): EntityFact["profile"] {
  return withoutRealm(kycProfiles.get(realm, suffixOfEntity(entityId)));
}

/** The profile of the entity; one without fields where nothing was submitted. */
export function profileOrEmpty(
  state: EntityState,
  entity: Pick<EntityDocument, "realm" | "entityId">,
): Omit<KycProfileDocument, "realm"> {
  return profileOf(state, entity) ?? { entityId: entity.entityId, fields: {} };
}

function verificationOf(
  { verifications }: EntityState,
  realm: number,
  verificationId: string | undefined,
): EntityFact["verification"] {
  if (verificationId === undefined) return undefined;
  return withoutRealm(verifications.byId(realm, verificationId));
}

/** The document as facts have it. */
export function withoutRealm<D extends object>(
  document: (D & { realm?: number }) | undefined,
): Omit<D, "realm"> | undefined {
  if (document === undefined) return undefined;
  const { realm: _, ...rest } = document;
  return rest;
}

/** What the operations that change an entity share: refusals, and the fact of a change. */
import { invariant } from "../../base/invariant.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { KycTier } from "../ledger/roles.ts";
import { previousFields } from "../previous_fields.ts";
import type { EntityDocument, EntityStatus } from "./entity_document.ts";
import type { EntityEvent, EntityFact } from "./entity_facts.ts";
import { entityResource } from "./entity_resource.ts";
import type { Entity } from "./entity_schema.ts";

/** `entity_status_forbidden` unless the entity is in one of the `allowed` statuses. */
export function refuseEntityStatus(
  { entityId, status }: Pick<EntityDocument, "entityId" | "status">,
  allowed: readonly EntityStatus[] = ["active"],
): Refusal<"entity_status_forbidden"> | undefined {
  if (allowed.includes(status)) return undefined;
  const message = `entity ${entityId} is ${status}; allowed is ${allowed.join(" or ")}`;
  return refuse("entity_status_forbidden", message, { entityId, status });
}

/** What is asked about entities. */
export type EntitySight = {
  entities: { byId(realm: number, entityId: string): EntityDocument | undefined };
};

/** The entity of a customer; every customer has one, of the same record. */
export function entityOf(
  { entities }: EntitySight,
  realm: number,
  { entity }: { entity: { entityId: string } },
): EntityDocument {
  const found = entities.byId(realm, entity.entityId);
  invariant(found !== undefined, "a customer has an entity");
  return found;
}

/** `kyc_tier_insufficient` where the entity has attained less than the tier. `what`: what needs it, for people. */
export function refuseTier(
  { entityId, kycTier: attainedTier }: Pick<EntityDocument, "entityId" | "kycTier">,
  requiredTier: KycTier,
  what: string,
): Refusal<"kyc_tier_insufficient"> | undefined {
  if (attainedTier >= requiredTier) return undefined;
  const message = `${what} needs ${requiredTier}, entity ${entityId} has attained ${attainedTier}`;
  return refuse("kyc_tier_insufficient", message, { requiredTier, attainedTier, entityId });
}

/** `entity_status_forbidden` for an entity whose data was erased: nothing more may be submitted of it. */
export function refuseErased({
  entityId,
  status,
}: Pick<EntityDocument, "entityId" | "status">): Refusal<"entity_status_forbidden"> {
  const message = `what was submitted of entity ${entityId} was erased`;
  return refuse("entity_status_forbidden", message, { entityId, status });
}

/** The entity in a new status. */
export function inEntityStatus(
  before: EntityDocument,
  status: EntityStatus,
  nowMs: number,
): EntityDocument {
  return { ...before, status, reachedAtMs: { ...before.reachedAtMs, [status]: nowMs } };
}

/**
 * A change of the entity itself: the fact, and the entity as `entity.retrieve` shows it afterwards.
 * Revision, time and actor are set here.
 */
export function changeOfEntity(
  event: Exclude<EntityEvent, `kyc.${string}`>,
  before: EntityDocument,
  after: EntityDocument,
  context: DecisionContext,
): { fact: EntityFact; reply: Entity } {
  const { principal } = context;
  const entity = nextRevision(after, context);
  const reply = entityResource(entity, principal);
  const previous = previousFields(entityResource(before, principal), reply);
  return { fact: { kind: `entity.${event}.1`, entity, previous }, reply };
}

/** The entity after one change more: with revision, time and actor. */
export function nextRevision(
  { realm: _realm, ...entity }: EntityDocument,
  { nowMs, actor }: Pick<DecisionContext, "nowMs" | "actor">,
): Omit<EntityDocument, "realm"> {
  return {
    ...entity,
    revision: entity.revision + 1,
    updatedAtMs: nowMs,
    changedBy: actorText(actor),
  };
}

/** The common parts of the operations that change an entity: refusing, and changing. */
import { invariant } from "../../base/invariant.ts";
import { actorText } from "../../contract/actor.ts";
import type { DecisionContext } from "../../contract/operation.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import type { EntityDocument, EntityStatus } from "./entity_document.ts";
import type { EntityState } from "./entity_state.ts";

/** `entity_status_forbidden` unless the entity is in one of the `allowed` statuses. */
export function refuseEntityStatus(
  { entityId, status }: Pick<EntityDocument, "entityId" | "status">,
  allowed: readonly EntityStatus[] = ["active"],
): Refusal<"entity_status_forbidden"> | undefined {
  if (allowed.includes(status)) return undefined;
  const message = `entity ${entityId} is ${status}; allowed is ${allowed.join(" or ")}`;
  return refuse("entity_status_forbidden", message, { entityId, status });
}

/** The entity of a customer; every customer has one, of the same record. */
export function entityOf(
  { entities }: EntityState,
  realm: number,
  { entity }: { entity: { entityId: string } },
): EntityDocument {
  const found = entities.byId(realm, entity.entityId);
  invariant(found !== undefined, "a customer has an entity");
  return found;
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

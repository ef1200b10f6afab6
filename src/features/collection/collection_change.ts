/** What the operations that change a collection have in common: what stands against it, and the fact of a change. */
import { actorText } from "../../contract/actor.ts";
import { type Acceptance, accept, type DecisionContext } from "../../contract/operation.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import { previousFields } from "../previous_fields.ts";
import type { CollectionDocument, CollectionStatus } from "./collection_document.ts";
import type { CollectionFact } from "./collection_facts.ts";
import { collectionResource } from "./collection_resource.ts";

/**
 * `collection_status_forbidden` unless the collection is in one of the `allowed` statuses. Of a row of a schedule nothing is
 * allowed: its money moves by the action of its object alone.
 */
export function refuseStatus(
  { collectionId, status, scheduleId }: CollectionDocument,
  allowed: readonly CollectionStatus[],
): Refusal<"collection_status_forbidden"> | undefined {
  if (scheduleId !== undefined) {
    const message = `collection ${collectionId} is of the row ${scheduleId}, whose schedule alone collects it`;
    return refuse("collection_status_forbidden", message, { collectionId, status, allowed: [] });
  }
  if (allowed.includes(status)) return undefined;
  const message = `collection ${collectionId} is ${status}; allowed is ${allowed.join(" or ")}`;
  const details = { collectionId, status, allowed: [...allowed] };
  return refuse("collection_status_forbidden", message, details);
}

/** The collection without what is told of a failed attempt. */
export function withoutFailure({ failure: _, ...collection }: CollectionDocument) {
  return collection;
}

/** The fact of a change; sets revision, time and actor. */
export function changedCollection(
  before: CollectionDocument,
  { realm: _, ...after }: CollectionDocument,
  { nowMs, principal, actor }: DecisionContext,
): CollectionFact {
  const collection: CollectionFact["collection"] = {
    ...after,
    updatedAtMs: nowMs,
    revision: before.revision + 1,
    changedBy: actorText(actor),
  };
  const previous = previousFields(
    collectionResource(before, principal),
    collectionResource(collection, principal),
  );
  return { kind: `collection.${collection.status}.1`, collection, previous };
}

/** Accepts a change. The reply is the collection as it then is. */
export function acceptCollection(
  fact: CollectionFact,
  { principal }: DecisionContext,
  alongside: Acceptance["facts"] = [],
): Acceptance {
  return accept([...alongside, fact], collectionResource(fact.collection, principal));
}

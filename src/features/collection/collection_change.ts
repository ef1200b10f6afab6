/** What the operations that change a collection have in common: what stands against it, and the fact of a change. */
import { suffixOf } from "../../base/id.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { CollectionDocument, CollectionStatus } from "./collection_document.ts";

/**
 * `collection_status_forbidden` unless the collection is in one of the `allowed` statuses. Of a row of a schedule, and of an action,
 * nothing is allowed: what follows is said by the object's program alone.
 */
export function refuseStatus(
  { collectionId, status, objectId, scheduleId, attempts }: CollectionDocument,
  allowed: readonly CollectionStatus[],
): Refusal<"collection_status_forbidden"> | undefined {
  if (scheduleId !== undefined) {
    const message = `collection ${collectionId} is of the row ${scheduleId}, whose schedule alone collects it`;
    return refuse("collection_status_forbidden", message, { collectionId, status, allowed: [] });
  }
  if (objectId !== undefined) {
    const message = `collection ${collectionId} is of an action of object ${objectId}, whose actions alone say what follows`;
    return refuse("collection_status_forbidden", message, { collectionId, status, allowed: [] });
  }
  if (allowed.includes(status)) return undefined;
  const message = `collection ${collectionId} is ${status}; allowed is ${allowed.join(" or ")}`;
  const last = attempts.at(-1);
  const isAsked = status === "processing" && last !== undefined;
  const receiptId = isAsked && `rcpt_${suffixOf("op", last.operationId)}`;
  const details = {
    ...{ collectionId, status, allowed: [...allowed] },
    ...(receiptId !== false && { receiptId }),
  };
  return refuse("collection_status_forbidden", message, details);
}

/** The collection without what is told of a failed attempt. */
export function withoutFailure({ failure: _, ...collection }: CollectionDocument) {
  return collection;
}

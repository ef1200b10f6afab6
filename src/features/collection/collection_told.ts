/** Which end of a collection its object is told of: the clock then does what the object's program says. */

import type { Fact } from "../../contract/records/record.ts";
import type { MandateEnd } from "../../programs/action_schema.ts";
import type { CollectionDocument } from "./collection_document.ts";
import { collections } from "./collection_noun.ts";

/**
 * The collection with an end that its object is told of; one that was made by hand, or of which its object knows otherwise, stays as it is. What was taken back before the
 * object was told that it was collected, the object never had: it is told of a failure.
 */
export function withUntold(
  collection: CollectionDocument,
  ended: MandateEnd,
  { isUnheard, clockMs }: { isUnheard: boolean; clockMs: number },
): CollectionDocument {
  if (collection.objectId === undefined || collection.isApart === true) return collection;
  const isOvertaken = isUnheard || collection.untold === "collected";
  const untold = ended === "returned" && isOvertaken ? "failed" : ended;
  return { ...collection, untold, tellsAtMs: clockMs };
}

/** The fact that the object was told. */
export function toldFact({ realm: _, untold, tellsAtMs, ...collection }: CollectionDocument): Fact {
  return collections.fact("told", collection);
}

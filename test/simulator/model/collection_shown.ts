/** Collections as answers show them, and a new version of one. */
import { latest, type Moment, put, type Realm } from "./model.ts";
import type { CollectionShown, ConsentShown, ProgramPart } from "./program_part.ts";

export function collectionAnswer({
  simulatedAtMs: _,
  untold: __,
  tellsAtMs: ___,
  ...collection
}: CollectionShown) {
  return collection;
}

export function changedCollection(
  realm: Realm,
  collection: CollectionShown,
  moment: Moment,
): CollectionShown {
  const after = { ...collection, revision: collection.revision + 1 };
  putCollection(realm, after, moment);
  return after;
}

/** Changes what no answer shows: the revision stays. */
export function putCollection(realm: Realm, collection: CollectionShown, moment: Moment): void {
  const part = realm.program as ProgramPart;
  put(part.collections, collection.collectionId, collection, moment);
  part.changes++;
}

export function consentOf(realm: Realm, consentId: string): ConsentShown | undefined {
  return latest(realm.program?.consents ?? new Map<string, never>(), consentId);
}

/**
 * The facts about objects. Each has the whole object as it is afterwards, what it claims and releases, and the
 * changes of totals; the rows that move money, and the facts about decisions and schedules, stand beside it in the
 * same record.
 */
import type { Place } from "../../base/id.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import type { ClaimKey } from "../../programs/run/world.ts";
import { documentOfFact, type ObjectInFact } from "./object_document.ts";
import { claimKey, type ObjectState } from "./object_state.ts";

type Changes = {
  object: ObjectInFact;
  claimed?: readonly ClaimKey[] | undefined;
  released?: readonly ClaimKey[] | undefined;
  /** By the key of the total (`object_state.ts`): how much it grows, decimal. */
  totals?: Readonly<Record<string, string>> | undefined;
};

export const OBJECT_CREATED = "object.created.1";
export type ObjectCreated = Changes & { kind: typeof OBJECT_CREATED };

export const OBJECT_ACTED = "object.acted.1";
export type ObjectActed = Changes & {
  kind: typeof OBJECT_ACTED;
  action: string;
  stateBefore: string;
  /** What the action changed in answers, as it was. */
  previous: object;
  /** The record that changed the object before. */
  previousPlace: Place;
  /** Which of the rows, by their `sub`, pay to a revenue account of the Product. */
  fees?: readonly number[] | undefined;
};

export const OBJECT_MIGRATED = "object.migrated.1";
/** The object is of another Build from now on. */
export type ObjectMigrated = Changes & {
  kind: typeof OBJECT_MIGRATED;
  stateBefore: string;
  /** What the migration changed in answers, as it was. */
  previous: object;
  /** The record that changed the object before. */
  previousPlace: Place;
};

export const objectFacts: Record<string, Apply<ObjectState>> = {
  [OBJECT_MIGRATED]: (state, fact, head) => applyChanges(state, fact as ObjectMigrated, head),
  [OBJECT_CREATED]: (state, fact, head) => applyChanges(state, fact as ObjectCreated, head),
  [OBJECT_ACTED]: (state, fact, head) => applyChanges(state, fact as ObjectActed, head),
};

function applyChanges(state: ObjectState, changes: Changes, { realm, place }: RecordHead): void {
  const { object, claimed, released, totals } = changes;
  const { objects, objectClaims, objectTotals } = state;
  objects.set(objects.keyOf(object.objectId), documentOfFact(object, realm, place));
  for (const claim of released ?? []) objectClaims.remove(claimKey(realm, claim), realm);
  for (const claim of claimed ?? []) {
    objectClaims.set(claimKey(realm, claim), { realm, claimedBy: object.objectId });
  }
  for (const key in totals) {
    const change = totals[key] as string;
    const before = objectTotals.get(realm, key)?.total ?? "0";
    objectTotals.set(key, { realm, total: String(BigInt(before) + BigInt(change)) });
  }
}

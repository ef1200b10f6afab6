/**
 * The facts about objects. Each has the whole object as it is afterwards, what it claims and releases, and the
 * changes of totals; the rows that move money, and the facts about decisions and schedules, stand beside it in the
 * same record.
 */
import type { Place } from "../../base/id.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import type { MandateEnd } from "../../programs/action_schema.ts";
import type { ClaimKey } from "../../programs/run/world.ts";
import type { PayoutStatus } from "../payout/payout_document.ts";
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

export const OBJECT_PAYOUT_TOLD = "object.payout_told.1";
/** An object was told of an end of a payout that an action of it has made. */
export type ObjectPayoutTold = {
  kind: typeof OBJECT_PAYOUT_TOLD;
  objectId: string;
  payoutId: string;
  ended: PayoutStatus;
  /** The action that was called; absent where the program names none, or the object has ended. */
  called?: string;
  /** When it was due, by the Product's clock. */
  atMs: number;
  /** By the key of the total (`object_state.ts`): how much it grows, decimal. */
  totals?: Readonly<Record<string, string>>;
};

export const OBJECT_COLLECTION_TOLD = "object.collection_told.1";
/** An object was told of an end of a collection that it has asked a bank for. */
export type ObjectCollectionTold = {
  kind: typeof OBJECT_COLLECTION_TOLD;
  objectId: string;
  collectionId: string;
  /** The row of a schedule that waited. */
  scheduleId?: string;
  ended: MandateEnd;
  /** The action that was called; absent where nothing follows, or the object has ended. */
  called?: string;
  /** When it was due, by the Product's clock. */
  atMs: number;
  /** By the key of the total (`object_state.ts`): how much it grows, decimal. */
  totals?: Readonly<Record<string, string>>;
};

export const objectFacts: Record<string, Apply<ObjectState>> = {
  [OBJECT_PAYOUT_TOLD]: (state, fact, { realm }) =>
    addTotals(state, (fact as ObjectPayoutTold).totals, realm),
  [OBJECT_COLLECTION_TOLD]: (state, fact, { realm }) =>
    addTotals(state, (fact as ObjectCollectionTold).totals, realm),
  [OBJECT_MIGRATED]: (state, fact, head) => applyChanges(state, fact as ObjectMigrated, head),
  [OBJECT_CREATED]: (state, fact, head) => applyChanges(state, fact as ObjectCreated, head),
  [OBJECT_ACTED]: (state, fact, head) => applyChanges(state, fact as ObjectActed, head),
};

function addTotals({ objectTotals }: ObjectState, totals: Changes["totals"], realm: number): void {
  for (const key in totals) {
    const change = totals[key] as string;
    const before = objectTotals.get(realm, key)?.total ?? "0";
    objectTotals.set(key, { realm, total: String(BigInt(before) + BigInt(change)) });
  }
}

function applyChanges(state: ObjectState, changes: Changes, { realm, place }: RecordHead): void {
  const { object, claimed, released, totals } = changes;
  const { objects, objectClaims } = state;
  objects.set(objects.keyOf(object.objectId), documentOfFact(object, realm, place));
  for (const claim of released ?? []) objectClaims.remove(claimKey(realm, claim), realm);
  for (const claim of claimed ?? []) {
    objectClaims.set(claimKey(realm, claim), { realm, claimedBy: object.objectId });
  }
  addTotals(state, totals, realm);
}

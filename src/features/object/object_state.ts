/**
 * The part of a shard's state about objects: the objects, who holds each exclusive reference, and the totals over
 * a subject or the Product that counts, sums and limits ask for, and what own accounts hold. All of it stays in the `state` database.
 */
import { ResourceTable } from "../../contract/declare/resource.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { numberKey } from "../../contract/tables/table.ts";
import type { AggregateKey, ClaimKey, LimitKey } from "../../programs/run/world.ts";
import type { CollectionState } from "../collection/collection_facts.ts";
import type { ConsentPart } from "../consent/consent_noun.ts";
import type { DecisionState } from "../decision/decision_noun.ts";
import type { NewPayoutState } from "../payout/payout_decided.ts";
import type { ProductState } from "../product/product_state.ts";
import type { ScheduleState } from "../schedule/schedule_state.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { TransferState } from "../transfer/transfer_state.ts";
import type { ObjectDocument } from "./object_document.ts";
import { objects } from "./object_resource.ts";

/** Who holds an exclusive reference. */
export type ClaimDocument = { realm: number; claimedBy: string };
/** A count, or minor units; decimal. */
export type TotalDocument = { realm: number; total: string };

export type ObjectState = ProductState &
  TransferState &
  ConsentPart &
  CollectionState &
  DecisionState &
  ScheduleState &
  NewPayoutState &
  ReturnType<typeof createObjectState>;

export function createObjectState() {
  return {
    objects: new ResourceTable<ObjectDocument>(objects),
    objectClaims: new DocumentTable<ClaimDocument>({
      name: "object_claim",
      code: LEDGER_TABLE.objectClaim,
      stored: {},
    }),
    objectTotals: new DocumentTable<TotalDocument>({
      name: "object_total",
      code: LEDGER_TABLE.objectTotal,
      stored: {},
    }),
  };
}

/** Keys begin with the realm: a table finds what is in memory by its key alone. */
export function claimKey(realm: number, { kind, field, objectId }: ClaimKey): string {
  return `${numberKey(realm)}${kind} ${field} ${objectId}`;
}
export function aggregateKey(realm: number, key: AggregateKey): string {
  const { kind, name, scope, currency = "" } = key;
  return `${numberKey(realm)}a ${kind} ${name} ${currency} ${scope}`;
}
/** What own accounts of objects of the kind hold. */
export function ownMoneyKey(realm: number, kind: string, currency: string): string {
  return `${numberKey(realm)}o ${kind} ${currency}`;
}
export function limitKey(realm: number, { name, scope }: LimitKey): string {
  return `${numberKey(realm)}l ${name} ${scope}`;
}

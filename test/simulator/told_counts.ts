/** What the auditor counts of objects that are told how a payout or a collection has ended. */
import type { Fact, StoredRecord } from "../../src/contract/records/record.ts";
import { collections } from "../../src/features/collection/collection_noun.ts";
import { TRANSFER_ROW } from "../../src/features/ledger/transfer_row.ts";
import {
  OBJECT_COLLECTION_TOLD,
  OBJECT_PAYOUT_TOLD,
  type ObjectCollectionTold,
  type ObjectPayoutTold,
} from "../../src/features/object/object_facts.ts";
import { payouts } from "../../src/features/payout/payout_noun.ts";
import type { ScheduleChanged } from "../../src/features/schedule/schedule_facts.ts";
import { type Coverage, count } from "./coverage.ts";

export function countTold(record: StoredRecord, coverage: Coverage): void {
  const { facts, operation } = record;
  for (const fact of facts) {
    if (fact.kind === OBJECT_PAYOUT_TOLD) {
      const { ended, called } = fact as ObjectPayoutTold;
      count(coverage, `object told: payout ${ended}`);
      if (called !== undefined) count(coverage, `called when told: ${called}`);
      if (isMovedOn(facts)) count(coverage, "money came back to an object that has ended");
    }
    if (fact.kind === OBJECT_COLLECTION_TOLD) {
      const { ended, called, scheduleId } = fact as ObjectCollectionTold;
      const whose = scheduleId === undefined ? "object" : "row";
      count(coverage, `${whose} told: collection ${ended}`);
      if (called !== undefined) count(coverage, `called when told: ${called}`);
      const isGone = scheduleId === undefined && called === undefined && isMovedOn(facts);
      if (isGone) count(coverage, "money came to an object that has ended");
    }
    if (fact.kind === "schedule.changed.1") countRow(fact as ScheduleChanged, record, coverage);
    if (fact.kind === "payout.returned.1") countReturned(fact, coverage);
    if (operation === "object.schedule.run" && fact.kind === "collection.processing.1") {
      const attempts = collections.of(fact)?.attempts.length ?? 0;
      count(coverage, attempts > 1 ? "row asked its bank again" : "row asked its bank");
    }
  }
}

/** The money that an object has asked for stands on no account of it. */
function isMovedOn(facts: readonly Fact[]): boolean {
  const isActed = facts.some(({ kind }) => kind === "object.acted.1");
  return !isActed && facts.some(({ kind }) => kind === TRANSFER_ROW);
}

function countReturned(fact: Fact, coverage: Coverage): void {
  const { objectId, untold = [] } = payouts.of(fact) ?? {};
  if (objectId === undefined || untold.length < 2) return;
  count(coverage, "payout of an object returned before it was told to be posted");
}

function countRow(
  { row }: ScheduleChanged,
  { operation, facts }: StoredRecord,
  coverage: Coverage,
): void {
  const { collectionId, skippedBecause, status, isLast } = row;
  if (operation === "object.collection.run" && skippedBecause !== undefined) {
    count(coverage, `row skipped when it was told: ${skippedBecause}`);
  }
  if (operation !== "object.schedule.run" || collectionId === undefined) return;
  const isAsked = facts.some((fact) => collections.of(fact) !== undefined);
  const isLastCall = isLast === true && status === "failed";
  if (isAsked || isLastCall || status === "skipped") return;
  count(coverage, "row tried again with money that is here");
}

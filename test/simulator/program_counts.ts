/** What the auditor counts of programs, and which records change them. */
import type { StoredRecord } from "../../src/contract/records/record.ts";
import {
  MIGRATION_STEPPED,
  type MigrationStepped,
} from "../../src/features/product/build_migration.ts";
import type { ScheduleChanged } from "../../src/features/schedule/schedule_facts.ts";
import { type Coverage, count } from "./coverage.ts";
import type { Realm } from "./model/model.ts";

export function isOfProgram(operation: string): boolean {
  return /^(object|decision|consent|collection|product\.build)\./.test(operation);
}

export function countProgram({ facts }: StoredRecord, coverage: Coverage): void {
  for (const fact of facts) {
    if (fact.kind === "collection.collected.1") count(coverage, "money collected");
    if (fact.kind === "schedule.changed.1") {
      const { skippedBecause } = (fact as ScheduleChanged).row;
      if (skippedBecause === "migrated") count(coverage, "row skipped after a migration");
    }
    if (fact.kind !== MIGRATION_STEPPED) continue;
    const { migrated, refused, isLast } = fact as MigrationStepped;
    if (Object.keys(migrated).length > 0) count(coverage, "object migrated");
    for (const { code } of refused) count(coverage, `object that stays: ${code}`);
    if (isLast !== true) count(coverage, "migration of several steps");
  }
}

/** What was under way when the server went down. */
export function countDown(realms: readonly Realm[], how: string, coverage: Coverage): void {
  if (realms.some(awaitsRows)) count(coverage, `${how} while rows were due`);
  if (realms.some(isMigrating)) count(coverage, `${how} between two steps of a migration`);
}

/** Whether somebody waits for rows that were made due at once. */
function awaitsRows({ program }: Realm): boolean {
  return program?.firsts.some(({ overFrame }) => overFrame === Number.POSITIVE_INFINITY) === true;
}

function isMigrating({ program }: Realm): boolean {
  return program?.migrations.some(({ steps, isOver }) => steps > 0 && !isOver) === true;
}

/**
 * The migration that follows when a realm runs another Build: which objects of the Build before become objects of
 * it, how far it has come, and the objects that could not. It is carried out step by step, each step a record, by
 * `object.migration.run`; of several in a realm the one that was asked for first is carried out first.
 */
import { invariant } from "../../base/invariant.ts";
import type { DueSource } from "../../contract/declare/due_source.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import { DeadlineIndex } from "../../contract/tables/document_index.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { numberKey } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";

/** The most objects of one migration that are named with what they were refused for. */
export const REFUSED_SHOWN_MAX = 100;
/** A step counts as this many of those that a shard takes in one turn: all of them, or nearly. */
const STEP_WEIGHT = 64;

/** An object that stays with its Build, and what it was refused for. */
export type RefusedObject = { objectId: string; kind: string; code: string; message: string };

/** Of one kind: its objects when the first step ran, and what has become of them so far. */
export type KindProgress = { kind: string; total: number; migrated: number; refused: number };

/** Where a migration has come to. `at`: the kind, by its place in the list; `after`: its newest object that was looked at. */
export type MigrationPosition = { at: number; after: string };

export type BuildMigrationDocument = {
  realm: number;
  /** The number of the installation: see `ProductBuildDocument`. */
  revision: number;
  fromBuildId: string;
  toBuildId: string;
  /** When it was asked for, by the Product's clock. */
  dueAtMs: number;
  /** Objects with a greater key are newer than the installation: they are none of the Build before. */
  below: string;
  /** Steps that were carried out. */
  steps: number;
  position: MigrationPosition;
  kinds: readonly KindProgress[];
  refused: readonly RefusedObject[];
  startedAtMs?: number;
  finishedAtMs?: number;
};

/** What an installation says of it. */
export type PlannedMigration = Pick<BuildMigrationDocument, "fromBuildId" | "dueAtMs" | "below"> & {
  kinds: readonly string[];
};

export const MIGRATION_STEPPED = "product.migration_stepped.1";

/** One step: what it adds to the progress. `totals`: of the first step, the number of objects of each kind. */
export type MigrationStepped = {
  kind: typeof MIGRATION_STEPPED;
  revision: number;
  position: MigrationPosition;
  /** By kind. */
  migrated: Readonly<Record<string, number>>;
  refused: readonly RefusedObject[];
  totals?: readonly number[];
  atMs: number;
  isLast?: true;
};

export type BuildMigrations = {
  buildMigrations: DocumentTable<BuildMigrationDocument>;
  /** Those that are not finished. */
  waitingMigrations: DeadlineIndex<BuildMigrationDocument>;
};

export function createBuildMigrations(): BuildMigrations {
  const waitingMigrations = new DeadlineIndex<BuildMigrationDocument>(
    ({ finishedAtMs, dueAtMs }) => (finishedAtMs === undefined ? dueAtMs : undefined),
    ({ revision }) => numberKey(revision),
  );
  const buildMigrations = new DocumentTable<BuildMigrationDocument>({
    name: "build_migration",
    code: LEDGER_TABLE.buildMigration,
    indexes: [waitingMigrations],
  });
  return { buildMigrations, waitingMigrations };
}

/** No two realms share a key. `revision`: of the installation that asked for it. */
export function migrationKey(realm: number, revision: number): string {
  return `${realm}.${revision}`;
}

/** The migration that the realm carries out now; undefined where none waits. */
export function migrationOf(
  { buildMigrations, waitingMigrations }: BuildMigrations,
  realm: number,
): BuildMigrationDocument | undefined {
  const first = waitingMigrations.first(realm);
  return first && buildMigrations.get(realm, first.key);
}

export const migrationSteps: DueSource<BuildMigrations> = {
  name: "build_migration.step",
  realms: ({ waitingMigrations }) => waitingMigrations.realms(),
  earliest(state, realm) {
    const migration = migrationOf(state, realm);
    if (migration === undefined) return undefined;
    const { dueAtMs: atMs, revision, steps } = migration;
    const input = { revision, step: steps + 1 };
    return { atMs, operation: "object.migration.run", input, weight: STEP_WEIGHT };
  },
};

/** Puts the migration that an installation asks for into its table. */
export function planMigration(
  { buildMigrations }: BuildMigrations,
  realm: number,
  { kinds, ...planned }: PlannedMigration,
  { buildId, revision }: { buildId: string; revision: number },
): void {
  buildMigrations.set(migrationKey(realm, revision), {
    realm,
    revision,
    ...planned,
    toBuildId: buildId,
    steps: 0,
    position: { at: 0, after: "" },
    kinds: kinds.map((kind) => ({ kind, total: 0, migrated: 0, refused: 0 })),
    refused: [],
  });
}

export const migrationFacts: Record<typeof MIGRATION_STEPPED, Apply<BuildMigrations>> = {
  [MIGRATION_STEPPED]: ({ buildMigrations }, fact, { realm }) => {
    const { revision, position, migrated, refused, totals, atMs, isLast } =
      fact as MigrationStepped;
    const key = migrationKey(realm, revision);
    const before = buildMigrations.get(realm, key);
    invariant(before !== undefined, "a migration that goes on was asked for");
    buildMigrations.set(key, {
      ...before,
      steps: before.steps + 1,
      position,
      kinds: before.kinds.map((each, at) => ({
        kind: each.kind,
        total: totals?.[at] ?? each.total,
        migrated: each.migrated + (migrated[each.kind] ?? 0),
        refused: each.refused + refused.filter(({ kind }) => kind === each.kind).length,
      })),
      refused: [...before.refused, ...refused].slice(0, REFUSED_SHOWN_MAX),
      ...(before.startedAtMs === undefined && { startedAtMs: atMs }),
      ...(isLast === true && { finishedAtMs: atMs }),
    });
  },
};

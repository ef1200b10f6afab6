/**
 * object.migration.run: one step of the migration that follows when a realm runs another Build. It looks at a bounded
 * number of objects of the Build before, in the order of their ids: each becomes an object of the Build, or stays as
 * it is and is counted with what stands against it. No caller reaches the operation.
 */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { LruMap } from "../../base/lru_map.ts";
import {
  accept,
  type Decision,
  type DecisionContext,
  declareWrite,
} from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { Id } from "../../contract/values/formats.ts";
import { type CompiledMigration, compileMigration } from "../../programs/run/compiled_migration.ts";
import { PLATFORM_TERMS } from "../ledger/program_terms.ts";
import {
  type BuildMigrationDocument,
  MIGRATION_STEPPED,
  type MigrationPosition,
  type MigrationStepped,
  migrationOf,
  type RefusedObject,
} from "../product/build_migration.ts";
import { compiledOf, programOf } from "../product/running_program.ts";
import { MigrationSource } from "./migration_source.ts";
import { migratedBy } from "./object_migration.ts";
import { buildGroup } from "./object_resource.ts";
import type { ObjectState } from "./object_state.ts";

/** The most objects of the Build before that one step takes. */
export const STEP_OBJECTS_MAX = 50;
/** The most rows that a step reads in order to find them. */
export const STEP_ROWS_MAX = 500;
/** After so many characters of facts a step takes no further object: a record stays about as large as a frame. */
const STEP_LENGTH_MAX = 64 * 1_024;
/** Compiled migrations of a thread. */
const MIGRATIONS_MAX = 64;

/** The most that one step takes: objects, rows of the index, and characters of facts. */
export type StepSize = { objects: number; rows: number; length: number };
const STEP_SIZE: StepSize = {
  objects: STEP_OBJECTS_MAX,
  rows: STEP_ROWS_MAX,
  length: STEP_LENGTH_MAX,
};

const closed = { additionalProperties: false } as const;

/** By the digests of both Builds and the kind. */
const compiled = new LruMap<CompiledMigration>({
  countMax: MIGRATIONS_MAX,
  weightMax: MIGRATIONS_MAX,
});

export const objectMigrationRun = declareWrite<ObjectState>()({
  id: "object.migration.run",
  summary: "Migrate objects to another Build",
  description: "Done by the clock when another Build was applied to the Product.",
  http: { method: "POST", path: "/platform/migrations/{revision}/run" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: Type.Object({ revision: Type.Integer({ minimum: 1 }) }, closed),
  body: Type.Object(
    { step: Type.Integer({ minimum: 1, description: "The step that is due." }) },
    { title: "MigrationRun", ...closed },
  ),
  output: Type.Object(
    {
      buildId: Id("bld"),
      migrated: Type.Integer({ minimum: 0 }),
      refused: Type.Integer({ minimum: 0 }),
      isLast: Type.Boolean(),
    },
    { title: "MigrationRan", ...closed },
  ),
  refusals: ["state_conflict"],
  events: ["object.migrated", "object.state_changed", "account.created", "decision.declined"],
  decide: (state, asked, context) => decideStep(state, asked, context, STEP_SIZE),
});

/** What one step of this size does. */
export function decideStep(
  state: ObjectState,
  { revision, step }: { revision: number; step: number },
  context: DecisionContext,
  size: StepSize,
): Decision<"state_conflict"> {
  const migration = migrationOf(state, context.realm);
  if (migration?.revision !== revision || migration.steps + 1 !== step) {
    const message = `step ${step} of migration ${revision} is not the next one`;
    const actual = migration === undefined ? "none" : migration.steps + 1;
    return refuse("state_conflict", message, { expected: step, actual });
  }
  const taken = new Step(state, migration, context, size);
  taken.run();
  const { facts, stepped } = taken;
  const reply = {
    buildId: migration.toBuildId,
    migrated: Object.values(stepped.migrated).reduce((sum, count) => sum + count, 0),
    refused: stepped.refused.length,
    isLast: stepped.isLast === true,
  };
  return accept([...facts, stepped], reply);
}

class Step {
  readonly facts: Fact[] = [];
  readonly #state: ObjectState;
  readonly #migration: BuildMigrationDocument;
  readonly #context: DecisionContext;
  readonly #size: StepSize;
  readonly #migrated: Record<string, number> = {};
  readonly #refused: RefusedObject[] = [];
  readonly #seen: MigrationSource;
  #position: MigrationPosition;
  #objects = 0;
  #rows = 0;
  #length = 0;
  #opened = 0;

  constructor(
    state: ObjectState,
    migration: BuildMigrationDocument,
    context: DecisionContext,
    size: StepSize,
  ) {
    this.#size = size;
    this.#state = state;
    this.#migration = migration;
    this.#context = context;
    this.#position = migration.position;
    this.#seen = new MigrationSource(state, context.realm, context.place);
  }

  /** Takes objects of one kind after the other, until it has enough or none is left. */
  run(): void {
    const { kinds } = this.#migration;
    while (this.#position.at < kinds.length) {
      if (this.#takeKind(kinds[this.#position.at]?.kind as string)) return;
      this.#position = { at: this.#position.at + 1, after: "" };
    }
  }

  get stepped(): MigrationStepped {
    const { revision, steps, kinds, fromBuildId } = this.#migration;
    const { realm, nowMs } = this.#context;
    const { counted } = this.#state.objects;
    const totals = kinds.map(({ kind }) => counted.of(buildGroup(realm, kind, fromBuildId)));
    return {
      kind: MIGRATION_STEPPED,
      revision,
      position: this.#position,
      migrated: this.#migrated,
      refused: this.#refused,
      ...(steps === 0 && { totals }),
      atMs: nowMs,
      ...(this.#position.at === kinds.length && { isLast: true }),
    };
  }

  /** True: the step has enough. */
  #takeKind(kind: string): boolean {
    const { fromBuildId, below } = this.#migration;
    const group = buildGroup(this.#context.realm, kind, fromBuildId);
    for (const row of this.#state.objects.inOrder("build", group, this.#position.after)) {
      if (row.key >= below) return false;
      // A step that has enough and leaves no object is the last one, whatever else is in the index behind it.
      if (this.#rows >= this.#size.rows) return true;
      if (row.document !== undefined && this.#isFull) return true;
      this.#rows++;
      this.#position = { ...this.#position, after: row.key };
      if (row.document !== undefined) this.#take(kind, row.document);
    }
    return false;
  }

  get #isFull(): boolean {
    const { objects, length } = this.#size;
    return this.#objects >= objects || this.#length >= length;
  }

  #take(kind: string, object: Parameters<typeof migratedBy>[1]): void {
    this.#objects++;
    const { migration, build } = this.#parts(kind);
    const [state, context, opened] = [this.#state, this.#context, this.#opened];
    const source = this.#seen;
    const answer = migratedBy({ migration, build, state, source, context, opened }, object);
    if (answer.refused) {
      const { code, message } = answer;
      this.#refused.push({ objectId: object.objectId, kind, code, message });
      this.#length += message.length;
      return;
    }
    this.facts.push(...answer.facts);
    this.#seen.take(answer.facts);
    this.#opened += answer.facts.filter((fact) => fact.kind === "account.created.1").length;
    this.#migrated[kind] = (this.#migrated[kind] ?? 0) + 1;
    this.#length += JSON.stringify(answer.facts).length;
  }

  /** The migration of the kind, and the Build that its objects become objects of. */
  #parts(kind: string) {
    const { fromBuildId, toBuildId, revision } = this.#migration;
    const [state, { realm }] = [this.#state, this.#context];
    const applied = programOf(state, realm)?.applied ?? [];
    const build = applied.find((each) => each.revision === revision);
    const from = applied.find((each) => each.buildId === fromBuildId);
    invariant(build !== undefined && from !== undefined, "both Builds were installed");
    const key = `${from.digest} ${build.digest} ${kind}`;
    const known = compiled.get(key);
    if (known !== undefined) return { migration: known, build };
    const [before, after] = [fromBuildId, toBuildId].map((id) => compiledOf(state, realm, id));
    invariant(before !== undefined && after !== undefined, "an installed Build has its program");
    const migration = compileMigration(before, after, kind, PLATFORM_TERMS);
    compiled.set(key, migration, 1);
    return { migration, build };
  }
}

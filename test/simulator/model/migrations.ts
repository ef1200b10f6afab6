/**
 * The rules of migrations (src/decisions/0084): the objects of the Build before become objects of the next one, some in
 * each step, in the order of their ids; what does not fit stays as it is.
 */
import type { Program } from "../../../src/programs/program_schema.ts";
import { checkAggregates, checkDrained, checkPartitions } from "../../model/naive_amounts.ts";
import { amountOf, evaluate } from "../../model/naive_expression.ts";
import { checkFits, readValues } from "../../model/naive_fields.ts";
import { attempt, refuse, type Value } from "../../model/naive_value.ts";
import { copyOf, keep, nounOf, objectOf, type World } from "../../model/naive_world.ts";
import { programOfBuild } from "../editions.ts";
import { STEP_OBJECTS } from "../step_size.ts";
import type { Step } from "./clock.ts";
import { clockOf, type Input, latest, type Moment, type Realm, type Verdict } from "./model.ts";
import type { Migration, ObjectShown, ProgramPart } from "./program_part.ts";
import { openAccounts, showDecision, showObject } from "./program_shown.ts";
import { worldAt } from "./programs.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

export const MIGRATION_RULES: Readonly<Record<string, Decide>> = {
  "object.migration.run"(realm, { revision, step }, moment) {
    const part = realm.program as ProgramPart;
    const migration = part.migrations.find((each) => each.revision === revision) as Migration;
    if (migration.isOver || migration.steps + 1 !== step) return { code: "state_conflict" };
    const taken = migration.waiting.slice(0, STEP_OBJECTS);
    const refused: string[] = [];
    let opened = 0;
    for (const objectId of taken) {
      const came = migrated(realm, part, objectId, migration, { moment, opened });
      if (came === undefined) refused.push(objectId);
      opened += came ?? 0;
    }
    migration.steps++;
    migration.waiting = migration.waiting.slice(STEP_OBJECTS);
    migration.isOver = migration.waiting.length === 0;
    migration.refused = [...migration.refused, ...refused];
    const count = taken.length - refused.length;
    migration.migrated += count;
    const answer = { buildId: migration.to, migrated: count, refused: refused.length };
    return { code: undefined, answer: { ...answer, isLast: migration.isOver } };
  },
};

/** The objects of the Build before are known from the beginning: no others are made of it any more. */
export function planMigration(
  realm: Realm,
  { from, to, kinds }: { from: string; to: string; kinds: readonly string[] },
  moment: Moment,
): void {
  const part = realm.program as ProgramPart;
  const ids = [...part.objects.keys()].sort();
  const waiting = kinds.flatMap((kind) =>
    ids.filter((id) => {
      const object = latest(part.objects, id);
      return object?.kind === kind && object.buildId === from;
    }),
  );
  part.migrations.push({
    ...{ revision: part.builds.length, to, dueAtMs: clockOf(realm, moment.nowMs) },
    ...{ steps: 0, waiting, migrated: 0, refused: [], isOver: false },
  });
}

/** The next step of the migration that was asked for first. */
export function stepsOfMigrations({
  migrations,
}: ProgramPart): (Step & { id: string; source: number })[] {
  const migration = migrations.find(({ isOver }) => !isOver);
  if (migration === undefined) return [];
  const { revision, steps, dueAtMs: atMs } = migration;
  const input = { revision, step: steps + 1 };
  const operation = "object.migration.run";
  return [{ operation, input, cause: "clock", atMs, id: String(revision), source: 3 }];
}

/** Makes the object one of the next Build, and gives the number of accounts opened; undefined where it stays. */
function migrated(
  realm: Realm,
  part: ProgramPart,
  objectId: string,
  { to: buildId }: Migration,
  { moment, opened }: { moment: Moment; opened: number },
): number | undefined {
  const { buildId: from } = latest(part.objects, objectId) as ObjectShown;
  const [before, after] = [programOfBuild(from), programOfBuild(buildId)];
  const world = { ...worldAt(realm, part, clockOf(realm, moment.nowMs), before) };
  const tried = attempt(() => migrate(world, objectId, after));
  if ("refused" in tried) return undefined;
  endDecisions(world, objectId, { before, after });
  for (const each of world.decisions) showDecision(part, each, moment);
  Object.assign(part.world, world);
  const made = openAccounts(realm, part, { objectId, buildId }, moment, opened);
  showObject(part, { objectId, buildId, action: "product.build.apply" }, moment);
  return made;
}

/** `world` has the program of before, and is kept with the object changed where nothing refuses. */
function migrate(world: World, objectId: string, after: Program): void {
  const draft = copyOf(world);
  const object = objectOf(draft, objectId);
  const { kind, state } = object;
  const { states = {}, fields: named = {} } = after.migrations?.[kind] ?? {};
  draft.program = after;
  const noun = nounOf(draft, kind);
  const place = { world, object: objectOf(world, objectId) };
  object.fields = new Map();
  for (const [name, field] of Object.entries(noun.fields)) {
    const text = named[name];
    const given = text === undefined ? place.object.fields.get(name) : evaluate(text, place);
    const value = given ?? defaultOf(draft, name, field);
    if (value === undefined && field.required === true) refuse("state_constraint_failed", name);
    if (value === undefined) continue;
    checkFits(value, field, "state_constraint_failed");
    object.fields.set(name, value);
  }
  object.state = states[state] ?? state;
  object.revision++;
  checkPartitions({ world: draft, object });
  const left = object.remainders;
  object.remainders = new Map(
    Object.entries(noun.remainders ?? {}).map(([name, { start }]) => [
      name,
      left.get(name) ?? amountOf(start, { world: draft, object }),
    ]),
  );
  object.made = new Set([...object.made].filter((name) => noun.schedules?.[name] !== undefined));
  checkAggregates({ world: draft, object }, new Map(), { from: state });
  checkDrained(draft, object, state);
  keep(world, draft);
}

type Field = ReturnType<typeof nounOf>["fields"][string];

function defaultOf(world: World, name: string, field: Field): Value | undefined {
  if (field.default === undefined) return undefined;
  return readValues(world, { [name]: field }, {}).get(name);
}

/** A decision that waits is declined where its gate is gone; an approval that nobody has used ends. */
function endDecisions(
  world: World,
  objectId: string,
  { before, after }: { before: Program; after: Program },
): void {
  const { kind } = objectOf(world, objectId);
  const { decisions: known = {} } = before.nouns[kind] ?? {};
  for (const gate of Object.keys(known)) {
    const newest = world.decisions.findLast(
      (each) => each.objectId === objectId && each.gate === gate,
    );
    if (newest === undefined) continue;
    const { status, isUsed } = newest;
    const isByTime = status === "timed_out" && known[gate]?.onTimeout === "approve";
    if ((status === "approved" || isByTime) && !isUsed) {
      world.decisions = world.decisions.filter(
        (each) => each.objectId !== objectId || each.gate !== gate,
      );
    } else if (after.nouns[kind]?.decisions?.[gate] === undefined && status === "pending") {
      world.decisions = world.decisions.map((each) =>
        each === newest ? { ...each, status: "declined" } : each,
      );
    }
  }
}

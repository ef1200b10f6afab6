/** Decision table of object.migration.run, and what becomes of objects in all their parts when a Build is applied. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askedFor,
  CASE_PROGRAM,
  givenCase,
  rowsIn,
} from "../../../test/support/features/object/cases.ts";
import {
  applied,
  migrationShown,
  NEXT_CASES,
  NEXT_CASES_RENAMED,
  NEXT_TICKETS,
  TICKETS,
} from "../../../test/support/features/object/migrations.ts";
import {
  begun,
  called,
  objectMade,
  pathOf,
  runProgram,
  stateOf,
} from "../../../test/support/features/object/objects.ts";
import { changedAll } from "../../../test/support/programs/programs.ts";
import { keyCaller } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, balanceOf, DAY_MS } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { decisionResolve } from "../decision/decision.resolve.ts";
import { productNounRetire } from "../product/product.noun.retire.ts";
import { sandboxReset } from "../sandbox/sandbox.reset.ts";
import { objectActionCall } from "./object.action.call.ts";
import { objectHistoryList } from "./object.history.list.ts";
import { objectList } from "./object.list.ts";
import { objectMigrationRun, STEP_OBJECTS_MAX } from "./object.migration.run.ts";
import { objectRetrieve } from "./object.retrieve.ts";
import type { ProgramObject } from "./object_schema.ts";

const NEXT_BUILD = "bld_00000000000000000000000002";

/** A case, to which another Build was applied, and no step has run. */
function given(world: World) {
  const made = givenCase(world);
  applied(world, NEXT_CASES);
  return made;
}

const another = (world: World, { owner }: ReturnType<typeof givenCase>, more: object = {}) =>
  objectMade(world, "case", { owner: owner.customerId, amount: "7", ...more });

const shown = async (world: World, object: ProgramObject): Promise<ProgramObject> =>
  (await world.found(objectRetrieve, pathOf(world, object))) as unknown as ProgramObject;

const codeOf = (world: World, object: ProgramObject, action: string) =>
  world.run(objectActionCall, { ...pathOf(world, object), action }).code;

const kindsOf = (shown: Awaited<ReturnType<typeof migrationShown>>) =>
  shown?.kinds.map(({ migrated, left, refused }) => [migrated, left, refused]);

decisionTable(objectMigrationRun, {
  given,
  input: () => ({ revision: 2, step: 1 }),
  asking: () => ({ cause: "clock" as const }),
  rows: [
    {
      title: "the first step, with one object",
      outcome: "the object is of the Build, and none is left",
      reply: { buildId: NEXT_BUILD, migrated: 1, refused: 0, isLast: true },
      check({ facts }, { world, object }) {
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["account.created.1", "object.migrated.1", "product.migration_stepped.1"],
        );
        assert.deepEqual(world.passTime(), []);
        assert.equal(stateOf(world, object.objectId), "open");
      },
    },
    {
      title: "an object that came after the Build",
      given: ({ world, ...made }) => another(world, made, { twice: "3" }),
      outcome: "it is none of those that are looked at",
      reply: { migrated: 1, refused: 0, isLast: true },
    },
    { title: "a step that is not the next", input: { step: 2 }, code: "state_conflict" },
    {
      title: "a migration that nobody asked for",
      input: { revision: 3 },
      code: "state_conflict",
    },
    {
      title: "a step that has run",
      given: ({ world }) => world.passTime(),
      code: "state_conflict",
    },
  ],
});

test("migration: an object -> Build, state, fields, accounts, indexes, history; the rest stays", async () => {
  const world = await openWorld();
  const made = givenCase(world);
  const { object } = made;
  begun(world, object, "start");
  world.passTime();
  const before = await shown(world, object);
  applied(world, NEXT_CASES);
  assert.equal((await shown(world, object)).buildId, before.buildId);
  world.passTime();
  const after = await shown(world, object);
  assert.equal(after.buildId, NEXT_BUILD);
  assert.notEqual(after.digest, before.digest);
  assert.deepEqual([after.state, after.revision], ["accepted", before.revision + 1]);
  const { pause: _, ...fields } = before.fields;
  assert.deepEqual(after.fields, { ...fields, twice: "200", note: "of before" });
  assert.deepEqual(after.remainders, { open: "200" });
  assert.deepEqual(
    after.ownAccounts.map(({ name }) => name),
    ["pot"],
  );
  assert.deepEqual(after.actor.type, "platform");
  const { productId } = world.principal;
  for (const filter of [{ field: "rows:2" }, { state: "accepted" }]) {
    const { items } = await world.found(objectList, { productId, kind: "case", ...filter });
    assert.deepEqual(
      items.map(({ objectId }: ProgramObject) => objectId),
      [object.objectId],
    );
  }
  const { items } = await world.found(objectHistoryList, pathOf(world, object));
  const steps = items.map(({ action, stateBefore }: Record<string, string>) => [
    action,
    stateBefore,
  ]);
  assert.deepEqual(steps[0], ["product.build.apply", "approved"]);
  assert.deepEqual(steps.at(-1), ["create", undefined]);
  assert.equal(items.length, after.revision);
  assert.deepEqual(kindsOf(await migrationShown(world)), [[1, 0, 0]]);
});

test("migration: rows of a schedule of the same name -> run under the program; of another name -> skipped", async () => {
  for (const [source, expected] of [
    [
      NEXT_CASES,
      [
        ["ran", undefined],
        ["ran", undefined],
      ],
    ],
    [
      NEXT_CASES_RENAMED,
      [
        ["ran", undefined],
        ["skipped", "migrated"],
      ],
    ],
  ] as const) {
    const world = await openWorld();
    const { object, owner } = givenCase(world);
    begun(world, object, "start");
    world.passTime();
    applied(world, source);
    advanceClock(world, at(3 * DAY_MS));
    const rows = rowsIn(world).map(({ status, skippedBecause }) => [status, skippedBecause]);
    assert.deepEqual(rows, expected);
    assert.equal(stateOf(world, object.objectId), "accepted");
    const paid = expected.filter(([status]) => status === "ran").length * 100;
    assert.equal(balanceOf(world, owner.accountId).posted, String(paid));
  }
});

test("migration: a decision whose gate is gone -> declined; one that stays -> decided; an approval -> ends", async () => {
  const world = await openWorld();
  const made = givenCase(world);
  const [outside, waiting, approved] = [made.object, another(world, made), another(world, made)];
  const gone = askedFor(world, outside, "askOutside");
  const kept = askedFor(world, waiting);
  const used = askedFor(world, approved);
  world.made(decisionResolve, { decisionId: used, outcome: "approve" });
  applied(world, NEXT_CASES);
  world.passTime();
  const declined = world.state.decisions.byId(world.realmOf(world.caller), gone);
  assert.deepEqual([declined?.status, declined?.changedBy], ["declined", "platform"]);
  const again = world.run(decisionResolve, { decisionId: gone, outcome: "approve" });
  assert.equal(again.code, "state_conflict");
  world.made(decisionResolve, { decisionId: kept, outcome: "approve" });
  world.passTime();
  assert.equal(stateOf(world, waiting.objectId), "accepted");
  assert.equal(stateOf(world, approved.objectId), "open");
  askedFor(world, approved);
});

test("migration: a value out of range, a cap -> the objects stay, counted and named; others go", async () => {
  const world = await openWorld();
  const made = givenCase(world, { rows: 0 });
  const large = another(world, made, { amount: "501" });
  const started = [1, 2, 3, 4].map(() => another(world, made, { rows: 0 }));
  for (const each of started) called(world, each, "start");
  applied(world, NEXT_CASES);
  world.passTime();
  const migration = await migrationShown(world);
  assert.deepEqual([migration?.status, kindsOf(migration)], ["finished", [[4, 0, 2]]]);
  assert.deepEqual(
    migration?.refused.map(({ objectId, code }) => [objectId, code]),
    [
      [large.objectId, "state_constraint_failed"],
      [started[3]?.objectId, "noun_aggregate_cap_exceeded"],
    ],
  );
  // What stays runs the program of before; what went makes room for another.
  assert.equal(codeOf(world, large, "askOutside"), undefined);
  assert.equal(codeOf(world, made.object, "start"), "noun_aggregate_cap_exceeded");
  called(world, started[0] as ProgramObject, "close");
  assert.equal(codeOf(world, made.object, "start"), undefined);
});

test("migration: what an object holds has moved on -> the object goes, and holds it as before", async () => {
  const world = await openWorld();
  runProgram(world, TICKETS);
  const { objectId: seat } = objectMade(world, "seat", { row: 1 });
  const ticket = objectMade(world, "ticket", { seat });
  called(world, { kind: "seat", objectId: seat }, "sell");
  applied(world, NEXT_TICKETS, { migrate: ["ticket", "seat"] });
  world.passTime();
  assert.deepEqual(kindsOf(await migrationShown(world)), [
    [1, 0, 0],
    [1, 0, 0],
  ]);
  assert.equal((await shown(world, ticket)).buildId, NEXT_BUILD);
  assert.equal(world.state.objectClaims.size, 1);
  called(world, ticket, "use");
  assert.equal(world.state.objectClaims.size, 0);
});

test("migration: many objects -> a bounded number a step, in the order of their ids, from memory and from disk", async () => {
  const world = await openWorld();
  const made = givenCase(world);
  for (let n = 1; n < 2 * STEP_OBJECTS_MAX; n++) {
    another(world, made);
    // From here on the first objects are read from the state.
    if (n === STEP_OBJECTS_MAX) await world.snapshot();
  }
  applied(world, NEXT_CASES);
  const fresh = another(world, made, { twice: "3" });
  world.passTime(1);
  assert.deepEqual(kindsOf(await migrationShown(world)), [[STEP_OBJECTS_MAX, STEP_OBJECTS_MAX, 0]]);
  assert.equal((await migrationShown(world))?.status, "running");
  const second = another(world, made, { twice: "4" });
  world.passTime();
  assert.deepEqual(kindsOf(await migrationShown(world)), [[2 * STEP_OBJECTS_MAX, 0, 0]]);
  for (const { objectId } of [fresh, second]) {
    const document = world.state.objects.byId(world.realmOf(world.caller), objectId);
    assert.deepEqual([document?.buildId, document?.revision], [NEXT_BUILD, 1]);
  }
});

test("migration: another Build while one is under way -> one after the other, each object through both", async () => {
  const world = await openWorld();
  const made = givenCase(world);
  applied(world, NEXT_CASES);
  const between = another(world, made, { twice: "3" });
  applied(world, changedAll(NEXT_CASES, { "/migrations": { case: {} } }), { number: 3 });
  assert.equal((await migrationShown(world))?.status, "waiting");
  world.passTime();
  for (const [{ objectId }, revision] of [
    [made.object, 3],
    [between, 2],
  ] as const) {
    const document = world.state.objects.byId(world.realmOf(world.caller), objectId);
    assert.deepEqual(
      [document?.buildId, document?.revision],
      [NEXT_BUILD.replace(/2$/, "3"), revision],
    );
  }
  assert.deepEqual(kindsOf(await migrationShown(world)), [[2, 0, 0]]);
});

test("migration: no kinds are named -> every object stays; a kind that is retired -> its objects stay", async () => {
  const world = await openWorld();
  const { object } = givenCase(world);
  applied(world, NEXT_CASES, { migrate: [] });
  assert.deepEqual([world.passTime(), await migrationShown(world)], [[], undefined]);
  const other = await openWorld();
  const made = givenCase(other);
  applied(other, NEXT_CASES);
  other.made(productNounRetire, { productId: other.principal.productId, kind: "case" });
  other.passTime();
  const migration = await migrationShown(other);
  assert.deepEqual(
    migration?.refused.map(({ code }) => code),
    ["noun_retired"],
  );
  assert.equal(codeOf(other, made.object, "start"), "noun_retired");
  assert.equal(codeOf(world, object, "askOutside"), undefined);
});

test("migration: a reset of the sandbox, the other environment -> nothing is migrated there", async () => {
  const world = await openWorld();
  const { object } = given(world);
  const live = world.realmOf(keyCaller({ environment: "live" }));
  const { productId } = world.principal;
  world.made(sandboxReset, { productId, confirm: productId });
  assert.deepEqual(world.passTime(), []);
  assert.equal(await migrationShown(world), undefined);
  assert.equal(world.state.objects.byId(live, object.objectId), undefined);
  applied(world, CASE_PROGRAM, { number: 1, migrate: [] });
});

/** Decision table of object.schedule.run, and how rows come to run, one after the other, again, and never twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { givenCase, rowsIn } from "../../../test/support/features/object/cases.ts";
import {
  begun,
  called,
  objectMade,
  stateOf,
} from "../../../test/support/features/object/objects.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  advanceClock,
  at,
  balanceOf,
  DAY_MS,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { objectScheduleRun } from "./object.schedule.run.ts";
import type { ActionResult } from "./object_schema.ts";

/** A case whose first row is due now, and has not run. */
function given(world: World) {
  const made = givenCase(world);
  begun(world, made.object, "start");
  const [first, second] = rowsIn(world).map(({ scheduleId }) => scheduleId);
  return { ...made, first, second };
}

/** Takes the money that the rows would pay. */
function emptied(world: World, fundId: string): void {
  transfer(world, fundId, openAccount(world), balanceOf(world, fundId).posted);
}

decisionTable(objectScheduleRun, {
  given,
  input: ({ first }) => ({ scheduleId: first, attempt: 1 }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      title: "a row that is due",
      outcome: "its action runs",
      reply: { status: "ran", attempt: 1, dueAt: at(0), ranAt: at(0) },
      check: (_came, { world, owner }) =>
        assert.equal(balanceOf(world, owner.accountId).posted, "100"),
    },
    {
      title: "a row whose object has ended",
      given: ({ world, object }) => called(world, object, "close"),
      outcome: "skipped",
      reply: { status: "skipped", skippedBecause: "ended" },
    },
    {
      title: "a row that is not there",
      input: { scheduleId: "sch_unknown" },
      code: "resource_not_found",
      details: { resourceType: "schedule", scheduleId: "sch_unknown" },
    },
    {
      title: "a row that has run",
      given: ({ world }) => world.passTime(),
      code: "state_conflict",
      details: { expected: "scheduled", actual: "ran" },
    },
    { title: "another attempt than the next", input: { attempt: 2 }, code: "state_conflict" },
    {
      title: "a row that is not due yet",
      input: ({ second }) => ({ scheduleId: second }),
      code: "state_constraint_failed",
      details: { constraint: "due" },
    },
  ],
});

test("schedule: an advance over all rows -> each ran at its own time, once", async () => {
  const world = await openWorld();
  const { object, owner } = givenCase(world, { rows: 3 });
  begun(world, object, "start");
  const { reply } = advanceClock(world, at(10 * DAY_MS));
  assert.equal(reply["ran"], 3);
  assert.deepEqual(
    rowsIn(world).map(({ status, ranAtMs }) => [status, ranAtMs]),
    [0, 1, 2].map((day) => ["ran", START_MS + day * DAY_MS]),
  );
  assert.equal(balanceOf(world, owner.accountId).posted, "300");
});

test("schedule: a row is refused -> tried again, then the last call, and the others have nothing to do", async () => {
  const world = await openWorld();
  const { object, fundId } = givenCase(world, { rows: 3 });
  emptied(world, fundId);
  begun(world, object, "start");
  const codes = world.passTime().map(({ code }) => code);
  assert.deepEqual(codes, ["insufficient_balance"]);
  const [waiting] = rowsIn(world);
  assert.deepEqual(
    [waiting?.status, waiting?.attempt, waiting?.refusedWith, waiting?.dueAtMs],
    ["scheduled", 2, "insufficient_balance", START_MS + DAY_MS],
  );
  advanceClock(world, at(10 * DAY_MS));
  assert.equal(stateOf(world, object.objectId), "late");
  assert.deepEqual(
    rowsIn(world).map(({ status, skippedBecause }) => [status, skippedBecause]),
    [
      ["failed", undefined],
      ["skipped", "until"],
      ["skipped", "until"],
    ],
  );
});

test("schedule: rows of two objects at one time -> by object, then by number, whatever was made first", async () => {
  const world = await openWorld();
  const { object, owner } = givenCase(world, { rows: 2 });
  const other = objectMade(world, "case", { owner: owner.customerId, amount: "7", rows: 2 });
  begun(world, other, "start");
  begun(world, object, "start");
  const steps = advanceClock(world, at(DAY_MS)).steps.flatMap(({ reply }) =>
    reply["scheduleId"] === undefined ? [] : `${reply["objectId"]} ${reply["index"]}`,
  );
  const expected = [0, 1].flatMap((index) =>
    [object, other].map(({ objectId }) => `${objectId} ${index}`),
  );
  assert.deepEqual(steps, expected);
});

test("schedule: more rows than one call may make -> state_constraint_failed, and nothing changed", async () => {
  const world = await openWorld();
  const { object } = givenCase(world, { rows: 1_000 });
  begun(world, object, "start");
  assert.equal(rowsIn(world).length, 1_000);
});

test("schedule: rows that are due at once -> the answer waits for their first attempts, and names them", async () => {
  const world = await openWorld();
  const { object, fundId } = givenCase(world, { rows: 2, amount: "600" });
  transfer(world, fundId, openAccount(world), "500");
  const place = begun(world, object, "start");
  const expected = world.nextId("op");
  const [first, ...others] = world.passTime();
  assert.deepEqual([first?.code, others], ["insufficient_balance", []]);
  const reply = world.answerOf(place) as unknown as ActionResult;
  assert.deepEqual(reply.clockOperationIds, [expected]);
  // A later attempt is another operation, and changes no answer.
  advanceClock(world, at(DAY_MS));
  assert.deepEqual(world.answerOf(place), reply);
});

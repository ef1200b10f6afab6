/** When a view is written that no reader waits for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { VIEW_LAG_MS, ViewWriteSchedule } from "./view_write_schedule.ts";

const START_MS = 1_000_000;

test("view schedule: a wall clock that is set back an hour -> the next write is due at once, not in an hour", () => {
  const schedule = new ViewWriteSchedule();
  schedule.drained(START_MS, START_MS);
  schedule.written(START_MS, START_MS);
  assert.equal(schedule.isDue(START_MS + VIEW_LAG_MS - 1), false);
  assert.equal(schedule.isDue(START_MS + VIEW_LAG_MS), true);
  const backMs = START_MS - 3_600_000;
  assert.equal(schedule.isDue(backMs), true);
  schedule.drained(backMs, backMs);
  schedule.written(backMs, backMs);
  assert.equal(schedule.isDue(backMs + VIEW_LAG_MS - 1), false);
});

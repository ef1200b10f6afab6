/** When a view is written that no reader waits for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CHANGED_MAX, VIEW_LAG_MS, ViewWriteSchedule } from "./view_write_schedule.ts";

const START_MS = 1_000_000;

test("view schedule: a wall clock that is set back an hour -> the next write is due at once, not in an hour", () => {
  const schedule = new ViewWriteSchedule();
  schedule.drained(START_MS, START_MS);
  schedule.written(START_MS, START_MS);
  assert.equal(schedule.isDue(START_MS + VIEW_LAG_MS - 1, 0), false);
  assert.equal(schedule.isDue(START_MS + VIEW_LAG_MS, 0), true);
  const backMs = START_MS - 3_600_000;
  assert.equal(schedule.isDue(backMs, 0), true);
  schedule.drained(backMs, backMs);
  schedule.written(backMs, backMs);
  assert.equal(schedule.isDue(backMs + VIEW_LAG_MS - 1, 0), false);
});

test("view schedule: very many entries changed -> a write is due before its time", () => {
  const schedule = new ViewWriteSchedule();
  schedule.drained(START_MS, START_MS + 200);
  schedule.written(START_MS + 200, START_MS + 300);
  assert.equal(schedule.isDue(START_MS + 301, CHANGED_MAX - 1), false);
  assert.equal(schedule.isDue(START_MS + 301, CHANGED_MAX), true);
});

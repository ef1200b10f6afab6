/**
 * The rows that a call makes, the last step: when an object is made, and when an action leads to
 * another state than before. An object that is made enters its initial state. Rows are computed
 * from the object after the call.
 *
 * Entering a state again makes rows again, beside those that are still to come, unless the schedule
 * is `once`; a program that does not want both writes `until` or `once`. A number of rows below 1
 * makes none.
 */
import { quoted } from "../finding.ts";
import type { CompiledSchedule } from "./compiled_schedule.ts";
import type { Evaluation } from "./evaluation.ts";
import type { ObjectRecord } from "./object_record.ts";
import type { PlannedRow } from "./outcome.ts";
import { stopAt } from "./refused.ts";

/** `call` sees `after`. `before`: the state before, another one; absent of an object that was just made. */
export function rowsOf(
  call: Evaluation,
  { schedules }: { schedules: readonly CompiledSchedule[] },
  before: string | undefined,
  after: ObjectRecord,
): { rows: PlannedRow[]; rounds: ObjectRecord["rounds"] } {
  const rows: PlannedRow[] = [];
  let { rounds } = after;
  for (const schedule of schedules) {
    const { name, enters, isOnce } = schedule;
    const isOn = enters === undefined ? before === undefined : enters === after.state;
    const round = (rounds.get(name) ?? 0) + 1;
    if (!isOn || (isOnce && round > 1)) continue;
    rounds = new Map(rounds).set(name, round);
    call.index = 0;
    const count = countOf(call, schedule);
    for (let index = 0; index < count; index++) {
      call.index = index;
      rows.push({ schedule: name, round, index, dueAtMs: schedule.atMs(call) });
    }
  }
  return { rows, rounds };
}

function countOf(call: Evaluation, { name, repeat, rowsMax }: CompiledSchedule): number {
  const count = repeat === undefined ? 1 : repeat(call);
  if (count <= rowsMax) return count;
  const message = `the schedule ${quoted(name)} would have ${count} rows; it may have ${rowsMax}`;
  return stopAt("schedule_rows", message);
}

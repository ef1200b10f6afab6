/** Rows of schedules when their time has come: by time, then by object, then by the number of the row. */
import type { DueSource } from "../../contract/declare/due_source.ts";
import type { ScheduleState } from "./schedule_state.ts";

export const scheduleSteps: DueSource<ScheduleState> = {
  name: "schedule.step",
  realms: ({ schedules }) => schedules.deadlines.realms(),
  earliest({ schedules }, realm) {
    const first = schedules.deadlines.first(realm);
    const row = first && schedules.get(realm, first.key);
    if (first === undefined || row === undefined) return undefined;
    const { scheduleId, attempt, madeAtMs = first.atMs } = row;
    return {
      atMs: Math.max(first.atMs, madeAtMs),
      operation: "object.schedule.run",
      input: { scheduleId, attempt },
    };
  },
};

/** What becomes of a row of a schedule when it was due. */
import type { AfterRefusal } from "../../programs/run/row_run.ts";
import type { ScheduleDocument } from "./schedule_document.ts";
import type { ScheduleChanged } from "./schedule_facts.ts";

/** When an attempt ran, by real time and by the Product's clock, and as which operation. */
export type AttemptTime = { nowMs: number; clockMs: number; operationId: string };

/** The action of the row ran. */
export function rowRan(row: ScheduleDocument, time: AttemptTime): ScheduleChanged {
  return changed(row, { status: row.isLast === true ? "failed" : "ran" }, time);
}

/** A bank was asked for the money that the action of the row moves. */
export function rowAsked(row: ScheduleDocument, time: AttemptTime): ScheduleChanged {
  return changed(row, { status: "waiting" }, time);
}

/** There was nothing to do. */
export function rowSkipped(
  row: ScheduleDocument,
  why: NonNullable<ScheduleDocument["skippedBecause"]>,
  time: AttemptTime,
): ScheduleChanged {
  return changed(row, { status: "skipped", skippedBecause: why }, time);
}

/** The attempt was refused: the row waits for its next attempt, or for its last call, or has failed. */
export function rowRefused(
  row: ScheduleDocument,
  refusedWith: string,
  next: AfterRefusal,
  time: AttemptTime,
): ScheduleChanged {
  if (row.isLast === true || next.does === "nothing") {
    return changed(row, { status: "failed", refusedWith }, time);
  }
  const attempt = row.attempt + 1;
  const status = "scheduled";
  if (next.does === "retry") {
    return changed(row, { status, refusedWith, attempt, dueAtMs: next.dueAtMs }, time);
  }
  return changed(row, { status, refusedWith, attempt, dueAtMs: time.clockMs, isLast: true }, time);
}

function changed(
  { realm: _, ...row }: ScheduleDocument,
  change: Partial<ScheduleDocument>,
  { nowMs, clockMs, operationId }: AttemptTime,
): ScheduleChanged {
  const firstRunId = row.firstRunId ?? operationId;
  return {
    kind: "schedule.changed.1",
    row: { ...row, ...change, firstRunId, ranAtMs: clockMs, updatedAtMs: nowMs },
  };
}

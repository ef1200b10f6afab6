/** The facts about rows of schedules. */
import type { Apply } from "../../contract/declare/operation.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import type { ScheduleDocument } from "./schedule_document.ts";
import type { ScheduleState } from "./schedule_state.ts";

/** The rows that a call made. Times of the record are those of the rows. */
export type SchedulePlanned = {
  kind: "schedule.planned.1";
  objectId: string;
  objectKind: string;
  /** When the call ran, by the Product's clock: rows that are due then run at once. */
  atMs: number;
  rows: readonly Pick<
    ScheduleDocument,
    "scheduleId" | "schedule" | "action" | "round" | "index" | "dueAtMs"
  >[];
};
/** What became of a row when it was due; the row as it is afterwards. */
export type ScheduleChanged = {
  kind: "schedule.changed.1";
  row: Omit<ScheduleDocument, "realm">;
};

export const scheduleFacts: Record<string, Apply<ScheduleState>> = {
  "schedule.planned.1": ({ schedules }, fact, { realm, timeMs }: RecordHead) => {
    const { objectId, objectKind, atMs, rows } = fact as SchedulePlanned;
    for (const row of rows) {
      schedules.set(schedules.keyOf(row.scheduleId), {
        realm,
        ...row,
        objectId,
        kind: objectKind,
        ...(row.dueAtMs < atMs && { madeAtMs: atMs }),
        attempt: 1,
        status: "scheduled",
        createdAtMs: timeMs,
        updatedAtMs: timeMs,
      });
    }
  },
  "schedule.changed.1": ({ schedules }, fact, { realm }) => {
    const { row } = fact as ScheduleChanged;
    schedules.set(schedules.keyOf(row.scheduleId), { realm, ...row });
  },
};

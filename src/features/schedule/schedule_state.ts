/** The part of a shard's state about rows of schedules; all of it stays in the `state` database. */
import { ResourceTable } from "../../contract/declare/resource.ts";
import type { ScheduleDocument } from "./schedule_document.ts";
import { schedules } from "./schedule_resource.ts";

export type ScheduleState = ReturnType<typeof createScheduleState>;

export function createScheduleState() {
  return { schedules: new ResourceTable<ScheduleDocument>(schedules) };
}

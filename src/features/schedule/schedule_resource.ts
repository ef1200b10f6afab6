/** The row of a schedule as a resource, and the function that renders it. */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import { declareResource, filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { numberKey } from "../../contract/tables/table.ts";
import { Id, timeBound } from "../../contract/values/formats.ts";
import { boundMsOf } from "../../contract/values/timestamp_text.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { ScheduleDocument } from "./schedule_document.ts";
import { KindName, Schedule, ScheduleStatusName } from "./schedule_schema.ts";

/** Digits of base 36 of the number of a row: there are at most 1,000. */
const NUMBER_LENGTH = 2;

export const schedules = declareResource<ScheduleDocument>()({
  noun: "schedule",
  prefix: "sch",
  readScope: "objects:read",
  output: Schedule,
  notFoundCode: "resource_not_found",
  notFound: scheduleNotFound,
  table: { code: LEDGER_TABLE.schedule },
  show: scheduleResource,
  search: {
    title: ({ schedule, index }) => `${schedule} ${index}`,
    ids: ({ objectId }) => [objectId],
  },
  indexes: [
    {
      name: "schedule_by_object",
      table: LEDGER_TABLE.scheduleByObject,
      textsOf: ({ objectId }) => [objectSuffixOf(objectId)],
    },
  ],
  deadlineOf: ({ status, dueAtMs }) => (status === "scheduled" ? dueAtMs : undefined),
  stored: {
    deadlines: LEDGER_TABLE.scheduleDue,
    // Rows of one time run in the order of their objects, and of one object in that of their numbers.
    deadlineOrder: {
      length: ID_SUFFIX_LENGTH + NUMBER_LENGTH,
      of: ({ objectId, index }) =>
        objectSuffixOf(objectId) + numberKey(index).slice(-NUMBER_LENGTH),
    },
  },
  filters: {
    status: filter(
      described(ScheduleStatusName, "Only rows in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
    kind: filter(
      KindName,
      (wanted) =>
        ({ kind }) =>
          kind === wanted,
    ),
    dueBefore: filter(
      timeBound("DueBefore", "Only rows that are due before this time."),
      (text) => {
        const beforeMs = boundMsOf(text) as number;
        return ({ dueAtMs }) => dueAtMs < beforeMs;
      },
    ),
    objectId: filter(
      described(Id("obj"), "Only rows of this object."),
      (wanted) =>
        ({ objectId }) =>
          objectId === wanted,
      { table: LEDGER_TABLE.scheduleByObject, textOf: objectSuffixOf },
    ),
  },
});

function objectSuffixOf(objectId: string): string {
  return objectId.slice("obj_".length);
}

export function scheduleNotFound(scheduleId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuchHere("sch", scheduleId), {
    resourceType: "schedule",
    scheduleId,
  });
}

/** The row in answers. The order of the fields is their order on the wire. */
export function scheduleResource(
  row: Omit<ScheduleDocument, "realm">,
  { productId, environment }: ResourceNames,
): Schedule {
  const { refusedWith, skippedBecause, collectionId, ranAtMs } = row;
  return {
    scheduleId: row.scheduleId,
    productId,
    environment,
    objectId: row.objectId,
    kind: row.kind,
    schedule: row.schedule,
    action: row.action,
    round: row.round,
    index: row.index,
    dueAt: isoTime(row.dueAtMs),
    attempt: row.attempt,
    status: row.status,
    ...(refusedWith !== undefined && { refusedWith }),
    ...(skippedBecause !== undefined && { skippedBecause }),
    ...(collectionId !== undefined && { collectionId }),
    ...(ranAtMs !== undefined && { ranAt: isoTime(ranAtMs) }),
    createdAt: isoTime(row.createdAtMs),
    updatedAt: isoTime(row.updatedAtMs),
  };
}

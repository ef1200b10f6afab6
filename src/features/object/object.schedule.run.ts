/**
 * object.schedule.run: the clock runs a row of a schedule whose time has come, as an operation of its own. What the
 * program refuses is recorded, and the row waits for its next attempt. No caller reaches the operation.
 */
import { Type } from "@sinclair/typebox";
import { decodeIdSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { accept, type Decision, declareWrite } from "../../contract/declare/operation.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { Id } from "../../contract/values/formats.ts";
import type { CompiledSchedule } from "../../programs/run/compiled_schedule.ts";
import type { ObjectRecord } from "../../programs/run/object_record.ts";
import { isRefusal } from "../../programs/run/refused.ts";
import {
  type AfterRefusal,
  afterRefusal,
  CLOCK,
  type RowCall,
  rowCall,
  scheduleOf,
} from "../../programs/run/row_run.ts";
import { compiledOf } from "../product/running_program.ts";
import type { ScheduleDocument } from "../schedule/schedule_document.ts";
import type { ScheduleChanged } from "../schedule/schedule_facts.ts";
import {
  type AttemptTime,
  rowAsked,
  rowRan,
  rowRefused,
  rowSkipped,
} from "../schedule/schedule_progress.ts";
import { scheduleNotFound, scheduleResource } from "../schedule/schedule_resource.ts";
import { Schedule } from "../schedule/schedule_schema.ts";
import { ACTION_EVENTS, calledAction } from "./called_action.ts";
import { callIn } from "./object_call.ts";
import { type CalledObject, calledObject, type ObjectDocument } from "./object_document.ts";
import type { ObjectState } from "./object_state.ts";
import { askedRow, type CallOnShard } from "./row_asked.ts";
import { attemptFact, collected } from "./row_collection.ts";
import { collectedFor } from "./told_row.ts";

/** Its own codes. A call of the program is refused with any code of `object.action.call`, too. */
const REFUSALS = ["resource_not_found", "state_conflict", "state_constraint_failed"] as const;
type Code = (typeof REFUSALS)[number];
type Collect = Extract<RowCall, { does: "collect" }>;

export const objectScheduleRun = declareWrite<ObjectState>()({
  id: "object.schedule.run",
  summary: "Run a row of a schedule",
  description: "Done by the clock when the row is due.",
  http: { method: "POST", path: "/platform/schedules/{scheduleId}/run" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: Type.Object({ scheduleId: Id("sch") }, { additionalProperties: false }),
  body: Type.Object(
    { attempt: Type.Integer({ minimum: 1, description: "The attempt that is due." }) },
    { title: "ScheduleRun", additionalProperties: false },
  ),
  output: Schedule,
  refusals: REFUSALS,
  events: [...ACTION_EVENTS, "collection.collected", "collection.failed", "consent.consumed"],
  decide(state, { scheduleId, attempt }, context): Decision<Code> {
    const row = state.schedules.byId(context.realm, scheduleId);
    if (row === undefined) return scheduleNotFound(scheduleId);
    const over = refuseOver(row, attempt);
    if (over !== undefined) return over;
    const before = state.objects.byId(context.realm, row.objectId);
    const program = before && compiledOf(state, context.realm, before.buildId);
    invariant(before !== undefined && program !== undefined, "objects and their Builds stay");
    const call = callIn(state, program, context, CLOCK, before);
    if (row.dueAtMs > call.world.nowMs) return tooEarly(row, call.world.nowMs);
    return decided(row, before, { ...call, state, context });
  },
  // Whoever called the action that made the row waits for its first attempt.
  continues: ({ scheduleId }) => decodeIdSuffix(scheduleId.slice("sch_".length))?.place,
  respond: ({ facts }: StoredRecord, names) => {
    const changed = facts.find(({ kind }) => kind === "schedule.changed.1");
    invariant(changed !== undefined, "a row that ran has changed");
    return JSON.stringify(scheduleResource((changed as ScheduleChanged).row, names));
  },
});

function decided(row: ScheduleDocument, before: ObjectDocument, call: CallOnShard): Decision<Code> {
  const { program, world } = call;
  const { nowMs, newId } = call.context;
  const object = calledObject(program, before);
  const time = { nowMs, clockMs: world.nowMs, operationId: newId("op") };
  const schedule = scheduleOf(program, row.kind, row.schedule);
  // The object may be of another Build since the row was made.
  if (schedule === undefined || (row.isLast === true && schedule.finally === undefined)) {
    return accept([rowSkipped(row, "migrated", time)]);
  }
  const planned =
    row.isLast === true ? lastCall(schedule) : plannedCall(row, schedule, object.record, call);
  const next = afterRefusal(schedule, { attempt: row.attempt, nowMs: world.nowMs });
  if (isRefusal(planned)) return refusedRow(row, planned, next, time);
  if (planned.does === "nothing") return accept([rowSkipped(row, planned.why, time)]);
  if (planned.does === "collect") return collectedRow(row, planned, { object, next, time }, call);
  const answer = calledAction(call, object, planned.call);
  if (answer.refused) return refusedRow(row, answer, next, time);
  return accept([...answer.facts, rowRan(row, time)]);
}

/** The row after an attempt that was refused, with what the refusal keeps. */
function refusedRow(
  row: ScheduleDocument,
  refusal: Refusal,
  next: AfterRefusal,
  time: AttemptTime,
): Refusal<Code> {
  const facts = [...refusal.facts, rowRefused(row, refusal.code, next, time)];
  return { ...refusal, facts } as Refusal<Code>;
}

/** The row that collects money, after an attempt that was refused: its collection has the attempt. */
function collectedRow(
  before: ScheduleDocument,
  collect: Collect,
  { object, next, time }: { object: CalledObject; next: AfterRefusal; time: AttemptTime },
  call: CallOnShard,
): Decision<Code> {
  const { realm, newId } = call.context;
  const { collections, consents } = call.state;
  const collectionId = before.collectionId ?? newId("coll");
  const row = { ...before, collectionId };
  const attempted = {
    row,
    collect,
    collectionId,
    consent: consents.byId(realm, collect.consentId),
    earlier: collections.byId(realm, collectionId),
    time,
  };
  const { document } = object;
  const isAsked = attempted.consent?.mandate !== undefined;
  const answer = isAsked ? askedRow(attempted, object, call) : collected(attempted, object, call);
  if (answer.refused) {
    const failed = attemptFact(attempted, { refusal: answer, next }, document, call);
    return refusedRow(row, { ...answer, facts: [...answer.facts, failed] }, next, time);
  }
  if (answer.moved === undefined) return accept([...answer.facts, rowAsked(row, time)]);
  const came = attemptFact(attempted, { moved: answer.moved }, document, call);
  return accept([...answer.facts, came, rowRan(row, time)]);
}

/** The call of the row; of one whose money a bank has collected already, of the action with that money. */
function plannedCall(
  row: ScheduleDocument,
  schedule: CompiledSchedule,
  object: ObjectRecord,
  { program, world, state }: CallOnShard,
): RowCall | Refusal {
  const money = collectedFor(state, row);
  return rowCall(program, object, { schedule, index: row.index, ...money }, world);
}

/** What the program calls after the last attempt that was refused. */
function lastCall(schedule: CompiledSchedule): Extract<RowCall, { does: "call" }> {
  invariant(schedule.finally !== undefined, "a row waits for a last call that its schedule has");
  return { does: "call", call: { action: schedule.finally, actor: CLOCK } };
}

function refuseOver(
  { scheduleId, status, attempt }: ScheduleDocument,
  asked: number,
): Refusal<"state_conflict"> | undefined {
  if (status !== "scheduled") {
    const message = `the row ${scheduleId} is ${status}, not scheduled`;
    return refuse("state_conflict", message, { expected: "scheduled", actual: status, status });
  }
  if (asked === attempt) return undefined;
  const message = `attempt ${attempt} of the row ${scheduleId} is next, not ${asked}`;
  return refuse("state_conflict", message, { expected: asked, actual: attempt, status });
}

function tooEarly({ dueAtMs }: ScheduleDocument, clockMs: number) {
  const message = `the row is due at ${isoTime(dueAtMs)}, after ${isoTime(clockMs)}`;
  return refuseConstraint("due", message, { now: isoTime(clockMs) });
}

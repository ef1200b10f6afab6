/** What becomes of a row of a schedule when its bank has collected by a mandate, has not, or has taken the money back. */

import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { MandateEnd } from "../../programs/action_schema.ts";
import { isRefusal } from "../../programs/run/refused.ts";
import { afterRefusal, returnedCall, rowCall, scheduleOf } from "../../programs/run/row_run.ts";
import type { CollectionDocument } from "../collection/collection_document.ts";
import type { ScheduleDocument } from "../schedule/schedule_document.ts";
import { type AttemptTime, rowRan, rowRefused, rowSkipped } from "../schedule/schedule_progress.ts";
import { calledAction } from "./called_action.ts";
import type { CalledObject } from "./object_document.ts";
import type { ObjectState } from "./object_state.ts";
import type { CallOnShard } from "./row_asked.ts";

/** What is done, and which action was called; or the refusal of the action, whose facts have what is done after it. */
export type ToldOutcome = {
  facts: readonly Fact[];
  called?: string;
  refusal?: Refusal;
  /** By the key of the total (`object_state.ts`): how much it grows, decimal. */
  totals?: Readonly<Record<string, string>> | undefined;
};

/**
 * The amount that a bank has collected for the row and that its action was refused with: the row is tried again without asking the
 * bank. Undefined of any other row.
 */
export function collectedFor(
  { collections }: Pick<ObjectState, "collections">,
  { realm, collectionId }: ScheduleDocument,
): { collected: bigint } | undefined {
  const collection = collectionId === undefined ? undefined : collections.byId(realm, collectionId);
  if (collection?.rail === undefined || collection.status !== "collected") return undefined;
  return { collected: BigInt(collection.amountMinor) };
}

/** The row whose collection has ended so. */
export function toldRow(
  { row, collection, ended }: ToldRow,
  object: CalledObject,
  call: CallOnShard,
): ToldOutcome {
  switch (ended) {
    case "collected":
      return collectedRow({ row, collection, ended }, object, call);
    case "failed":
      return { facts: failedFacts(row, collection, call) };
    case "returned":
      return returnedRow({ row, collection, ended }, object, call);
  }
}

export type ToldRow = { row: ScheduleDocument; collection: CollectionDocument; ended: MandateEnd };

/** The bank has the money: the action moves it. Where that is refused, the row is tried again by the action alone. */
function collectedRow(
  { row, collection }: ToldRow,
  object: CalledObject,
  call: CallOnShard,
): ToldOutcome {
  const { program, world } = call;
  const time = timeOf(call);
  const schedule = scheduleOf(program, row.kind, row.schedule);
  // The object may be of another Build since the bank was asked. The money is the customer's, on an account of the customer.
  if (schedule === undefined) return { facts: [rowSkipped(row, "migrated", time)] };
  const collected = BigInt(collection.amountMinor);
  const planned = rowCall(program, object.record, { schedule, index: row.index, collected }, world);
  const next = afterRefusal(schedule, { attempt: row.attempt, nowMs: world.nowMs });
  const refusedRow = (refusal: Refusal): ToldOutcome => ({
    facts: [...refusal.facts, rowRefused(row, refusal.code, next, time)],
    refusal,
  });
  if (isRefusal(planned)) return refusedRow(planned);
  if (planned.does === "nothing") return { facts: [rowSkipped(row, planned.why, time)] };
  const { action: called } = planned.call;
  const answer = calledAction(call, object, planned.call);
  if (answer.refused) return { ...refusedRow(answer), called };
  return { facts: [...answer.facts, rowRan(row, time)], called };
}

/** The bank has not collected, or has taken back what the object never had. What it says cannot succeed is not tried again. */
function failedFacts(
  row: ScheduleDocument,
  { failure }: CollectionDocument,
  call: CallOnShard,
): readonly Fact[] {
  const time = timeOf(call);
  const schedule = scheduleOf(call.program, row.kind, row.schedule);
  if (schedule === undefined) return [rowSkipped(row, "migrated", time)];
  const { code = "failed", retryable = false } = failure ?? {};
  const { nowMs } = call.world;
  const next = afterRefusal(schedule, { attempt: row.attempt, nowMs, isFinal: !retryable });
  return [rowRefused(row, code, next, time)];
}

/** The bank has taken the money back, with which the action had run; or which it could not be called with. */
function returnedRow(
  { row, collection }: ToldRow,
  object: CalledObject,
  call: CallOnShard,
): ToldOutcome {
  // The action was refused and is to be tried again, with money that is not there any more.
  if (row.status === "scheduled" && row.isLast !== true) {
    return { facts: failedFacts(row, collection, call) };
  }
  if (row.status !== "ran") return { facts: [] };
  const asked = returnedCall(call.program, object.record, row.schedule);
  if (asked === undefined) return { facts: [] };
  const answer = calledAction(call, object, asked);
  const { facts } = answer;
  const { action: called } = asked;
  return answer.refused ? { facts, called, refusal: answer } : { facts, called };
}

function timeOf({ world, context: { nowMs, newId } }: CallOnShard): AttemptTime {
  return { nowMs, clockMs: world.nowMs, operationId: newId("op") };
}

/**
 * How what a record began stands: as the record says, or, of work that goes on after its record, as the
 * work's ending says. Every read that shows an outcome takes it from here, so that all agree with the
 * answer that the shard gives.
 */
import type { Ending } from "../contract/declare/ending.ts";
import type { RealmNames } from "../contract/declare/principal.ts";
import type { StoredRecord } from "../contract/records/record.ts";
import { httpStatusOf } from "../contract/refusals/refusal.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { announcedOperation } from "./announced.ts";

export type RecordOutcome = {
  /** `running`: the work is under way, or nobody knows yet how it ended. */
  status: "running" | "succeeded" | "refused";
  /** Of the answer; while there is none, of the answer of a success. */
  httpStatus: number;
  errorCode: string | undefined;
  /** When it was over, milliseconds UTC; undefined while it is running. */
  finishedMs: number | undefined;
};

/** Of work that goes on after its record: how it ended, if it has. Undefined where the record is all. */
export function lastingWorkOf(
  snapshot: Snapshot,
  record: StoredRecord,
  names: RealmNames,
): { ending: Ending | undefined } | undefined {
  if (record.refusalCode !== undefined || record.reply !== undefined) return undefined;
  const operation = announcedOperation(record.operation);
  if (operation?.type !== "write" || operation.lasting === undefined) return undefined;
  const state = operation.replyState?.(snapshot) as never;
  return { ending: operation.lasting.endOf(record, names, state) };
}

export function outcomeOfRecord(
  snapshot: Snapshot,
  record: StoredRecord,
  names: RealmNames,
): RecordOutcome {
  const work = lastingWorkOf(snapshot, record, names);
  if (work !== undefined) return outcomeOfWork(record, work.ending);
  const { refusalCode, status: httpStatus, timeMs: finishedMs } = record;
  const status = refusalCode === undefined ? "succeeded" : "refused";
  return { status, httpStatus, errorCode: refusalCode, finishedMs };
}

/** The outcome of work that goes on after `record`. */
export function outcomeOfWork(record: StoredRecord, ending: Ending | undefined): RecordOutcome {
  const errorCode = undefined;
  switch (ending?.kind) {
    case undefined:
      return { status: "running", httpStatus: record.status, errorCode, finishedMs: undefined };
    case "succeeded":
      return { status: "succeeded", httpStatus: record.status, errorCode, finishedMs: ending.atMs };
    case "refused":
      return { status: "refused", ...refusedBy(ending), finishedMs: ending.atMs };
    case "unknown":
      return { status: "running", ...refusedBy(ending), finishedMs: undefined };
  }
}

function refusedBy({ refusal }: Exclude<Ending, { kind: "succeeded" }>) {
  return { httpStatus: httpStatusOf(refusal), errorCode: refusal.code };
}

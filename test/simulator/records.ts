/** What the auditor reads out of records and verdicts. */
import { encodeIdSuffix, frameOf } from "../../src/base/id.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";
import type { Moment, Verdict } from "./model/model.ts";

/** Operations that make something, and whose names do not say so. */
const CREATIONS = ["transfer.reverse", "sandbox.event.trigger", "entity.kyc.verification.start"];

export function coverageNameOf(operation: string, code: string): string {
  return code === "idempotency_required" ? code : `${operation} ${code}`;
}

export function batchErrors(verdict: Verdict): string[] {
  if (verdict.code !== undefined || verdict.answer["results"] === undefined) return [];
  const results = verdict.answer["results"] as { error?: { code: string } }[];
  return results.flatMap(({ error }) => (error === undefined ? [] : [error.code]));
}

export function acceptedStatusOf(operation: string): number {
  const isCreation = operation.endsWith(".create") || CREATIONS.includes(operation);
  return isCreation ? 201 : 200;
}

export function momentOf(record: StoredRecord): Moment {
  const { timeMs, shard, place } = record;
  return {
    nowMs: timeMs,
    timeMs,
    place,
    frame: frameOf(place),
    id: (prefix, sub = 0) => `${prefix}_${encodeIdSuffix(timeMs, shard, place, sub)}`,
  };
}

export function suffixOf({ timeMs, shard, place }: StoredRecord): string {
  return encodeIdSuffix(timeMs, shard, place, 0);
}

export function describe({
  operation,
  requestId,
  status,
  refusalCode,
  place,
  reply,
}: StoredRecord): string {
  const outcome = refusalCode ?? "accepted";
  return `${operation} of ${requestId} at frame ${frameOf(place)}: ${status} ${outcome} ${reply ?? ""}`;
}

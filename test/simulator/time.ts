/** What the passing of time asks for, and what came after its time. */
import type { StoredRecord } from "../../src/contract/records/record.ts";
import { type Coverage, count } from "./coverage.ts";
import { nextStep } from "./model/clock.ts";
import { clockOf, type Input, latest, type Realm } from "./model/model.ts";
import { momentOf } from "./records.ts";

/** The input of the step that the record must be; or the reason why the record must not exist. */
export function askedByTime(
  realm: Realm,
  record: StoredRecord,
  coverage: Coverage,
): { input: Input; identity: string } | string {
  const step = nextStep(realm, momentOf(record), record.parentPlace);
  if (typeof step === "string") return step;
  const { operation, cause, input } = step;
  if (record.operation !== operation || record.cause !== cause) return `${operation} was due`;
  const isLive = realm.environment === "live";
  count(coverage, isLive ? "deadline passed in live" : "deadline passed by the sandbox clock");
  count(coverage, `${operation} by time`);
  return { input, identity: "" };
}

/** True when a caller asks to end a hold that is overdue and that the clock has not ended yet. */
export function isLateEnd(realm: Realm, record: StoredRecord, input: Input): boolean {
  if (!["transfer_hold.clear", "transfer_hold.cancel"].includes(record.operation)) return false;
  const hold = latest(realm.holds, input.transferHoldId);
  return hold?.status === "reserved" && hold.expiresAtMs <= clockOf(realm, momentOf(record).nowMs);
}

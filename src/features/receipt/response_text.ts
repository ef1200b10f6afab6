/** The answer of a write: kept in the write's record, or derived from the record by its operation. */
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { announcedOperation } from "../announced.ts";
import { lastingWorkOf } from "../record_outcome.ts";

/**
 * The body as JSON text. Undefined for a refusal, whose body names the request, and for a write whose
 * work is under way, or ended with a refusal.
 */
export function responseTextOf(
  snapshot: Snapshot,
  record: StoredRecord,
  names: RealmNames,
): string | undefined {
  const recorded = recordedTextOf(record, names);
  if (recorded !== undefined || record.refusalCode !== undefined) return recorded;
  const work = lastingWorkOf(snapshot, record, names);
  if (work !== undefined) return work.ending?.kind === "succeeded" ? work.ending.body : undefined;
  const operation = announcedOperation(record.operation);
  if (operation?.type !== "write") return undefined;
  return operation.respond?.(record, names, operation.replyState?.(snapshot) as never);
}

/** The body; undefined where the record alone does not give the body. */
export function recordedTextOf(record: StoredRecord, names: RealmNames): string | undefined {
  if (record.refusalCode !== undefined) return undefined;
  if (record.reply !== undefined) return record.reply;
  const operation = announcedOperation(record.operation);
  if (operation?.type !== "write" || operation.replyState !== undefined) return undefined;
  return operation.respond?.(record, names, undefined as never);
}

/** What a write was answered, from its record alone: kept there, or derived from its facts. */
import type { ScopeNames } from "../../contract/principal.ts";
import type { StoredRecord } from "../../contract/record.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import { clockRunJson, readClockRun } from "../sandbox/sandbox_clock_run.ts";
import { transferBatchJson } from "../transfer/transfer_batch.ts";
import { transferReply } from "../transfer/transfer_json.ts";

/** Operations whose reply is one transfer, derived from the record: it is not stored. */
const DERIVED = new Set(["sandbox.account_funding.create", "transfer.create", "transfer.reverse"]);

/**
 * The body, as JSON text. Undefined for a refusal: the edge dresses it, and no two are alike; and
 * for an advance of a sandbox's clock that is still under way: its answer is not known yet.
 */
export function responseTextOf(
  snapshot: Snapshot,
  record: StoredRecord,
  names: ScopeNames,
): string | undefined {
  const recorded = recordedTextOf(record);
  if (recorded !== undefined || record.refusalCode !== undefined) return recorded;
  if (record.operation === "sandbox.clock.advance") {
    return clockRunJson(record, names, readClockRun(snapshot, record));
  }
  if (!DERIVED.has(record.operation)) return undefined;
  return transferReply(record, names, { accounts: { accountId: accountIdsOf(snapshot) } });
}

/** As far as the record alone says it: the body of one transfer also names accounts. */
export function recordedTextOf(record: StoredRecord): string | undefined {
  if (record.refusalCode !== undefined) return undefined;
  if (record.reply !== undefined) return record.reply;
  return record.operation === "transfer.batch.create" ? transferBatchJson(record) : undefined;
}

/** For tests of what is kept: the records in the logs of a data directory. */
import { openFixedLog } from "../../scripts/log/reading.ts";
import { recordsIn } from "../../scripts/log/records.ts";
import { shardsOf } from "../../scripts/log/shards.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";

/** Every record of the log of the platform shard, or of the logs of all ledger shards, oldest first in each. */
export async function recordsOf(
  dataDir: string,
  which: "platform" | "ledger",
): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  for (const shard of shardsOf(dataDir, undefined).filter(({ kind }) => kind === which)) {
    const log = openFixedLog(shard.logPath);
    const range = { from: 1, to: log.head.sequence };
    for (const { record } of recordsIn(shard, log, range)) records.push(record);
    await log.close();
  }
  return records;
}

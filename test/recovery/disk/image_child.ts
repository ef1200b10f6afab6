/**
 * Checks images of data directories, one message for each image: opens the log for writing as a
 * start does, verifies frames, records, money and state, and looks for every key that was answered.
 * A process of its own, because a damaged file can kill the process that opens it.
 */
import { readFileSync } from "node:fs";
import { openFixedLog } from "../../../scripts/log/reading.ts";
import { recordsIn } from "../../../scripts/log/records.ts";
import { shardsOf } from "../../../scripts/log/shards.ts";
import { verify } from "../../../scripts/log/verify.ts";
import { useIdKeyOf } from "../../../src/keys/id_key_file.ts";
import { openLog } from "../../../wal/log.ts";

/** `answered`: a JSON file with `[key, status]` of everything that was acknowledged by then. */
export type ImageTask = { dataDir: string; answered: string };
export type ImageVerdict = { fault: string | undefined };

process.on("disconnect", () => process.exit(0));
process.on("message", async ({ dataDir, answered }: ImageTask) => {
  const verdict: ImageVerdict = { fault: await faultOf(dataDir, answered) };
  process.send?.(verdict);
});

async function faultOf(dataDir: string, answered: string): Promise<string | undefined> {
  const statuses = new Map<string, number>();
  try {
    useIdKeyOf(dataDir);
    for (const shard of shardsOf(dataDir, undefined)) {
      await (await openLog({ path: shard.logPath })).close();
      const { isSound } = await verify(shard, { isAtRest: true, scratchDir: dataDir });
      if (!isSound) return `${shard.name}: not sound`;
      const log = openFixedLog(shard.logPath);
      for (const { record } of recordsIn(shard, log, { from: 1, to: log.head.sequence })) {
        const { idempotencyKey, status } = record;
        if (idempotencyKey !== undefined) statuses.set(idempotencyKey, status);
      }
      await log.close();
    }
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
  for (const [key, status] of JSON.parse(readFileSync(answered, "utf8")) as [string, number][]) {
    if (statuses.get(key) !== status) return `key ${key}: ${statuses.get(key)}, not ${status}`;
  }
  return undefined;
}

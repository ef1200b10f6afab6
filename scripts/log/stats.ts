/** The counts of a log: frames, records by operation and outcome, bytes. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { segmentsPath } from "../../wal/segment.ts";
import { openFixedLog } from "./reading.ts";
import { recordsIn } from "./records.ts";
import type { Shard } from "./shards.ts";

/** Prints the counts. Throws `LogDamaged`. */
export async function stats(shard: Shard): Promise<void> {
  const log = openFixedLog(shard.logPath);
  const byOutcome = new Map<string, { records: number; bytes: number }>();
  let records = 0;
  let frame = 0;
  let frameBytes = 0;
  let firstMs = 0;
  let lastMs = 0;
  for (const read of recordsIn(shard, log, { from: 1, to: log.head.sequence })) {
    const { operation, status, refusalCode, timeMs } = read.record;
    const outcome = `${operation} ${status}${refusalCode === undefined ? "" : ` ${refusalCode}`}`;
    const counted = byOutcome.get(outcome) ?? { records: 0, bytes: 0 };
    counted.records++;
    counted.bytes += read.bytes;
    byOutcome.set(outcome, counted);
    if (read.frame !== frame) frameBytes += read.frameBytes;
    frame = read.frame;
    if (records++ === 0) firstMs = timeMs;
    lastMs = timeMs;
  }
  const say = (text: string) => process.stdout.write(`${shard.name}: ${text}\n`);
  say(`${log.head.sequence} frames, ${records} records, ${frameBytes} bytes`);
  if (records > 0)
    say(`from ${new Date(firstMs).toISOString()} to ${new Date(lastMs).toISOString()}`);
  const segments = diskBytes(segmentsPath(shard.logPath));
  const moved = segments === 0 ? "" : ` and ${segments} in segments`;
  const [ofLog, ofState] = [diskBytes(shard.logPath), diskBytes(shard.statePath)];
  say(`on disk: log ${ofLog} bytes${moved}, state ${ofState} bytes`);
  const counts = [...byOutcome].sort((a, b) => b[1].records - a[1].records);
  for (const [outcome, counted] of counts) {
    say(`${outcome}: ${counted.records} records, ${counted.bytes} bytes`);
  }
  await log.close();
}

/** The disk space of the files in a folder, bytes. */
function diskBytes(path: string): number {
  if (!existsSync(path)) return 0;
  const blocks = readdirSync(path)
    .map((name) => statSync(join(path, name)))
    .map((file) => (file.isFile() ? file.blocks : 0));
  return blocks.reduce((sum, count) => sum + count * 512, 0);
}

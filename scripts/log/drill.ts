/**
 * Practises a restore: a backup, or a data directory in use or at rest, is restored in a temporary
 * directory, its states are made again from its logs alone, and everything is compared: the rebuilt
 * states with the states of the backup, the logs with the logs of the original.
 * Changes nothing but the temporary directory, which is removed at the end.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OptionError } from "../../src/base/option_error.ts";
import { frameHash } from "../../wal/format.ts";
import { backupDataDirectory, type ShardCopy } from "../backup/backup.ts";
import { openDataReading } from "../data_reading.ts";
import type { LogOptions } from "./options.ts";
import { openFixedLog } from "./reading.ts";
import { shardsOf } from "./shards.ts";
import { printTotals, verify } from "./verify.ts";

/** Runs the drill and prints its findings and times; false when something differs. */
export async function drill(options: LogOptions): Promise<boolean> {
  const { backup, dataDir, scratchDir } = options;
  const scratch = mkdtempSync(join(scratchDir ?? tmpdir(), "log-drill-"));
  const say = (text: string) => process.stdout.write(`drill: ${text}\n`);
  try {
    const restored = join(scratch, "restored");
    const { shards, seconds, bytes, serverRunning } = await backupDataDirectory({
      source: backup ?? dataDir,
      target: restored,
      logsOnly: false,
      onProgress: () => undefined,
    });
    const beside = serverRunning ? ", while its server runs" : "";
    say(`${backup ?? dataDir} restored in ${seconds} s, ${bytes} bytes${beside}`);
    const startedMs = performance.now();
    const reports = [];
    for (const shard of shardsOf(restored, undefined)) {
      process.send?.(shard.name);
      reports.push(await verify(shard, { isAtRest: true, scratchDir: scratch }));
    }
    printTotals(reports);
    const took = ((performance.now() - startedMs) / 1_000).toFixed(1);
    say(`the states made again from the logs and compared in ${took} s`);
    const original = options.isOriginalNamed || backup === undefined ? dataDir : undefined;
    if (original === undefined) say("no original to compare with: name it with --data");
    const faults = original === undefined ? [] : await originalFaults(original, shards);
    for (const fault of faults) say(`DIFFERENCE: ${fault}`);
    const isSound = faults.length === 0 && reports.every((report) => report.isSound);
    say(isSound ? "all is equal" : "NOT EQUAL: see above");
    return isSound;
  } catch (cause) {
    if (cause instanceof OptionError) throw cause;
    say(`FAILED: ${cause instanceof Error ? cause.message : String(cause)}`);
    return false;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * How the original differs from the copies. When the original has the last frame of a copy in the
 * same place, it has all frames before it too, because each frame holds the hash of the frame
 * before.
 */
async function originalFaults(dataDir: string, copies: readonly ShardCopy[]): Promise<string[]> {
  const reading = await openDataReading(dataDir);
  const originals = shardsOf(reading.path, undefined);
  const faults: string[] = [];
  for (const { shard, logId, frames, headHash } of copies) {
    const original = originals.find(({ name }) => name === shard);
    if (original === undefined) {
      faults.push(`${dataDir} has no ${shard}`);
      continue;
    }
    const log = openFixedLog(original.logPath);
    const frame = frames === 0 ? undefined : log.read(frames);
    const hash = frame === undefined ? "" : frameHash(frame).toString("hex");
    if (Buffer.from(log.id).toString("hex") !== logId) {
      faults.push(`${shard}: another log than that of ${dataDir}`);
    } else if (frames > 0 && hash !== headHash) {
      faults.push(
        `${shard}: frame ${frames} of ${dataDir} is ${hash || "missing"}, not ${headHash}`,
      );
    } else {
      const more = log.head.sequence - frames;
      process.stdout.write(
        `${shard}: frame ${frames} is the original's; it went on by ${more} frames\n`,
      );
    }
    await log.close();
  }
  reading.release();
  return faults;
}

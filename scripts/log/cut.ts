/** Moves the old frames of a shard's log, whose server is stopped, into segments. */
import { cutLog, SEGMENT_BYTES } from "../../wal/cut.ts";
import { openLogReader } from "../../wal/log_reader.ts";
import { segmentName, segmentsPath } from "../../wal/segment.ts";
import type { LogOptions } from "./options.ts";
import type { Shard } from "./shards.ts";

const MIB = 2 ** 20;

/**
 * Cuts the log so that `keep` frames stay in the database, and prints the segments. Throws
 * `LogDamaged`; the log is unchanged then.
 */
export async function cut(
  { name, logPath }: Pick<Shard, "name" | "logPath">,
  { keep, segmentMb }: Pick<LogOptions, "keep" | "segmentMb">,
): Promise<void> {
  const say = (text: string) => process.stdout.write(`${name}: ${text}\n`);
  const reader = openLogReader(logPath);
  const upTo = reader.headSequence() - keep;
  const before = reader.lastInSegments;
  await reader.close();
  if (upTo <= before) {
    say(`nothing to cut: frames 1 to ${before} are in segments, and at most ${keep} after them`);
    return;
  }
  const segmentBytes = segmentMb === undefined ? SEGMENT_BYTES : segmentMb * MIB;
  const { segments, bytesBefore, bytesAfter } = await cutLog(logPath, {
    ...{ upTo, segmentBytes },
    onStep: (step) => process.stderr.write(`${name}: ${step}\n`),
  });
  for (const segment of segments) {
    say(
      `frames ${segment.first} to ${segment.last}, ${segment.byteLength} bytes: ${segmentName(segment)}`,
    );
  }
  say(`segments in ${segmentsPath(logPath)}; data.mdb had ${bytesBefore} bytes, has ${bytesAfter}`);
}

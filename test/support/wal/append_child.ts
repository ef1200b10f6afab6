/**
 * Appends groups of 1 to 3 frames to the log at argv[2] until it is killed, and prints the last
 * sequence of each group once it is durable. Each record names the last sequence of its group.
 * When an append fails, prints its outcome and that of one more append, and ends. With "ahead" as
 * argv[3] space is written ahead.
 */
import { writeSync } from "node:fs";
import { LogAppendError } from "../../../wal/errors.ts";
import type { SealedFrame } from "../../../wal/format.ts";
import { type LogHead, openLog } from "../../../wal/log.ts";
import { frameAfter } from "./sample.ts";

const [, , path = "", mode] = process.argv;
const log = await openLog({ path, ...(mode === "ahead" && { hasRoomAhead: () => true }) });
for (let group = 0; ; group++) {
  const frames: SealedFrame[] = [];
  const length = 1 + (group % 3);
  const last = log.head.sequence + length;
  let head: LogHead = log.head;
  while (frames.length < length) {
    const frame = frameAfter(head, 1 + (head.sequence % 5), (sequence, index) => {
      const record = Buffer.alloc(16 + ((sequence * 97) % 900), index);
      record.writeUInt32LE(sequence, 0);
      record.writeUInt32LE(last, 4);
      return record;
    });
    frames.push(frame);
    head = frame;
  }
  const outcome = await log.append(frames).catch(outcomeOf);
  if (outcome !== "durable") {
    const next = await log.append(frames).catch(outcomeOf);
    writeSync(1, `${outcome} then ${next}\n`);
    process.exit(0);
  }
  writeSync(1, `${last}\n`);
}

function outcomeOf(error: unknown): string {
  return error instanceof LogAppendError ? error.outcome : String(error);
}

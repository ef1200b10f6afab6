/** For tests: a log on disk with meaningless records, and the leaves that the tree should have. */
import { join } from "node:path";
import { placeOf } from "../../../src/base/id.ts";
import { RECORD } from "../../../src/contract/records/record_layout.ts";
import { recordLeaf, saltKeyOf } from "../../../src/contract/records/record_leaf.ts";
import { recordsOf, type SealedFrame } from "../../../wal/format.ts";
import { type Log, type LogHead, openLog } from "../../../wal/log.ts";
import { TEST_ID_KEY } from "../id_key.ts";
import { frameAfter } from "../wal/sample.ts";

const SECRET = Buffer.alloc(32, 5);
const SHARD = 2;

export type Leaf = { place: number; hash: Buffer };

export async function newLog(directory: string) {
  const logPath = join(directory, "log");
  const parts = {
    shard: SHARD,
    logPath,
    treePath: join(directory, "proof"),
    saltSecrets: { value: [{ secret: SECRET }] },
  };
  return { log: await openLog({ path: logPath }), parts };
}

/** Appends a frame of `count` records for each number in `counts`; returns the expected leaves. */
export async function append(log: Log, counts: readonly number[]): Promise<Leaf[]> {
  const frames: SealedFrame[] = [];
  let head: LogHead = log.head;
  for (const count of counts) {
    const frame = frameAfter(head, count, sampleRecord);
    frames.push(frame);
    head = frame;
  }
  await log.append(frames);
  const logId = Buffer.from(log.id).toString("hex");
  const of = { saltKey: saltKeyOf(SECRET, log.id), logId, shard: SHARD };
  return frames.flatMap(({ sequence, bytes }) =>
    [...recordsOf(bytes)].map((record, index) => {
      const place = placeOf(sequence, index);
      return { place, hash: Buffer.from(recordLeaf(record, place, of).hash) };
    }),
  );
}

/** Laid out as a record of either version: its fixed part, three texts, and a body of some length. */
export function sampleRecord(sequence: number, index: number): Buffer {
  const version = 1 + ((sequence + index) % 2);
  const fixed = Buffer.alloc(version === 1 ? 64 : RECORD.texts, sequence & 255);
  fixed[0] = version;
  fixed[RECORD.flags] = 0;
  // The ids of the first frames show their places.
  fixed.writeDoubleLE(TEST_ID_KEY.sinceMs + 1_000 * (sequence - 4), RECORD.timeMs);
  const texts = Buffer.from(version === 1 ? "\x04abcd\x00\x02xy\x00" : "\x04abcd\x00\x02xy");
  const body = Buffer.alloc(1 + ((sequence * 31 + index * 17) % 90), index);
  return Buffer.concat([fixed, texts, body]);
}

/** Numbers of frames and offsets beyond 32 bits, in files with holes: no disk has to hold them. */
import assert from "node:assert/strict";
import { closeSync, ftruncateSync, mkdirSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { directoryOf, frameAfter } from "../test/support/wal/sample.ts";
import { cutLog } from "./cut.ts";
import { openDatabase } from "./database.ts";
import { encodeLogHeader, type SealedFrame, ZERO_HASH } from "./format.ts";
import { HEADER_KEY, keyOf } from "./key.ts";
import { type Log, openLog } from "./log.ts";
import { type LogReader, openLogReader } from "./log_reader.ts";
import {
  encodeSegmentHeader,
  SEGMENT_ENTRY_BYTES,
  SEGMENT_HEADER_BYTES,
  segmentName,
  segmentsPath,
} from "./segment.ts";
import { verifyRange } from "./verify.ts";

const GIB = 2 ** 30;
const ID = Buffer.alloc(16, 7);
/** The last frame of the segment; all before it are holes. */
const LAST = 2 ** 32 + 5;
/** Where it begins. */
const BEGIN = 5 * GIB;

test("long log: frames behind 2^32 and 4 GiB (sparse) -> read, appended, cut, verified", async (t) => {
  const path = join(directoryOf(t), "log");
  const last = frameOf(LAST, ZERO_HASH);
  const file = await logWithSegment(path, last);
  assert.ok(statSync(file).size > 36 * GIB);
  const frames = [last];
  const log = await openLog({ path });
  frames.push(frameOf(LAST + 1, last.hash));
  assert.deepEqual([log.head.sequence, Buffer.from(log.head.hash)], headOf(frames));
  for (let more = 0; more < 20; more++) {
    frames.push(frameOf(log.head.sequence + 1, log.head.hash));
    await log.append(frames.slice(-1));
  }
  await log.close();
  await assertReads(path, frames);

  const cut = await cutLog(path, { upTo: LAST + 10 });
  assert.deepEqual(
    cut.segments.map((segment) => [segment.first, segment.last]),
    [[LAST + 1, LAST + 10]],
  );
  await assertReads(path, frames);
  assert.ok(statSync(file).blocks * 512 < GIB / 64, "the file is sparse");
});

function frameOf(sequence: number, previousHash: Uint8Array): SealedFrame {
  const content = (_: number, index: number) => Buffer.from(`${sequence} ${index}`);
  return frameAfter({ sequence: sequence - 1, hash: previousHash }, 3, content);
}

function headOf(frames: readonly SealedFrame[]): [number, Buffer] {
  const { sequence, hash } = frames.at(-1) as SealedFrame;
  return [sequence, hash];
}

/** A log whose first segment ends with `last`, and one frame after it. Returns the segment's file. */
async function logWithSegment(path: string, last: SealedFrame): Promise<string> {
  const table = BEGIN + last.bytes.length;
  const header = encodeSegmentHeader({
    ...{ logId: ID, first: 1, last: LAST, previousHash: ZERO_HASH, hash: last.hash },
    byteLength: table + (LAST + 1) * SEGMENT_ENTRY_BYTES,
  });
  const database = openDatabase("log", path);
  await database.put(HEADER_KEY, encodeLogHeader(ID));
  await database.put(keyOf(LAST), header);
  const next = frameOf(LAST + 1, last.hash);
  await database.put(keyOf(next.sequence), next.bytes);
  await database.close();

  mkdirSync(segmentsPath(path));
  const name = join(segmentsPath(path), segmentName({ first: 1, last: LAST, logId: ID }));
  const bounds = Buffer.alloc(2 * SEGMENT_ENTRY_BYTES);
  bounds.writeBigUInt64LE(BigInt(BEGIN), 0);
  bounds.writeBigUInt64LE(BigInt(table), SEGMENT_ENTRY_BYTES);
  const file = openSync(name, "w");
  writeSync(file, header, 0, SEGMENT_HEADER_BYTES, 0);
  writeSync(file, last.bytes, 0, last.bytes.length, BEGIN);
  writeSync(file, bounds, 0, bounds.length, table + (LAST - 1) * SEGMENT_ENTRY_BYTES);
  ftruncateSync(file, table + (LAST + 1) * SEGMENT_ENTRY_BYTES);
  closeSync(file);
  return name;
}

/** Reads the frames by a log and by a reader, verifies those after the first, and finds a hole. */
async function assertReads(path: string, frames: readonly SealedFrame[]): Promise<void> {
  const log = await openLog({ path });
  const reader = openLogReader(path);
  assert.deepEqual([log.head.sequence, Buffer.from(log.head.hash)], headOf(frames));
  for (const from of [log, reader] satisfies (Log | LogReader)[]) {
    for (const { sequence, bytes } of frames) {
      assert.deepEqual(Buffer.from(from.read(sequence) as Uint8Array), bytes);
    }
  }
  const walked = [...log.frames(LAST + 1)].map(({ bytes }) => Buffer.from(bytes));
  assert.deepEqual(
    walked,
    frames.slice(1).map(({ bytes }) => bytes),
  );
  const [to, hash] = headOf(frames);
  const { damage, headSequence, headHash } = verifyRange(reader, { from: LAST + 1, to });
  assert.deepEqual([damage, headSequence, headHash], [undefined, to, hash.toString("hex")]);
  assert.throws(() => reader.read(2 ** 31 + 1), /damaged at frame 2147483649/);
  await reader.close();
  await log.close();
}

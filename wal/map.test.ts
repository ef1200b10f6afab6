/** Logs that outgrow the address space that they were opened with. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { closeSync, ftruncateSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { test } from "node:test";
import {
  directoryOf,
  frameAfter,
  framesAfter,
  startChild,
  startThread,
} from "../test/support/wal/sample.ts";
import { dataFile, MAP_BYTES, openDatabase } from "./database.ts";
import { type SealedFrame, ZERO_HASH } from "./format.ts";
import { logOver, openLog } from "./log.ts";
import { openLogReader } from "./log_reader.ts";
import { verifyLog } from "./verify.ts";

const START = { sequence: 0, hash: ZERO_HASH };
const PAGE_BYTES = 4_096;
/** Offset in a meta page of the number of the last page in use. */
const LAST_PAGE_AT = 144;
const MIB = 2 ** 20;

test("map: a log eight times as long as the map it began with -> goes on, threads and processes read it", async (t) => {
  const path = directoryOf(t);
  const log = await logOver(openDatabase("log", path, MIB));
  const frames: SealedFrame[] = framesAfter(START, 1, 300);
  await log.append(frames);
  const workers = [0, 1].map(() => startThread("map_reader_thread.ts", path));
  await Promise.all(workers.map((worker) => once(worker, "message")));
  while (statSync(dataFile(path)).size < 8 * MIB) {
    const group = framesAfter(log.head, 4, 300);
    assert.equal(await log.append(group), "durable");
    frames.push(...group);
  }
  for (const worker of workers) {
    worker.postMessage(frames.length);
    const [{ reads, wrong }] = await once(worker, "message");
    assert.deepEqual({ wrong }, { wrong: 0 });
    t.diagnostic(`${reads} reads of a thread while the map grew`);
  }
  assert.equal(frames.length, log.head.sequence);
  assert.deepEqual(
    [...log.frames(1)].map(({ bytes }) => Buffer.from(bytes)),
    frames.map(({ bytes }) => bytes),
  );
  await log.close();
  const child = startChild("verify_child.ts", [path]);
  const lines: string[] = [];
  for await (const line of child.lines) lines.push(line);
  const report = JSON.parse(lines.join(""));
  assert.deepEqual([report.damage, report.frames], [undefined, frames.length]);
});

test("map: a file longer than the map of a new log (sparse) -> opens, goes on behind it, reads, verifies", async (t) => {
  const path = directoryOf(t);
  const log = await openLog({ path });
  for (const frame of framesAfter(START, 3, 500)) await log.append([frame]);
  const { id, head } = log;
  await log.close();
  const bytes = MAP_BYTES + 16 * MIB;
  pretendPages(dataFile(path), bytes / PAGE_BYTES);

  const again = await openLog({ path });
  assert.deepEqual([again.id, again.head], [id, head]);
  const more = framesAfter(head, 20, 500);
  await again.append(more);
  assert.ok(statSync(dataFile(path)).size > bytes, "new pages stand behind the old end");
  const reader = openLogReader(path);
  for (const { sequence, bytes: said } of more) {
    assert.deepEqual(Buffer.from(reader.read(sequence) as Uint8Array), said);
  }
  await reader.close();
  await again.append([frameAfter(again.head, 1)]);
  await again.close();
  const report = await verifyLog(path);
  assert.deepEqual([report.damage, report.headSequence], [undefined, head.sequence + 21]);
  assert.ok(statSync(dataFile(path)).blocks * 512 < 64 * MIB, "the file is sparse");
});

/**
 * Makes a database believe that it has so many pages, as if the others were in use: a file without
 * holes takes hours to write.
 */
function pretendPages(file: string, pages: number): void {
  const descriptor = openSync(file, "r+");
  const number = Buffer.alloc(8);
  for (const meta of [0, PAGE_BYTES]) {
    readSync(descriptor, number, 0, 8, meta + LAST_PAGE_AT);
    number.writeBigUInt64LE(BigInt(pages - 1));
    writeSync(descriptor, number, 0, 8, meta + LAST_PAGE_AT);
  }
  ftruncateSync(descriptor, pages * PAGE_BYTES);
  closeSync(descriptor);
}

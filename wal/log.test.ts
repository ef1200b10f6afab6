/**
 * Tests of the log: what an append guarantees, refusals, and the frames after a crash or disk
 * fault.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { seedOf } from "../test/support/seeds.ts";
import {
  type Child,
  directoryOf,
  frameAfter,
  framesAfter,
  randomOf,
  recordBytes,
  startChild,
  startThread,
} from "../test/support/wal/sample.ts";
import { holdMoment } from "./beside.ts";
import { dataFile, openDatabase } from "./database.ts";
import { LogAppendError } from "./errors.ts";
import { recordsOf, type SealedFrame, ZERO_HASH } from "./format.ts";
import { keyOf } from "./key.ts";
import { type Log, logOver, openLog } from "./log.ts";
import { openLogReader } from "./log_reader.ts";
import { verifyLog } from "./verify.ts";

const START = { sequence: 0, hash: ZERO_HASH };
/** Offset in a meta page of the number of the transaction that wrote it; pages have 4,096 bytes. */
const TRANSACTION_AT = 152;
/** Offset in a meta page of the number of entries. */
const ENTRIES_AT = 128;
/** The longest file of a process that the disk shall refuse, in blocks of 512 or 1,024 bytes. */
const FILE_BLOCKS = 256;

test("log: frames appended, closed, opened again -> every byte, the head and the id", async (t) => {
  const path = join(directoryOf(t), "deep", "er.shard");
  const frames = framesAfter(START, 20, 30);
  const log = await openLog({ path });
  assert.deepEqual(log.head, START);
  for (const frame of frames) assert.equal(await log.append([frame]), "durable");
  assert.equal(log.head.sequence, 20);
  await log.close();

  const again = await openLog({ path });
  assert.deepEqual(again.id, log.id);
  assert.deepEqual(again.head, { sequence: 20, hash: (frames[19] as SealedFrame).hash });
  const read = [...again.frames(1)];
  assert.deepEqual(
    read.map(({ sequence }) => sequence),
    frames.map(({ sequence }) => sequence),
  );
  for (const { sequence, bytes } of read) {
    assert.deepEqual(Buffer.from(bytes), (frames[sequence - 1] as SealedFrame).bytes);
    const records = [...recordsOf(bytes)].map((record) => Buffer.from(record));
    assert.deepEqual(
      records,
      records.map((_, index) => recordBytes(sequence, index)),
    );
  }
  assert.deepEqual(
    [...again.frames(18)].map(({ sequence }) => sequence),
    [18, 19, 20],
  );
  assert.deepEqual([...again.frames(21)], []);
  assert.equal(again.read(0), undefined);
  assert.equal(again.read(21), undefined);
  const kept = again.read(4) as Uint8Array;
  again.read(5);
  assert.deepEqual(Buffer.from(kept), (frames[3] as SealedFrame).bytes);
  await again.close();
});

test("log: two logs -> two ids", async (t) => {
  const path = directoryOf(t);
  const one = await openLog({ path: join(path, "one") });
  const two = await openLog({ path: join(path, "two") });
  assert.notDeepEqual(one.id, two.id);
  await one.close();
  await two.close();
});

const first = frameAfter(START, 3);
const second = frameAfter(first, 3);
const fork = frameAfter(START, 4);
const REFUSED: [string, SealedFrame[]][] = [
  ["no frame", []],
  ["the sequence that is there", [first]],
  ["a sequence too far", [frameAfter(second, 1)]],
  ["the hash of another history", [frameAfter(fork, 1)]],
  ["a group with a gap", [second, frameAfter({ sequence: 3, hash: second.hash }, 1)]],
  ["a group that breaks the chain", [second, frameAfter({ sequence: 2, hash: first.hash }, 1)]],
  ["a name that its bytes do not say", [{ ...second, bytes: first.bytes }]],
];

for (const [name, frames] of REFUSED) {
  test(`log: an append of ${name} -> refused, nothing written, the next is served`, async (t) => {
    const log = await openLog({ path: directoryOf(t) });
    await log.append([first]);
    await assert.rejects(log.append(frames), { name: "LogAppendError", outcome: "refused" });
    assert.equal(log.head.sequence, 1);
    assert.equal(await log.append([second]), "durable");
    await log.close();
  });
}

test("log: a second append while one is under way -> refused", async (t) => {
  const log = await openLog({ path: directoryOf(t) });
  const durable = log.append([first]);
  await assert.rejects(log.append([second]), { outcome: "refused" });
  assert.equal(await durable, "durable");
  assert.equal(await log.append([second]), "durable");
  await log.close();
});

test("log: several frames in one append -> readers see all of them or none", async (t) => {
  const path = directoryOf(t);
  const log = await openLog({ path });
  const reader = openLogReader(path);
  const seen = new Set<number>();
  for (let group = 0; group < 20; group++) {
    let isDone = false;
    const done = log.append(framesAfter(log.head, 5, 40)).then(() => {
      isDone = true;
    });
    while (!isDone) {
      reader.refresh();
      seen.add(reader.headSequence() % 5);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
  }
  assert.deepEqual([...seen], [0]);
  await reader.close();
  await log.close();
});

test("log: a writer that another writer overtook -> refused, nothing written", async (t) => {
  const path = directoryOf(t);
  const stale = await openLog({ path });
  const owner = await openLog({ path });
  await owner.append([first]);
  const group = [fork, frameAfter(fork, 1), frameAfter(frameAfter(fork, 1), 1)];
  await assert.rejects(stale.append(group), { outcome: "refused", message: /another writer/ });
  await assert.rejects(stale.append([fork]), { outcome: "refused", message: /failed before/ });
  await owner.append([second]);
  await owner.close();
  await stale.close();
  const report = await verifyLog(path);
  assert.deepEqual([report.headSequence, report.damage], [2, undefined]);
  assert.equal(report.headHash, second.hash.toString("hex"));
});

test("log: no answer from the disk in time -> unknown, then refused for good", async (t) => {
  const path = directoryOf(t);
  const before = await openLog({ path });
  await before.append([first]);
  await before.close();
  const log = await openLog({ path, appendTimeoutMs: 60 });
  const holder = startChild("lock_child.ts", [path]);
  await once(holder.lines, "line");
  // The process may end although an append is under way: the watchdog does not keep it alive.
  const alive = setInterval(() => undefined, 1_000);
  const unknown = { name: "LogAppendError", outcome: "unknown", message: /within 60 ms/ };
  await assert.rejects(log.append([second]), unknown);
  clearInterval(alive);
  await assert.rejects(log.append([second]), { outcome: "refused", message: /failed before/ });
  holder.process.kill("SIGKILL");
  await holder.ended;
  await log.close();
});

test("log: the process stands still for longer than an append may take -> durable, and it goes on", async (t) => {
  const log = await openLog({ path: directoryOf(t), appendTimeoutMs: 4_000 });
  const appended = log.append([first]);
  // As after a process that was stopped, the timer is due before the answer can be taken.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_100);
  assert.equal(await appended, "durable");
  assert.equal(await log.append([second]), "durable");
  await log.close();
});

test("log: the disk refuses a write -> unknown, then refused; nothing lost", async (t) => {
  const path = directoryOf(t);
  const child = startChild("append_child.ts", [path], FILE_BLOCKS);
  const lines = await linesOf(child);
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  assert.equal(lines.pop(), "unknown then refused");
  const acknowledged = Number(lines.pop());
  const log = await openLog({ path });
  assert.ok(log.head.sequence >= acknowledged && acknowledged > 0);
  assert.equal([...log.frames(1)].length, log.head.sequence);
  assert.equal(await log.append([frameAfter(log.head, 1)]), "durable");
  await log.close();
});

test("log: the disk refuses space written ahead -> appended up to the same end, then unknown", async (t) => {
  const ends: number[] = [];
  for (const modes of [[], ["ahead"]]) {
    const path = directoryOf(t);
    const child = startChild("append_child.ts", [path, ...modes], FILE_BLOCKS);
    assert.equal((await linesOf(child)).pop(), "unknown then refused");
    const log = await openLog({ path });
    ends.push(log.head.sequence);
    await log.close();
    assert.equal((await verifyLog(path)).damage, undefined);
  }
  assert.equal(ends[0], ends[1]);
});

test("log: kill -9 during appends, 20 times -> nothing lost, no group torn", async (t) => {
  const path = directoryOf(t);
  const random = randomOf(seedOf(t));
  for (let kill = 0; kill < 20; kill++) {
    const child = startChild("append_child.ts", [path, ...(random(3) === 0 ? [] : ["ahead"])]);
    const killAfter = 1 + random(40);
    let acknowledged = 0;
    let lines = 0;
    child.lines.on("line", (line) => {
      acknowledged = Number(line);
      if (++lines === killAfter) child.process.kill("SIGKILL");
    });
    assert.equal((await child.ended).signal, "SIGKILL");
    const log = await openLog({ path });
    assert.ok(log.head.sequence >= acknowledged, `lost after ${log.head.sequence}`);
    assertWholeGroups(log);
    await log.close();
  }
  const report = await verifyLog(path);
  assert.equal(report.damage, undefined);
  assert.equal(report.frames, report.headSequence);
});

test("log: a reader in another thread -> sees every frame whose append resolved", async (t) => {
  const path = directoryOf(t);
  const log = await openLog({ path });
  const worker = startThread("log_reader_thread.ts", path);
  for (let sequence = 1; sequence <= 30; sequence++) {
    const frame = frameAfter(log.head, 1 + sequence * 7);
    await log.append([frame]);
    worker.postMessage(sequence);
    const [answer] = await once(worker, "message");
    const hash = frame.hash.toString("hex");
    assert.deepEqual(answer, { head: sequence, next: undefined, viewHash: hash, copyHash: hash });
  }
  worker.postMessage(0);
  await once(worker, "exit");
  assert.equal(await log.append([frameAfter(log.head, 1)]), "durable");
  await log.close();
});

test("log: another process opens it over and over beside the writer -> both see it whole", async (t) => {
  const path = directoryOf(t);
  const log = await openLog({ path });
  await log.append([first]);
  const held = holdMoment(path);
  const child = startChild("beside_child.ts", [path, "3000"]);
  let isReading = true;
  child.ended.then(() => {
    isReading = false;
  });
  const lines = linesOf(child);
  let last = first;
  while (isReading) {
    last = frameAfter(last, 3);
    await log.append([last]);
  }
  held?.release();
  held?.release();
  const said = (await lines).map((line) => JSON.parse(line));
  assert.deepEqual([said.length, said[0]?.damage], [1, undefined], JSON.stringify(said));
  assert.ok(said[0].frames > 1, "it saw what was appended meanwhile");
  await log.close();
  const report = await verifyLog(path);
  assert.deepEqual([report.damage, report.headSequence], [undefined, last.sequence]);
  t.diagnostic(`${said[0].frames} frames at the reader's end, ${last.sequence} at the writer's`);
});

test("log: a reader where nothing was ever written -> an error that names the place", async (t) => {
  const path = join(directoryOf(t), "none");
  assert.throws(() => openLogReader(path), { message: `no LMDB database at ${path}` });
});

test("log: a bit of the number of its last transaction flipped -> refused, not an append less", async (t) => {
  const { path, file, newer } = await stoppedLog(t);
  for (let bit = 0; bit < 64; bit++) {
    const copy = Buffer.from(file);
    const at = newer + TRANSACTION_AT + (bit >> 3);
    copy[at] = (copy[at] as number) ^ (1 << (bit & 7));
    writeFileSync(dataFile(path), copy);
    const message = /frame 0: data\.mdb: its meta pages, of transactions \d+ and \d+/;
    await assert.rejects(openLog({ path }), { name: "LogDamaged", message });
  }
});

test("log: a meta page that the disk refused, its number written back -> opens at the append before", async (t) => {
  const { path, file, newer, older, head } = await stoppedLog(t);
  const entries = file.readBigUInt64LE(newer + ENTRIES_AT);
  file.writeBigUInt64LE(entries + 1n, older + ENTRIES_AT);
  writeFileSync(dataFile(path), file);
  const log = await openLog({ path });
  assert.deepEqual(log.head, head);
  const next = frameAfter(head, 3);
  assert.equal(await log.append([next]), "durable");
  await log.close();
  const again = await openLog({ path });
  assert.equal(again.head.sequence, next.sequence);
  await again.close();
});

/**
 * The bytes of a closed log whose frames each fill pages of their own, and the offsets of its two
 * meta pages.
 */
async function stoppedLog(t: TestContext) {
  const path = directoryOf(t);
  const log = await openLog({ path });
  for (const frame of framesAfter(START, 6, 500)) await log.append([frame]);
  const { head } = log;
  await log.close();
  const file = readFileSync(dataFile(path));
  const numberAt = (page: number) => file.readBigUInt64LE(page + TRANSACTION_AT);
  const [newer, older] = numberAt(0) > numberAt(4_096) ? [0, 4_096] : [4_096, 0];
  return { path, file, newer, older, head };
}

test("log: its last frames, or one in between not found -> refused, the first of them named", async (t) => {
  const frames = framesAfter(START, 5, 2);
  for (const [there, first, counted] of [
    // The last frames are missing, as if an old page of the tree were read; LMDB's count has them.
    [[1, 2, 3], 4, 6],
    [[1, 2, 4, 5], 3, 5],
  ] as const) {
    const path = directoryOf(t);
    await (await openLog({ path })).close();
    const database = openDatabase("log", path);
    for (const at of there) {
      await database.put(keyOf(at), (frames[at - 1] as SealedFrame).bytes);
    }
    database.getStats = () => ({ entryCount: counted });
    await assert.rejects(logOver(database), { name: "LogDamaged", sequence: first });
  }
});

test("log: an append after close -> refused", async (t) => {
  const log = await openLog({ path: directoryOf(t) });
  await log.close();
  await log.close();
  await assert.rejects(log.append([first]), LogAppendError);
});

async function linesOf(child: Child): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of child.lines) lines.push(line);
  return lines;
}

/** Every record of `append_child` names the last frame of its group; that frame must be there. */
function assertWholeGroups(log: Log): void {
  let groupEnd = 0;
  for (const { sequence, bytes } of log.frames(1)) {
    for (const record of recordsOf(bytes)) {
      const view = Buffer.from(record);
      assert.equal(view.readUInt32LE(0), sequence);
      groupEnd = view.readUInt32LE(4);
      assert.ok(groupEnd >= sequence);
    }
  }
  assert.equal(groupEnd, log.head.sequence, "the last group is whole");
}

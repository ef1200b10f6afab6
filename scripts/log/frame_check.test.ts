/** The check by several threads against the walk of one: the same report of every log. */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { seedOf } from "../../test/support/seeds.ts";
import { frameAfter, framesAfter, randomOf } from "../../test/support/wal/sample.ts";
import { dataFile, openDatabase } from "../../wal/database.ts";
import { AT, encodeLogHeader, type SealedFrame, ZERO_HASH } from "../../wal/format.ts";
import { HEADER_KEY, keyOf } from "../../wal/key.ts";
import { openLog } from "../../wal/log.ts";
import { verifyLog } from "../../wal/verify.ts";
import { FrameCheck, verifyLogInParallel } from "./frame_check.ts";

const START = { sequence: 0, hash: ZERO_HASH };
/** Frames of a range in these tests; 23 frames are 4 ranges, the last of them shorter. */
const RANGE = 7;
const FRAMES = framesAfter(START, 23, 5);
const frameAt = (sequence: number): SealedFrame => FRAMES[sequence - 1] as SealedFrame;
/** By this thread alone; with two others, of which each log may see none; by another one alone. */
const THREADS = [{ threads: 1 }, { threads: 3 }, { threads: 2, helps: false }];

function directoryOf(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "frame-check-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A closed log of these values under the keys 1, 2, 3, …; undefined: nothing under the key. */
async function plant(path: string, values: readonly (Uint8Array | undefined)[]): Promise<string> {
  const database = openDatabase("log", path);
  await database.put(HEADER_KEY, encodeLogHeader(Buffer.alloc(16, 7)));
  for (const [at, value] of values.entries()) {
    if (value !== undefined) await database.put(keyOf(at + 1), value);
  }
  await database.close();
  return path;
}

/** Compares the reports. `others`: of other threads too, which take long to load. */
async function assertSame(path: string, { others = true } = {}) {
  const alone = await verifyLog(path);
  const hasOthers = others && alone.frames > RANGE;
  for (const threads of hasOthers ? THREADS : THREADS.slice(0, 1)) {
    const together = await verifyLogInParallel(path, { ...threads, rangeFrames: RANGE });
    assert.deepEqual(together, alone, JSON.stringify(threads));
  }
  return alone;
}

test("frame check: sound logs of any length -> the report of one walk", async (t) => {
  for (const length of [0, 1, RANGE - 1, RANGE, RANGE + 1, 3 * RANGE, 23]) {
    const values = FRAMES.slice(0, length).map(({ bytes }) => bytes);
    const report = await assertSame(await plant(join(directoryOf(t), "log"), values));
    assert.deepEqual([report.frames, report.damage], [length, undefined]);
  }
});

const flipped = (sequence: number, at: number): Uint8Array => {
  const bytes = Buffer.from(frameAt(sequence).bytes);
  const from = at < 0 ? bytes.length + at : at;
  bytes.writeUInt8(bytes.readUInt8(from) ^ 8, from);
  return bytes;
};
/** A valid frame that follows the one before it, but is not what the next one follows. */
const forged = (sequence: number): Uint8Array =>
  frameAfter(sequence === 1 ? START : frameAt(sequence - 1), 5, () => Buffer.alloc(9, 0xee)).bytes;
const DAMAGES: [string, (sequence: number) => Uint8Array | undefined][] = [
  ["a changed magic", (sequence) => flipped(sequence, AT.magic)],
  ["a changed sequence", (sequence) => flipped(sequence, AT.sequence)],
  ["a changed hash of the frame before", (sequence) => flipped(sequence, AT.previousHash)],
  ["a changed record", (sequence) => flipped(sequence, AT.records + 3)],
  ["a changed offset", (sequence) => flipped(sequence, -4 - 4 * 2 + 2)],
  ["a changed checksum", (sequence) => flipped(sequence, -1)],
  ["another valid frame", forged],
  ["no frame", () => undefined],
  ["half a frame", (sequence) => frameAt(sequence).bytes.subarray(0, 90)],
];

for (const [name, damaged] of DAMAGES) {
  test(`frame check: ${name} anywhere, at both sides of a border too -> the damage of one walk`, async (t) => {
    const directory = directoryOf(t);
    for (const at of [1, RANGE - 1, RANGE, RANGE + 1, RANGE + 2, 2 * RANGE + 1, 22, 23]) {
      const values: (Uint8Array | undefined)[] = FRAMES.map(({ bytes }) => bytes);
      values[at - 1] = damaged(at);
      const path = await plant(join(directory, String(at)), values);
      const report = await assertSame(path, { others: at === 2 * RANGE + 1 });
      const isUnseen = at === 23 && (name === "another valid frame" || name === "no frame");
      const found = name === "another valid frame" ? at + 1 : at;
      assert.equal(report.damage?.sequence, isUnseen ? undefined : found, String(at));
    }
  });
}

test("frame check: any frames damaged, 20 times -> the lowest, as of one walk", async (t) => {
  const directory = directoryOf(t);
  const random = randomOf(seedOf(t));
  for (let round = 0; round < 20; round++) {
    const values: (Uint8Array | undefined)[] = FRAMES.map(({ bytes }) => bytes);
    for (let count = 1 + random(4); count > 0; count--) {
      const at = 1 + random(FRAMES.length);
      values[at - 1] = (DAMAGES[random(DAMAGES.length)] as (typeof DAMAGES)[number])[1](at);
    }
    await assertSame(await plant(join(directory, String(round)), values));
  }
});

test("frame check: a header, a meta page, an end that are damaged -> as of one walk", async (t) => {
  const path = join(directoryOf(t), "log");
  const log = await openLog({ path });
  for (const frame of FRAMES) await log.append([frame]);
  await log.close();
  const sound = readFileSync(dataFile(path));
  const copy = join(directoryOf(t), "copy");
  mkdirSync(copy);
  for (const change of [
    (file: Buffer) => file.subarray(0, file.length - 4_096),
    (file: Buffer) => file.subarray(0, 8_192),
    (file: Buffer) => file.fill(0, 24, 28),
    (file: Buffer) => inverted(file, file.indexOf("MWAH") + 9),
  ]) {
    copyFileSync(dataFile(path), dataFile(copy));
    writeFileSync(dataFile(copy), change(Buffer.from(sound)));
    const report = await assertSame(copy);
    assert.notEqual(report.damage, undefined);
  }
});

/** A byte that is random, as those of a log's id are, may have any value: it is changed for sure. */
function inverted(file: Buffer, at: number): Buffer {
  file[at] = (file[at] as number) ^ 0xff;
  return file;
}

test("frame check: confirmed frame by frame -> sound ones pass, none from the damage on", async (t) => {
  const values: (Uint8Array | undefined)[] = FRAMES.map(({ bytes }) => bytes);
  values[RANGE + 2] = flipped(RANGE + 3, AT.records);
  const path = await plant(join(directoryOf(t), "log"), values);
  for (const threads of THREADS) {
    const check = new FrameCheck(path, { ...threads, headSequence: 23, rangeFrames: RANGE });
    for (let sequence = 1; sequence < RANGE + 3; sequence++) {
      check.confirm(sequence);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const damaged = { name: "LogDamaged", sequence: RANGE + 3 };
    assert.throws(() => check.confirm(RANGE + 3), damaged);
    assert.throws(() => check.confirm(23), damaged);
    check.confirm(RANGE + 2);
    await check.close();
  }
});

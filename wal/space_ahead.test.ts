/** Tests of the space that is written ahead of a log's pages: how much, when, and what stays whole. */
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { seedOf } from "../test/support/seeds.ts";
import { directoryOf, frameAfter, randomOf } from "../test/support/wal/sample.ts";
import { dataFile, usedBytesOf } from "./database.ts";
import { ZERO_HASH } from "./format.ts";
import { type Log, openLog } from "./log.ts";
import { OWN_SPACE_BYTES, SpaceAhead, STEP_BYTES_MAX, STEP_BYTES_MIN } from "./space_ahead.ts";
import { verifyLog } from "./verify.ts";

/** The longest record of the random test, bytes: some appends are larger than `OWN_SPACE_BYTES`. */
const RECORD_BYTES_MAX = 80_000;

/** Appends a frame of one record of so many bytes. */
async function append(log: Log, bytes: number): Promise<void> {
  const frame = frameAfter(log.head, 1, () => Buffer.alloc(bytes, 1 + (log.head.sequence % 255)));
  assert.equal(await log.append([frame]), "durable");
}

function sizesOf(path: string): { used: number; ahead: number } {
  const file = dataFile(path);
  const used = usedBytesOf(file);
  return { used, ahead: statSync(file).size - used };
}

test("space ahead: appends of any size in 6 lives, some without it -> every frame; zeros behind, two steps at most", async (t) => {
  const random = randomOf(seedOf(t));
  const path = directoryOf(t);
  let size = 0;
  let most = 0;
  for (let life = 0; life < 6; life++) {
    const writesAhead = life === 0 || random(3) > 0;
    const log = await openLog({ path, ...(writesAhead && { hasRoomAhead: () => true }) });
    for (let count = 60 + random(120); count > 0; count--) {
      await append(log, 1 + random(random(8) === 0 ? RECORD_BYTES_MAX : 6_000));
      const { ahead } = sizesOf(path);
      most = Math.max(most, ahead);
      const file = statSync(dataFile(path)).size;
      assert.ok(file >= size, "the file never gets shorter");
      size = file;
    }
    const { sequence } = log.head;
    await log.close();
    const bytes = readFileSync(dataFile(path));
    const behind = bytes.subarray(usedBytesOf(dataFile(path)));
    assert.ok(behind.every((byte) => byte === 0));
    const report = await verifyLog(path);
    assert.deepEqual([report.damage, report.frames], [undefined, sequence]);
    const again = await openLog({ path });
    for (const frame of again.frames(1)) {
      assert.equal(frame.bytes[64], 1 + ((frame.sequence - 1) % 255));
    }
    await again.close();
  }
  assert.ok(most >= STEP_BYTES_MIN && most < 2 * STEP_BYTES_MAX, `${most} bytes ahead`);
});

test("space ahead: less than the next step is there -> the next step, each twice as long up to the largest", async (t) => {
  const path = directoryOf(t);
  const asked: number[] = [];
  const tooEarly: number[] = [];
  const hasRoomAhead = (bytes: number) => {
    if (sizesOf(path).ahead >= bytes) tooEarly.push(bytes);
    return asked.push(bytes) > 0;
  };
  const log = await openLog({ path, hasRoomAhead });
  for (let bytes = 0; bytes < STEP_BYTES_MIN / 4 - 4_000; bytes += 4_000) await append(log, 3_800);
  assert.deepEqual(asked, []);
  while (asked.length < 5) await append(log, 3_800);
  await log.close();
  assert.deepEqual(tooEarly, []);
  const [min, max] = [STEP_BYTES_MIN, STEP_BYTES_MAX];
  assert.deepEqual(asked, [min, 2 * min, max, max, max]);
  assert.ok(sizesOf(path).used > 2 * min, "a step waits until the one before is used");
});

test("space ahead: what an earlier life left -> used before a new step", async (t) => {
  const path = directoryOf(t);
  const log = await openLog({ path, hasRoomAhead: () => true });
  while (sizesOf(path).ahead < 2 * STEP_BYTES_MIN) await append(log, 3_000);
  await log.close();
  const { used, ahead } = sizesOf(path);
  let asked = 0;
  const again = await openLog({ path, hasRoomAhead: () => ++asked > 0 });
  while (sizesOf(path).ahead > ahead - STEP_BYTES_MIN / 2) await append(again, 3_000);
  await again.close();
  const after = sizesOf(path);
  assert.deepEqual([after.used + after.ahead, asked], [used + ahead, 0]);
});

test("space ahead: no room on the disk, then room -> the pages alone, then a step", async (t) => {
  const path = directoryOf(t);
  let hasRoom = false;
  let asked = 0;
  const hasRoomAhead = () => {
    asked++;
    return hasRoom;
  };
  const log = await openLog({ path, hasRoomAhead });
  while (asked < 3) await append(log, 3_000);
  assert.equal(sizesOf(path).ahead, 0);
  hasRoom = true;
  while (sizesOf(path).ahead < STEP_BYTES_MIN / 2) await append(log, 3_000);
  await log.close();
});

test("space ahead: whether there is room cannot be told -> appended, never asked again", async (t) => {
  const path = directoryOf(t);
  let asked = 0;
  const hasRoomAhead = () => {
    asked++;
    throw new Error("no such disk");
  };
  const log = await openLog({ path, hasRoomAhead });
  for (let count = 0; count < 40; count++) await append(log, 3_000);
  assert.equal(asked, 1);
  assert.equal(sizesOf(path).ahead, 0);
  await log.close();
});

test("space ahead: appends that are large themselves -> nothing ahead", async (t) => {
  const path = directoryOf(t);
  let asked = 0;
  const log = await openLog({ path, hasRoomAhead: () => ++asked > 0 });
  for (let count = 0; count < 5; count++) await append(log, OWN_SPACE_BYTES);
  await log.close();
  assert.deepEqual([sizesOf(path).ahead, asked], [0, 0]);
});

test("space ahead: closed while a step runs -> waits for it; told more after that -> nothing", async (t) => {
  const path = directoryOf(t);
  await (await openLog({ path })).close();
  const { used } = sizesOf(path);
  let asked = 0;
  const ahead = new SpaceAhead(path, () => ++asked > 0);
  ahead.appended(STEP_BYTES_MIN / 4 - 1);
  assert.equal(asked, 0);
  ahead.appended(1);
  await ahead.close();
  assert.deepEqual(sizesOf(path), { used, ahead: STEP_BYTES_MIN });
  ahead.appended(STEP_BYTES_MIN - 1);
  await ahead.close();
  assert.equal(asked, 1);
  const log = await openLog({ path });
  assert.deepEqual(log.head, { sequence: 0, hash: ZERO_HASH });
  await log.close();
});

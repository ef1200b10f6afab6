/** How many days the disk is said to last, at which growth. */
import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { framesAfter } from "../../test/support/wal/sample.ts";
import { dataFile, usedBytesOf } from "../../wal/database.ts";
import { openLog } from "../../wal/log.ts";
import { DiskGrowth, daysLeft } from "./disk_growth.ts";

const MINUTE_MS = 60_000;
const ROOM = { freeBytes: 86_400 * 1_000 + 250, refuseBytes: 250 };

function open() {
  const sizes: Record<string, number> = { log: 1_000_000, state: 500_000 };
  let now = 5_000;
  const growth = new DiskGrowth({
    files: ["log", "state", "missing"],
    nowMs: () => now,
    sizeOf: (path) => sizes[path] ?? 0,
  });
  growth.close();
  /** Lets so many minutes go by, in each of which both files together grow by `bytes`. */
  const pass = (minutes: number, bytes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      now += MINUTE_MS;
      sizes["log"] = (sizes["log"] as number) + bytes - Math.floor(bytes / 3);
      sizes["state"] = (sizes["state"] as number) + Math.floor(bytes / 3);
      growth.look();
    }
  };
  const wait = (ms: number, bytes: number) => {
    now += ms;
    sizes["log"] = (sizes["log"] as number) + bytes;
  };
  return { growth, pass, wait };
}

test("disk growth: less than a minute, then a minute -> no rate, then the rate of both files", () => {
  const { growth, wait } = open();
  wait(MINUTE_MS - 1, 60_000);
  assert.equal(growth.bytesPerSecond(), 0);
  wait(1, 0);
  assert.equal(growth.bytesPerSecond(), 1_000);
});

test("disk growth: two hours, the second at half the rate -> the rate of the last hour alone", () => {
  const { growth, pass } = open();
  pass(60, 120_000);
  assert.equal(growth.bytesPerSecond(), 2_000);
  pass(30, 60_000);
  assert.equal(growth.bytesPerSecond(), 1_500);
  pass(30, 60_000);
  assert.equal(growth.bytesPerSecond(), 1_000);
});

test("disk growth: files of a disk, one of them made later -> their bytes", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "growth-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const [log, state] = [join(directory, "log"), join(directory, "state")];
  appendFileSync(log, Buffer.alloc(7_000));
  let now = 0;
  const growth = new DiskGrowth({ files: [log, state], nowMs: () => now });
  growth.close();
  appendFileSync(log, Buffer.alloc(40_000));
  appendFileSync(state, Buffer.alloc(20_000));
  now += MINUTE_MS;
  assert.equal(growth.bytesPerSecond(), 1_000);
});

test("disk growth: a log writes space ahead -> only the pages that it has used count", async (t) => {
  const path = mkdtempSync(join(tmpdir(), "growth-"));
  t.after(() => rmSync(path, { recursive: true }));
  const file = dataFile(path);
  await (await openLog({ path })).close();
  let now = 0;
  const growth = new DiskGrowth({ files: [file], nowMs: () => now });
  growth.close();
  const before = statSync(file).size;
  appendFileSync(file, Buffer.alloc(200_000));
  now += MINUTE_MS;
  assert.equal(growth.bytesPerSecond(), 0);
  const log = await openLog({ path });
  for (let count = 0; count < 5; count++) await log.append(framesAfter(log.head, 2, 30));
  await log.close();
  const used = usedBytesOf(file) - before;
  assert.ok(used > 20_000 && used < statSync(file).size - before);
  assert.equal(growth.bytesPerSecond(), (used * 1_000) / MINUTE_MS);
});

test("disk growth: sizes that cannot be read now -> those that were read last, and a look does not throw", () => {
  let now = 0;
  let size = 1_000;
  let isUsedUp = false;
  const sizeOf = () => {
    if (isUsedUp) throw new Error("EMFILE: too many open files");
    return size;
  };
  const growth = new DiskGrowth({ files: ["log"], nowMs: () => now, sizeOf });
  growth.close();
  isUsedUp = true;
  now = MINUTE_MS;
  growth.look();
  assert.equal(growth.bytesPerSecond(), 0);
  isUsedUp = false;
  size += 120_000;
  now += MINUTE_MS;
  assert.equal(growth.bytesPerSecond(), 1_000);
});

test("disk growth: nothing written, or a file made smaller -> 0, never less", () => {
  const { growth, pass } = open();
  pass(3, 0);
  assert.equal(growth.bytesPerSecond(), 0);
  pass(3, -90_000);
  assert.equal(growth.bytesPerSecond(), 0);
});

test("days left: free space above what is refused below, by the rate -> days; without growth infinite", () => {
  assert.equal(daysLeft(ROOM, 1_000), 1);
  assert.equal(daysLeft(ROOM, 100), 10);
  assert.equal(daysLeft({ ...ROOM, freeBytes: 250 }, 100), 0);
  assert.equal(daysLeft({ ...ROOM, freeBytes: 249 }, 100), 0);
  assert.equal(daysLeft(ROOM, 0), Number.POSITIVE_INFINITY);
  assert.equal(daysLeft({ ...ROOM, freeBytes: 0 }, 0), Number.POSITIVE_INFINITY);
});

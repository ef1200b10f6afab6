/** Damage of every kind in real files: `verifyLog` finds it and names its place. */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { seedOf } from "../test/support/seeds.ts";
import {
  directoryOf,
  frameAfter,
  framesAfter,
  randomOf,
  startChild,
} from "../test/support/wal/sample.ts";
import { dataFile, openDatabase } from "./database.ts";
import { LogDamaged } from "./errors.ts";
import { AT, encodeLogHeader, type SealedFrame, ZERO_HASH } from "./format.ts";
import { HEADER_KEY, keyOf } from "./key.ts";
import { openLog } from "./log.ts";
import { openLogReader } from "./log_reader.ts";
import { verifyLog } from "./verify.ts";

const START = { sequence: 0, hash: ZERO_HASH };
const FRAMES = framesAfter(START, 5, 40);
const frameAt = (sequence: number): SealedFrame => FRAMES[sequence - 1] as SealedFrame;

/** A closed log of `FRAMES`. */
async function logOf(path: string): Promise<string> {
  const log = await openLog({ path });
  for (const frame of FRAMES) await log.append([frame]);
  await log.close();
  return path;
}

/** Changes every copy of `from` in the data file to `to`. */
function replaceInFile(path: string, from: Buffer, to: Buffer): void {
  const file = readFileSync(dataFile(path));
  let copies = 0;
  for (let at = file.indexOf(from); at >= 0; at = file.indexOf(from, at + 1)) {
    to.copy(file, at);
    copies++;
  }
  assert.ok(copies > 0, "the bytes are in the file");
  writeFileSync(dataFile(path), file);
}

test("verify: a sound log -> its counts, its head, its progress, no damage", async (t) => {
  const path = directoryOf(t);
  const log = await openLog({ path });
  await log.append(framesAfter(START, 2_100, 2));
  const { head } = log;
  await log.close();
  const steps: number[] = [];
  const report = await verifyLog(path, ({ frames }) => steps.push(frames));
  assert.deepEqual(steps, [1_000, 2_000]);
  assert.deepEqual([report.frames, report.records], [2_100, 4_200]);
  assert.equal(report.headHash, Buffer.from(head.hash).toString("hex"));
  assert.equal("damage" in report, false);
});

test("verify: an empty log -> no frames, no damage", async (t) => {
  const path = directoryOf(t);
  await (await openLog({ path })).close();
  const report = await verifyLog(path);
  assert.deepEqual([report.frames, report.headSequence, report.damage], [0, 0, undefined]);
});

const tableAt = frameAt(3).bytes.length - 4 - 40 * 4;
const FLIPS: { region: string; at: number; reason: RegExp; index?: number }[] = [
  { region: "magic", at: AT.magic, reason: /^header: magic/ },
  { region: "sequence", at: AT.sequence, reason: /^header: sequence/ },
  { region: "previous hash", at: AT.previousHash, reason: /^checksum/ },
  { region: "records", at: 1_000, reason: /^checksum/ },
  { region: "offsets", at: tableAt + 4 * 7 + 2, reason: /^offset table/, index: 7 },
  { region: "checksum", at: frameAt(3).bytes.length - 4, reason: /^checksum/ },
];

for (const { region, at, reason, index } of FLIPS) {
  test(`verify: a bit flipped on disk in the ${region} of frame 3 -> named`, async (t) => {
    const path = await logOf(directoryOf(t));
    const flipped = Buffer.from(frameAt(3).bytes);
    flipped[at] = (flipped[at] as number) ^ 0x08;
    replaceInFile(path, frameAt(3).bytes, flipped);
    const { damage, frames, headSequence } = await verifyLog(path);
    assert.deepEqual([frames, headSequence, damage?.sequence, damage?.index], [2, 2, 3, index]);
    assert.match(damage?.reason ?? "", reason);

    const log = await openLog({ path });
    assert.throws(() => [...log.frames(1)], { name: "LogDamaged", sequence: 3 });
    assert.throws(() => [...log.frames(4)], { name: "LogDamaged", sequence: 3 });
    assert.throws(() => log.read(3), { name: "LogDamaged", sequence: 3 });
    await log.close();
    const reader = openLogReader(path);
    assert.throws(() => reader.readView(3), { name: "LogDamaged", sequence: 3 });
    await reader.close();
  });
}

test("log: a bit flipped in the last frame -> it does not open, and says which frame", async (t) => {
  const path = await logOf(directoryOf(t));
  const flipped = Buffer.from(frameAt(5).bytes);
  flipped[900] = (flipped[900] as number) ^ 1;
  replaceInFile(path, frameAt(5).bytes, flipped);
  await assert.rejects(openLog({ path }), { name: "LogDamaged", sequence: 5 });
});

test("verify: a valid frame exchanged for another valid frame -> the chain names the next", async (t) => {
  const path = await logOf(directoryOf(t));
  const forged = frameAfter(frameAt(2), 40, (sequence, index) => {
    const record = Buffer.alloc(1 + ((sequence * 31 + index * 17) % 400), 0xee);
    return record;
  });
  assert.equal(forged.bytes.length, frameAt(3).bytes.length);
  replaceInFile(path, frameAt(3).bytes, forged.bytes);
  const { damage, headSequence } = await verifyLog(path);
  assert.equal(headSequence, 3);
  assert.deepEqual([damage?.sequence, damage?.reason.slice(0, 6)], [4, "chain:"]);
});

const PLANTED: [string, [Uint8Array, Uint8Array][], number, RegExp][] = [
  ["no header", [[Buffer.from(keyOf(1)), frameAt(1).bytes]], 0, /log header: missing/],
  ["a header of a later version", [[HEADER_KEY, laterHeader()]], 0, /version 2 is unknown/],
  ["a key that is no sequence", [[Buffer.from("zz"), frameAt(1).bytes]], 0, /7a7a/],
  [
    "a frame under the key of another",
    [header(), [Buffer.from(keyOf(1)), frameAt(2).bytes]],
    1,
    /sequence is 2, not 1/,
  ],
];

for (const [name, entries, sequence, reason] of PLANTED) {
  test(`log: ${name} -> it does not open, and says where`, async (t) => {
    const path = directoryOf(t);
    const database = openDatabase("log", path);
    for (const [key, value] of entries) await database.put(key, value);
    await database.close();
    await assert.rejects(openLog({ path }), (error) => {
      assert.ok(error instanceof LogDamaged);
      assert.equal(error.sequence, sequence);
      assert.match(error.reason, reason);
      return true;
    });
  });
}

test("verify: a frame that is missing in between -> named", async (t) => {
  const path = directoryOf(t);
  const database = openDatabase("log", path);
  await database.put(...header());
  for (const sequence of [1, 2, 4, 5]) {
    await database.put(keyOf(sequence), frameAt(sequence).bytes);
  }
  await database.close();
  const { damage } = await verifyLog(path);
  assert.deepEqual(damage, { sequence: 3, reason: "the frame is missing" });
});

for (const [name, keep] of [
  ["by one byte", (bytes: number) => bytes - 1],
  ["by one page", (bytes: number) => bytes - 4_096],
  ["to half", (bytes: number) => bytes >> 1],
  ["to its meta pages", () => 8_192],
] as const) {
  test(`log: data.mdb cut ${name} -> it does not open, and no process dies of it`, async (t) => {
    const path = await logOf(directoryOf(t));
    truncateSync(dataFile(path), keep(readFileSync(dataFile(path)).length));
    await assert.rejects(openLog({ path }), { name: "LogDamaged", message: /data\.mdb/ });
    assert.throws(() => openLogReader(path), { name: "LogDamaged" });
    assert.match((await verifyLog(path)).damage?.reason ?? "", /data\.mdb/);
  });
}

test("verify: bits flipped anywhere in the file, 8 times -> damage, or the same log", async (t) => {
  const path = await logOf(join(directoryOf(t), "sound"));
  const sound = await verifyLog(path);
  const random = randomOf(seedOf(t));
  const copy = `${path}.copy`;
  mkdirSync(copy);
  for (let flip = 0; flip < 8; flip++) {
    copyFileSync(dataFile(path), dataFile(copy));
    const file = readFileSync(dataFile(copy));
    const at = random(file.length);
    file[at] = (file[at] as number) ^ (1 << random(8));
    writeFileSync(dataFile(copy), file);
    const child = startChild("verify_child.ts", [copy]);
    const lines: string[] = [];
    for await (const line of child.lines) lines.push(line);
    const { code } = await child.ended;
    if (code !== 0) continue;
    const report = JSON.parse(lines[lines.length - 1] as string);
    if (report.damage === undefined) assert.deepEqual(report, sound, `byte ${at}`);
  }
});

function header(): [Uint8Array, Uint8Array] {
  return [HEADER_KEY, encodeLogHeader(Buffer.alloc(16, 7))];
}

function laterHeader(): Buffer {
  const bytes = encodeLogHeader(Buffer.alloc(16, 7));
  bytes.writeUInt16LE(2, 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 24)), 24);
  return bytes;
}

/** Logs that were cut: every frame as before, segments away and back, crashes, damage. */
import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { seedOf } from "../test/support/seeds.ts";
import { directoryOf, framesAfter, randomOf, startChild } from "../test/support/wal/sample.ts";
import { linkDatabase } from "./beside.ts";
import { type CutOptions, cutLog } from "./cut.ts";
import { dataFile, openDatabase } from "./database.ts";
import { type SealedFrame, ZERO_HASH } from "./format.ts";
import { keyOf } from "./key.ts";
import { type Log, openLog } from "./log.ts";
import { type LogReader, openLogReader } from "./log_reader.ts";
import {
  decodeSegmentHeader,
  encodeSegmentHeader,
  SEGMENT_HEADER_BYTES,
  segmentName,
  segmentsPath,
} from "./segment.ts";
import { verifyLog } from "./verify.ts";

const START = { sequence: 0, hash: ZERO_HASH };
const FRAMES = framesAfter(START, 30, 20);
const bytesAt = (sequence: number): Buffer => (FRAMES[sequence - 1] as SealedFrame).bytes;
/** Some 4 KB of frame each: three of them fit. */
const SEGMENT_BYTES = 3.5 * bytesAt(1).length;

/** A closed log of `FRAMES`, and where it is. */
async function logOf(t: TestContext): Promise<string> {
  const path = join(directoryOf(t), "log");
  const log = await openLog({ path });
  for (const frame of FRAMES) await log.append([frame]);
  await log.close();
  return path;
}

const cut = (path: string, upTo: number, options: Partial<CutOptions> = {}) =>
  cutLog(path, { upTo, segmentBytes: SEGMENT_BYTES, ...options });

/** Every frame, by every way of reading one, is the one that was appended. */
async function assertWhole(path: string, frames: readonly SealedFrame[] = FRAMES): Promise<void> {
  const log = await openLog({ path });
  const reader = openLogReader(path);
  const head = frames.at(-1) as SealedFrame;
  assert.deepEqual([log.head.sequence, Buffer.from(log.head.hash)], [head.sequence, head.hash]);
  assert.equal(reader.headSequence(), head.sequence);
  for (const { sequence, bytes } of frames) assertReads(log, reader, sequence, bytes);
  for (const from of [1, 2, 7, head.sequence]) {
    const walked = [...log.frames(from)].map(({ bytes }) => Buffer.from(bytes));
    assert.deepEqual(
      walked,
      frames.slice(from - 1).map(({ bytes }) => bytes),
    );
  }
  assert.equal(reader.read(head.sequence + 1), undefined);
  await reader.close();
  await log.close();
  const { damage, headSequence, headHash } = await verifyLog(path);
  const said = [undefined, head.sequence, head.hash.toString("hex")];
  assert.deepEqual([damage, headSequence, headHash], said);
}

function assertReads(log: Log, reader: LogReader, sequence: number, bytes: Buffer): void {
  assert.deepEqual(Buffer.from(log.read(sequence) as Uint8Array), bytes);
  assert.deepEqual(Buffer.from(reader.read(sequence) as Uint8Array), bytes);
  assert.deepEqual(Buffer.from(reader.readView(sequence) as Uint8Array), bytes);
}

test("segment: a header of version 1 -> these bytes, and read again", () => {
  const contents = {
    ...{ logId: Buffer.alloc(16, 0xaa), first: 5, last: 260, byteLength: 4_294_967_299 },
    ...{ previousHash: Buffer.alloc(32, 0xbb), hash: Buffer.alloc(32, 0xcc) },
  };
  const header = encodeSegmentHeader(contents);
  const text =
    `4d57534701000000${"aa".repeat(16)}05000000000000000401000000000000` +
    `${"bb".repeat(32)}${"cc".repeat(32)}0300000001000000`;
  assert.equal(header.toString("hex").slice(0, -8), text);
  assert.deepEqual(decodeSegmentHeader(header), { ...contents, header });
  for (let at = 0; at < SEGMENT_HEADER_BYTES; at++) {
    const flipped = Buffer.from(header);
    flipped.writeUInt8(flipped.readUInt8(at) ^ 4, at);
    assert.ok("reason" in decodeSegmentHeader(flipped), `byte ${at}`);
  }
  assert.ok("reason" in decodeSegmentHeader(header.subarray(1)));
});

test("segment: a log cut anywhere -> the same id, head and frames, a smaller database, and it goes on", async (t) => {
  for (const upTo of [1, 3, 4, 16, 29]) {
    const path = await logOf(t);
    const before = await verifyLog(path);
    const { segments, bytesBefore, bytesAfter } = await cut(path, upTo);
    assert.deepEqual([segments[0]?.first, segments.at(-1)?.last], [1, upTo]);
    assert.deepEqual(readdirSync(segmentsPath(path)).sort(), segments.map(segmentName));
    assert.ok(upTo < 16 || bytesAfter < bytesBefore, `${bytesAfter} of ${bytesBefore} bytes`);
    assert.deepEqual(await verifyLog(path), before);
    await assertWhole(path);

    const log = await openLog({ path });
    const more = framesAfter(log.head, 4, 20);
    await log.append(more);
    await log.close();
    await assertWhole(path, [...FRAMES, ...more]);
    await cut(path, 32);
    await assertWhole(path, [...FRAMES, ...more]);
  }
});

test("segment: at most so many bytes, and a frame that alone has more -> each begins the next", async (t) => {
  const path = await logOf(t);
  const { segments } = await cut(path, 20);
  assert.ok(segments.length >= 5);
  for (const { first, last } of segments) assert.ok(last - first + 1 <= 4, `${first} to ${last}`);
  const other = await logOf(t);
  const alone = await cut(other, 5, { segmentBytes: 1 });
  assert.deepEqual(
    alone.segments.map(({ first, last }) => [first, last]),
    [1, 2, 3, 4, 5].map((at) => [at, at]),
  );
  await assertWhole(other);
});

test("segment: a cut that leaves no frame -> refused; one that is done -> nothing", async (t) => {
  const path = await logOf(t);
  for (const upTo of [30, 31]) await assert.rejects(cut(path, upTo), { name: "WalMisused" });
  await cut(path, 9);
  const names = readdirSync(segmentsPath(path));
  assert.deepEqual((await cut(path, 9)).segments, []);
  assert.deepEqual((await cut(path, 4)).segments, []);
  assert.deepEqual(readdirSync(segmentsPath(path)), names);
});

test("segment: one is moved away -> its frames are refused by name, all others read; linked to -> read again", async (t) => {
  const path = await logOf(t);
  const { segments } = await cut(path, 12);
  const away = directoryOf(t);
  const [, second] = segments as [unknown, (typeof segments)[number]];
  const name = segmentName(second);
  const [here, there] = [join(segmentsPath(path), name), join(away, name)];
  const log = await openLog({ path });
  const reader = openLogReader(path);
  cpSync(here, there);
  renameSync(here, `${here}.aside`);
  const unmounted = {
    name: "SegmentUnmounted",
    segment: name,
    message: /cannot be read at \S+ \(ENOENT\)/,
  };
  for (const { sequence, bytes } of FRAMES) {
    if (sequence >= second.first && sequence <= second.last) {
      for (const of of [log, reader])
        assert.throws(() => of.read(sequence), { ...unmounted, sequence });
    } else assertReads(log, reader, sequence, bytes);
  }
  assert.throws(() => [...log.frames(1)], unmounted);
  await assert.rejects(verifyLog(path), unmounted);
  assert.equal([...log.frames(13)].length, 18);
  assert.equal([...log.frames(second.last + 1)].length, 30 - second.last);
  symlinkSync(there, here);
  for (const { sequence, bytes } of FRAMES) assertReads(log, reader, sequence, bytes);
  const more = framesAfter(log.head, 1, 3);
  assert.equal(await log.append(more), "durable");
  await reader.close();
  await log.close();
  await assertWhole(path, [...FRAMES, ...more]);
});

test("segment: all are away, as are those who read beside the writer -> the log opens and goes on", async (t) => {
  const path = await logOf(t);
  await cut(path, 12);
  const linked = join(directoryOf(t), "linked");
  linkDatabase(path, linked);
  const child = startChild("verify_child.ts", [linked]);
  const lines: string[] = [];
  for await (const line of child.lines) lines.push(line);
  assert.equal(JSON.parse(lines.join("")).frames, 30);
  renameSync(segmentsPath(path), `${path}.away`);
  const log = await openLog({ path });
  assert.equal(log.head.sequence, 30);
  assert.equal(await log.append(framesAfter(log.head, 2, 3)), "durable");
  assert.equal([...log.frames(13)].length, 20);
  assert.throws(() => log.read(12), { name: "SegmentUnmounted" });
  await log.close();
});

test("segment: kill -9 before each step of a cut, in turn -> whole, and the next cut leaves nothing behind", async (t) => {
  for (let end = 0; ; end++) {
    const path = await logOf(t);
    await cut(path, 4);
    const args = [path, "20", String(SEGMENT_BYTES), String(end)];
    const child = startChild("cut_child.ts", args);
    const steps: string[] = [];
    for await (const line of child.lines) steps.push(line);
    const { signal } = await child.ended;
    await assertWhole(path);
    const again = await cut(path, 20);
    await assertWhole(path);
    const files = readdirSync(segmentsPath(path)).length;
    const named = new Set([...(await namedBy(path))]);
    assert.deepEqual(new Set(readdirSync(segmentsPath(path))), named, `${files} files`);
    assert.equal(existsSync(`${path}.cut`), false);
    t.diagnostic(`killed before "${steps.at(-1)}": ${again.segments.length} segments by the next`);
    if (signal === null) {
      assert.ok(end > 6, "every step was reached");
      return;
    }
    assert.equal(signal, "SIGKILL");
    assert.equal(again.segments.length === 0, steps.at(-1) === "done");
  }
});

/** The files that the log's database names. */
async function namedBy(path: string): Promise<string[]> {
  const database = openDatabase("log", path);
  const names: string[] = [];
  for (const { value } of database.getRange({ start: Buffer.from(keyOf(1)) })) {
    const segment = decodeSegmentHeader(value);
    if ("reason" in segment) break;
    names.push(segmentName(segment));
  }
  await database.close();
  return names;
}

const DAMAGES: [string, (file: Buffer) => Buffer, RegExp][] = [
  ["its header", (file) => flipped(file, 40), /its header is another/],
  ["a record", (file) => flipped(file, SEGMENT_HEADER_BYTES + 100), /checksum/],
  ["a frame's header", (file) => flipped(file, SEGMENT_HEADER_BYTES), /header: magic/],
  ["its table", (file) => flipped(file, file.length - 4 * 8 + 1), /table says|header: /],
  ["its length", (file) => file.subarray(0, file.length - 1), /bytes, not/],
  ["all of it", (file) => Buffer.alloc(file.length), /its header is another/],
];

function flipped(file: Buffer, at: number): Buffer {
  file.writeUInt8(file.readUInt8(at) ^ 16, at);
  return file;
}

test("segment: damage of any part of a file -> named with its segment, never another frame", async (t) => {
  for (const [name, damage, reason] of DAMAGES) {
    const path = await logOf(t);
    const { segments } = await cut(path, 12);
    const file = join(segmentsPath(path), segmentName(segments[0] as (typeof segments)[number]));
    writeFileSync(file, damage(readFileSync(file)));
    const log = await openLog({ path });
    const reader = openLogReader(path);
    for (const of of [log, reader]) {
      assert.throws(() => of.read(1), { name: "LogDamaged", sequence: 1, reason }, name);
    }
    const report = await verifyLog(path);
    assert.deepEqual([report.damage?.sequence, report.frames], [1, 0], name);
    await reader.close();
    await log.close();
  }
});

test("segment: two logs share a folder, with what a crash left of one -> each keeps its own", async (t) => {
  const [path, other] = [await logOf(t), await logOf(t)];
  const folder = directoryOf(t);
  for (const one of [path, other]) symlinkSync(folder, segmentsPath(one));
  const child = startChild("cut_child.ts", [other, "20", String(SEGMENT_BYTES), "3"]);
  await child.ended;
  const left = readdirSync(folder);
  assert.equal(left.length, 3);
  await cut(path, 12);
  assert.ok(left.every((name) => readdirSync(folder).includes(name)));
  await cut(other, 12);
  await cut(path, 20);
  await assertWhole(path);
  await assertWhole(other);
});

test("segment: a copy of a log that went its own way, linked to one folder -> no cut touches the other's segments", async (t) => {
  const path = await logOf(t);
  const folder = directoryOf(t);
  symlinkSync(folder, segmentsPath(path));
  await cut(path, 6);
  const copy = `${path}.copy`;
  cpSync(path, copy, { recursive: true, verbatimSymlinks: true });
  await cut(path, 12);
  const log = await openLog({ path: copy });
  const more = framesAfter(log.head, 12, 20);
  await log.append(more);
  await log.close();
  await cut(copy, 8);
  await cut(copy, 36);
  await assertWhole(path);
  await assertWhole(copy, [...FRAMES, ...more]);
  const own = await openLog({ path });
  const others = framesAfter(own.head, 12, 10);
  await own.append(others);
  await own.close();
  await assert.rejects(cut(path, 36), /a copy of the log made it/);
  await assertWhole(path, [...FRAMES, ...others]);
  await assertWhole(copy, [...FRAMES, ...more]);
});

test("segment: the file of another log, or of another cut -> refused", async (t) => {
  const [path, other] = [await logOf(t), await logOf(t)];
  const { segments } = await cut(path, 3);
  await cut(other, 3);
  const [theirs] = readdirSync(segmentsPath(other)) as [string];
  const name = segmentName(segments[0] as (typeof segments)[number]);
  cpSync(join(segmentsPath(other), theirs), join(segmentsPath(path), name));
  const reader = openLogReader(path);
  assert.throws(() => reader.read(2), { name: "LogDamaged", message: /header is another/ });
  await reader.close();
});

test("segment: a header in the database that is changed, gone, or of another place -> the log does not open", async (t) => {
  for (const change of ["flip", "remove", "first"]) {
    const path = await logOf(t);
    const { segments } = await cut(path, 12);
    const [first, second] = segments as [(typeof segments)[number], (typeof segments)[number]];
    const database = openDatabase("log", path);
    if (change === "flip")
      await database.put(keyOf(first.last), flipped(Buffer.from(first.header), 30));
    if (change === "remove") await database.remove(keyOf(second.last));
    if (change === "first") await database.put(keyOf(first.last), Buffer.from(second.header));
    await database.close();
    await assert.rejects(openLog({ path }), { name: "LogDamaged" }, change);
    assert.throws(() => openLogReader(path), { name: "LogDamaged" }, change);
  }
});

test("segment: a database cut short, its end lost -> refused, as of a log without segments", async (t) => {
  const path = await logOf(t);
  await cut(path, 12);
  truncateSync(dataFile(path), readFileSync(dataFile(path)).length - 4_096);
  await assert.rejects(openLog({ path }), { name: "LogDamaged", message: /data\.mdb/ });
});

test("segment: any appends and cuts, 40 steps -> what a log that is never cut says", async (t) => {
  const random = randomOf(seedOf(t));
  const [path, plain] = [join(directoryOf(t), "log"), join(directoryOf(t), "plain")];
  for (const one of [path, plain]) await (await openLog({ path: one })).close();
  let appended: SealedFrame[] = [];
  for (let step = 0; step < 40; step++) {
    const head = appended.at(-1) ?? START;
    if (random(3) > 0 || head.sequence < 2) {
      const group = framesAfter(head, 1 + random(5), 1 + random(30));
      for (const one of [path, plain]) {
        const log = await openLog({ path: one });
        await log.append(group);
        await log.close();
      }
      appended = [...appended, ...group];
    } else {
      const upTo = 1 + random(head.sequence - 1);
      await cut(path, upTo, { segmentBytes: 1 + random(40_000) });
    }
  }
  const [one, other] = [openLogReader(path), openLogReader(plain)];
  for (let sequence = 0; sequence <= appended.length + 1; sequence++) {
    assert.deepEqual(one.read(sequence), other.read(sequence));
  }
  await one.close();
  await other.close();
  const { logId: _, ...report } = await verifyLog(path);
  const { logId: __, ...expected } = await verifyLog(plain);
  assert.deepEqual(report, expected);
});

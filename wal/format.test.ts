/**
 * The bytes of a frame: valid ones, damaged ones with the damaged place, and old ones stay
 * readable.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { frameAfter, recordBytes } from "../test/support/wal/sample.ts";
import {
  AT,
  decodeLogHeader,
  encodeLogHeader,
  FRAME_BYTES_MAX,
  FRAME_RECORDS_MAX,
  faultOf,
  frameHash,
  previousHashOf,
  recordCountOf,
  recordOf,
  recordStartOf,
  recordsOf,
  sequenceOf,
  ZERO_HASH,
} from "./format.ts";
import { FrameBuilder } from "./frame_builder.ts";

const START = { sequence: 0, hash: ZERO_HASH };

/** A frame written by format version 1. Never edit it: logs of that version exist. */
const GOLDEN_FRAME =
  "4d57414c01000000020000000000000003000000660000000000000000000000abababababababab" +
  "abababababababababababababababababababababababab66697273743274686520746869726420" +
  "7265636f7264400000004500000046000000d2019b07";
const GOLDEN_HASH = "4f7526e62832a5e9badd804c0806d89fa3d408b8feb7d983d360de8705e384fe";
const GOLDEN_HEADER = "4d57414801000000cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdbca4d49e";

test("format: the frame of version 1 -> is still read, and still written byte for byte", () => {
  const bytes = Buffer.from(GOLDEN_FRAME, "hex");
  assert.equal(faultOf(bytes, 2), undefined);
  assert.equal(frameHash(bytes).toString("hex"), GOLDEN_HASH);
  assert.deepEqual(
    [...recordsOf(bytes)].map((record) => Buffer.from(record).toString()),
    ["first", "2", "the third record"],
  );
  assert.equal(Buffer.from(previousHashOf(bytes)).toString("hex"), "ab".repeat(32));
  const head = { sequence: 1, hash: Buffer.alloc(32, 0xab) };
  const words = ["first", "2", "the third record"];
  const again = frameAfter(head, 3, (_, index) => Buffer.from(words[index] as string));
  assert.equal(again.bytes.toString("hex"), GOLDEN_FRAME);
});

test("format: the log header of version 1 -> is still read, and still written", () => {
  const logId = Buffer.alloc(16, 0xcd);
  assert.deepEqual(decodeLogHeader(Buffer.from(GOLDEN_HEADER, "hex")), {
    logId: new Uint8Array(logId),
  });
  assert.equal(encodeLogHeader(logId).toString("hex"), GOLDEN_HEADER);
});

test("format: a sealed frame -> gives back every record as a view of its bytes", () => {
  const { bytes, hash, sequence } = frameAfter(START, 100);
  assert.equal(faultOf(bytes, 1), undefined);
  assert.deepEqual([sequence, sequenceOf(bytes), recordCountOf(bytes)], [1, 1, 100]);
  assert.deepEqual(hash, frameHash(bytes));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let index = 0; index < 100; index++) {
    const record = recordOf(bytes, index) as Uint8Array;
    assert.deepEqual(Buffer.from(record), recordBytes(1, index));
    assert.equal(record.buffer, bytes.buffer);
    assert.equal(bytes.byteOffset + recordStartOf(view, index), record.byteOffset);
  }
  assert.equal(recordStartOf(view, 100), -1);
  assert.equal(recordStartOf(view, -1), -1);
  assert.equal(recordOf(bytes, 100), undefined);
  assert.equal(recordOf(bytes, -1), undefined);
});

const frame = frameAfter(START, 4).bytes;
const tableAt = frame.length - 4 - 4 * 4;
const REGIONS: { region: string; at: number; reason: RegExp; index?: number }[] = [
  { region: "magic", at: AT.magic, reason: /^header: magic/ },
  { region: "version", at: AT.version, reason: /^header: format version \d+ is unknown/ },
  { region: "flags", at: AT.flags, reason: /^header: flags/ },
  { region: "sequence", at: AT.sequence, reason: /^header: sequence/ },
  { region: "count", at: AT.count + 3, reason: /^header: record count/ },
  { region: "length", at: AT.byteLength, reason: /^header: length/ },
  { region: "reserved", at: AT.reserved, reason: /^header: reserved/ },
  { region: "previous hash", at: AT.previousHash + 5, reason: /^checksum/ },
  { region: "records", at: AT.records + 9, reason: /^checksum/ },
  { region: "first offset", at: tableAt, reason: /^offset table/, index: 0 },
  { region: "third offset", at: tableAt + 8 + 3, reason: /^offset table/, index: 2 },
  { region: "checksum", at: frame.length - 1, reason: /^checksum/ },
];

for (const { region, at, reason, index } of REGIONS) {
  test(`format: a flipped bit in the ${region} -> names the region`, () => {
    const damaged = Buffer.from(frame);
    damaged[at] = (damaged[at] as number) ^ 0x40;
    const fault = faultOf(damaged, 1);
    assert.match(fault?.reason ?? "no fault", reason);
    assert.equal(fault?.index, index);
  });
}

test("format: any single bit flipped -> is never a valid frame", () => {
  const bytes = frameAfter(START, 3).bytes;
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const at = bit >> 3;
    bytes[at] = (bytes[at] as number) ^ (1 << (bit & 7));
    assert.notEqual(faultOf(bytes, 1), undefined, `bit ${bit}`);
    bytes[at] = (bytes[at] as number) ^ (1 << (bit & 7));
  }
});

test("format: any length but its own -> is never a valid frame", () => {
  const bytes = frameAfter(START, 3).bytes;
  for (let length = 0; length < bytes.length; length++) {
    assert.notEqual(faultOf(bytes.subarray(0, length), 1), undefined, `length ${length}`);
  }
  assert.notEqual(faultOf(Buffer.concat([bytes, Buffer.alloc(1)]), 1), undefined);
});

test("format: a frame under another sequence -> is not valid there", () => {
  assert.match(faultOf(frame, 2)?.reason ?? "", /sequence is 1, not 2/);
});

test("format: a log header with a flipped bit -> is not read", () => {
  const header = Buffer.from(GOLDEN_HEADER, "hex");
  for (let at = 0; at < header.length; at++) {
    const damaged = Buffer.from(header);
    damaged[at] = (damaged[at] as number) ^ 1;
    assert.ok("reason" in decodeLogHeader(damaged), `byte ${at}`);
  }
  assert.ok("reason" in decodeLogHeader(header.subarray(1)));
});

test("builder: records at the limit of a frame -> the last fits, one more is a bug", () => {
  const builder = new FrameBuilder();
  builder.open(7, ZERO_HASH);
  for (let index = 0; index < FRAME_RECORDS_MAX; index++) {
    const { buffer, offset } = builder.reserve(4);
    assert.equal(builder.commitRecord(buffer.writeUInt32LE(index, offset)), index);
  }
  assert.throws(() => builder.reserve(4), /at most 8192 records/);
  const predicted = builder.byteLength;
  const { bytes } = builder.seal();
  assert.equal(bytes.length, predicted);
  assert.equal(faultOf(bytes, 7), undefined);
  const last = recordOf(bytes, FRAME_RECORDS_MAX - 1) as Uint8Array;
  assert.equal(Buffer.from(last).readUInt32LE(0), FRAME_RECORDS_MAX - 1);
});

test("builder: bytes at the limit of a frame -> they fit, one more is a bug", () => {
  const builder = new FrameBuilder();
  builder.open(1, ZERO_HASH);
  const bytesMax = FRAME_BYTES_MAX - AT.records - 4 - 4;
  assert.throws(() => builder.reserve(bytesMax + 1), /at most 67108864 bytes/);
  builder.commitRecord(builder.reserve(bytesMax).offset + bytesMax);
  assert.equal(builder.byteLength, FRAME_BYTES_MAX);
});

test("builder: a buffer that grows -> keeps the records before it readable", () => {
  const builder = new FrameBuilder();
  builder.open(3, ZERO_HASH);
  for (let index = 0; index < 1_000; index++) {
    const record = recordBytes(3, index);
    const { buffer, offset } = builder.reserve(record.length + 50);
    builder.commitRecord(offset + record.copy(buffer, offset));
  }
  assert.equal(builder.count, 1_000);
  const { bytes } = builder.seal();
  for (let index = 0; index < 1_000; index++) {
    assert.deepEqual(Buffer.from(builder.record(index)), recordBytes(3, index));
    assert.deepEqual(Buffer.from(recordOf(bytes, index) as Uint8Array), recordBytes(3, index));
  }
});

test("builder: used again after seal -> leaves the sealed frame as it was", () => {
  const builder = new FrameBuilder();
  builder.open(1, ZERO_HASH);
  builder.commitRecord(builder.reserve(10).buffer.fill(1, AT.records, AT.records + 10) && 74);
  const first = builder.seal();
  const before = Buffer.from(first.bytes);
  builder.open(2, first.hash);
  builder.commitRecord(builder.reserve(10).buffer.fill(2, AT.records, AT.records + 10) && 74);
  const second = builder.seal();
  assert.deepEqual(first.bytes, before);
  assert.notEqual(first.bytes.buffer, second.bytes.buffer);
  assert.deepEqual(Buffer.from(previousHashOf(second.bytes)), first.hash);
});

const MISUSES: [string, (builder: FrameBuilder) => unknown][] = [
  ["sealed without a record", (builder) => builder.seal()],
  ["a record of no bytes", (builder) => builder.commitRecord(builder.reserve(9).offset)],
  [
    "a record past its reservation",
    (builder) => builder.commitRecord(builder.reserve(9).offset + 10),
  ],
  ["a record without reservation", (builder) => builder.commitRecord(AT.records + 1)],
  ["a record that is not there", (builder) => builder.record(0)],
  ["frame 0", (builder) => builder.open(0, ZERO_HASH)],
  ["a short hash", (builder) => builder.open(1, Buffer.alloc(31))],
];

for (const [name, act] of MISUSES) {
  test(`builder: ${name} -> is a bug`, () => {
    const builder = new FrameBuilder();
    builder.open(1, ZERO_HASH);
    assert.throws(() => act(builder), { name: "WalMisused" });
  });
}

test("builder: a record after seal -> is a bug", () => {
  const builder = new FrameBuilder();
  builder.open(1, ZERO_HASH);
  builder.commitRecord(builder.reserve(1).offset + 1);
  builder.seal();
  assert.throws(() => builder.reserve(1), { name: "WalMisused" });
  assert.throws(() => builder.seal(), { name: "WalMisused" });
});

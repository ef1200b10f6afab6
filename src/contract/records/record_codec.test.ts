/** The bytes of a record: golden bytes of both versions; decoding returns what was encoded. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asVersion1 } from "../../../test/support/contract/version_1.ts";
import type { FactCodec, StoredRecord } from "./record.ts";
import { decodeRecord, encodeRecord, FactCodecs, recordBytesMax } from "./record_codec.ts";

/** The codec of a fact with a fixed layout: one u32. */
const COUNTED: FactCodec = {
  code: 9,
  kind: "counted.1",
  bytesMax: () => 4,
  encode: (fact, into, offset) =>
    into.writeUInt32LE((fact as { count: number } & typeof fact).count, offset),
  decode: (from, offset) => ({ kind: "counted.1", count: from.readUInt32LE(offset) }) as never,
};
const CODECS = new FactCodecs([COUNTED]);
const WHERE = { shard: 3, place: 8_193 };

const SMALLEST: StoredRecord = {
  ...WHERE,
  timeMs: 1_770_000_000_000,
  operation: "scope.open",
  requestId: "",
  realm: 0,
  principalId: "platform",
  actorType: "platform",
  actorId: "platform",
  cause: "platform",
  previousPlace: 0,
  parentPlace: 0,
  requestDigest: "0".repeat(32),
  status: 200,
  firstEvent: 0,
  facts: [],
};
const FULL: StoredRecord = {
  ...SMALLEST,
  operation: "transfer.create",
  requestId: "r-1",
  realm: 4_294_967_295,
  principalId: "key_1",
  actorType: "operator",
  actorId: "key_1",
  cause: "api",
  previousPlace: 2 ** 53 - 1,
  parentPlace: 8_192,
  idempotencyKey: "01234567-89ab-4cde-8f01-23456789abcd",
  requestDigest: "00112233445566778899aabbccddeeff",
  status: 409,
  refusalCode: "insufficient_balance",
  facts: [{ kind: "counted.1", count: 77 } as never, { kind: "noted.1", text: "Zoë 🦊" } as never],
  reply: '{"error":"zu wenig – 不足"}',
};

function encoded(record: StoredRecord, offset = 0): Buffer {
  const bytes = Buffer.alloc(offset + recordBytesMax(record, CODECS), 0xee);
  return bytes.subarray(offset, encodeRecord(record, CODECS, bytes, offset));
}

/** The decoded record without its undefined fields. */
function decoded(bytes: Buffer): Partial<StoredRecord> {
  const record = decodeRecord(bytes, CODECS, WHERE);
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** A record of a member's session, with events: version 1 could store neither. */
const OF_USER: StoredRecord = {
  ...FULL,
  principalId: "ses_1",
  actorType: "user",
  actorId: "usr_1",
  cause: "mcp",
  firstEvent: 2 ** 53 - 1,
};

const GOLDEN_1: [string, StoredRecord, string][] = [
  [
    "smallest",
    SMALLEST,
    [
      "0100c800000000000000408ac3c17942000000000000000000000000000000000000000000000000",
      "0000000000000000000000000000000000000000000000000a73636f70652e6f70656e0008706c61",
      "74666f726d020000",
    ].join(""),
  ],
  [
    "full",
    FULL,
    [
      "01079901ffffffff0000408ac3c17942ffffffffffff3f43000000000000c0400123456789ab4cde",
      "8f0123456789abcd00112233445566778899aabbccddeeff0f7472616e736665722e637265617465",
      "03722d31056b65795f3114696e73756666696369656e745f62616c616e636500020009040000004d",
      "00000000250000007b226b696e64223a226e6f7465642e31222c2274657874223a225a6fc3ab20f0",
      "9fa68a227d1f0000007b226572726f72223a227a752077656e696720e2809320e4b88de8b6b3227d",
    ].join(""),
  ],
];
for (const [name, record, hex] of GOLDEN_1) {
  test(`record codec: the ${name} record of version 1 -> these bytes, for ever`, () => {
    assert.equal(asVersion1(encoded(record)).toString("hex"), hex);
    const { firstEvent: _, ...expected } = record;
    assert.deepEqual(decoded(Buffer.from(hex, "hex")), expected);
  });
}

test("record codec: a record of version 1 by the clock -> the clock is its actor", () => {
  const record = { ...SMALLEST, principalId: "clock", actorId: "clock", cause: "clock" } as const;
  const { actorType, actorId, cause } = decoded(asVersion1(encoded(record)));
  assert.deepEqual([actorType, actorId, cause], ["clock", "clock", "clock"]);
});

const GOLDEN_2: [string, StoredRecord, string][] = [
  [
    "smallest",
    SMALLEST,
    [
      "0200c800000000000000408ac3c17942000000000000000000000000000000000000000000000000",
      "000000000000000000000000000000000000000000000000000000000000000005020a73636f7065",
      "2e6f70656e0008706c6174666f726d0000",
    ].join(""),
  ],
  [
    "full",
    FULL,
    [
      "02079901ffffffff0000408ac3c17942ffffffffffff3f43000000000000c0400123456789ab4cde",
      "8f0123456789abcd00112233445566778899aabbccddeeff000000000000000000000f7472616e73",
      "6665722e63726561746503722d31056b65795f3114696e73756666696369656e745f62616c616e63",
      "65020009040000004d00000000250000007b226b696e64223a226e6f7465642e31222c2274657874",
      "223a225a6fc3ab20f09fa68a227d1f0000007b226572726f72223a227a752077656e696720e28093",
      "20e4b88de8b6b3227d",
    ].join(""),
  ],
  [
    "user's",
    OF_USER,
    [
      "020f9901ffffffff0000408ac3c17942ffffffffffff3f43000000000000c0400123456789ab4cde",
      "8f0123456789abcd00112233445566778899aabbccddeeffffffffffffff3f4306040f7472616e73",
      "6665722e63726561746503722d31057365735f3114696e73756666696369656e745f62616c616e63",
      "65057573725f31020009040000004d00000000250000007b226b696e64223a226e6f7465642e3122",
      "2c2274657874223a225a6fc3ab20f09fa68a227d1f0000007b226572726f72223a227a752077656e",
      "696720e2809320e4b88de8b6b3227d",
    ].join(""),
  ],
];
for (const [name, record, hex] of GOLDEN_2) {
  test(`record codec: the ${name} record of version 2 -> these bytes, for ever`, () => {
    assert.equal(encoded(record).toString("hex"), hex);
    assert.deepEqual(decoded(Buffer.from(hex, "hex")), record);
  });
}

const ROUND_TRIPS: [string, Partial<StoredRecord>][] = [
  ["nothing optional", {}],
  ["an empty reply", { reply: "" }],
  ["a reply of 100,000 emoji", { reply: "🦊".repeat(100_000) }],
  ["a lone surrogate's replacement", { reply: "\ufffd" }],
  ["texts of 255 bytes", { requestId: `${"é".repeat(127)}x`, principalId: "p".repeat(255) }],
  ["an actor beside its principal", { actorType: "agent", actorId: "a".repeat(255) }],
  ["a refusal of a customer", { refusalCode: "x", actorType: "customer", actorId: "cust_1" }],
  ["what a provider told", { cause: "provider", actorType: "provider", actorId: "bank" }],
  ["a number of events", { firstEvent: 4_294_967_296 }],
  ["a cause of the clock", { cause: "clock", parentPlace: 8_192 * 77 + 5 }],
  ["a refusal without facts", { refusalCode: "not_found", status: 404 }],
  [
    "1,000 facts",
    { facts: Array.from({ length: 1_000 }, (_, count) => ({ kind: "counted.1", count }) as never) },
  ],
  [
    "a fact of JSON with every kind of text",
    { facts: [{ kind: "noted.1", ключ: '\u0000\u2028"\\' } as never] },
  ],
];
for (const [name, more] of ROUND_TRIPS) {
  test(`record codec: ${name}, anywhere in a buffer -> comes out as it went in`, () => {
    const record: StoredRecord = { ...SMALLEST, ...more };
    assert.deepEqual(decoded(encoded(record, 131)), record);
  });
}

test("record codec: several facts as JSON, another record measured before it is encoded -> its own facts", () => {
  const noted = (...texts: string[]): StoredRecord => ({
    ...FULL,
    facts: texts.map((text) => ({ kind: "noted.1", text }) as never),
  });
  const [one, other] = [noted("first", "second", "third"), noted("fourth")];
  const bytes = Buffer.alloc(recordBytesMax(one, CODECS));
  recordBytesMax(other, CODECS);
  const end = encodeRecord(one, CODECS, bytes, 0);
  assert.deepEqual(decoded(bytes.subarray(0, end)), decoded(encoded(one)));
  assert.deepEqual(decoded(encoded(one))["facts"], one.facts);
  assert.deepEqual(decoded(encoded(other))["facts"], other.facts);
});

test("record codec: a text of 256 bytes -> refused, and not cut", () => {
  const record = { ...SMALLEST, requestId: "x".repeat(256) };
  assert.throws(() => encoded(record), /fewer than 256 bytes/);
});

test("record codec: a record that does not number its events -> not written", () => {
  assert.throws(() => encoded({ ...SMALLEST, firstEvent: undefined }), /numbers its events/);
});

test("record codec: an unknown version or codec -> refused", () => {
  const bytes = encoded(FULL);
  assert.throws(() => decodeRecord(bytes, new FactCodecs([]), WHERE), /known codec/);
  bytes[0] = 3;
  assert.throws(() => decodeRecord(bytes, CODECS, WHERE), /known version/);
});

/** Leaves of records: what their hash is made of, salts, and the fast way to the same hash. */
import assert from "node:assert/strict";
import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import { asVersion1 } from "../../../test/support/contract/version_1.ts";
import { TEST_ID_KEY } from "../../../test/support/id_key.ts";
import { encodeIdSuffix, placeOf } from "../../base/id.ts";
import type { RecordHead, StoredRecord } from "./record.ts";
import {
  decodeRecordHead,
  encodeRecord,
  FactCodecs,
  recordBytesMax,
  recordHeadBytes,
} from "./record_codec.ts";
import { createLeafHasher, recordLeaf, saltKeyOf, saltsOf } from "./record_leaf.ts";

const CODECS = new FactCodecs([]);
const LOG_ID = Buffer.alloc(16, 7);
const SALT_KEY = saltKeyOf(Buffer.alloc(32, 1), LOG_ID);
const SHARD = 3;
const OF_LOG = { saltKey: SALT_KEY, logId: LOG_ID.toString("hex"), shard: SHARD };
const PLACE = placeOf(3, 2);
const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

const LEAVES = [
  { name: "whose ids show its place", timeMs: TEST_ID_KEY.sinceMs - 1, isHidden: false },
  { name: "whose ids hide its place", timeMs: TEST_ID_KEY.sinceMs, isHidden: true },
];
for (const { name, timeMs, isHidden } of LEAVES) {
  test(`record leaf: a record ${name} -> the hash that its parts give by the definition`, () => {
    const bytes = encoded({ timeMs, reply: '{"a":1}', facts: [{ kind: "x.1" }] });
    const cipher = createCipheriv("aes-256-ecb", SALT_KEY, null).setAutoPadding(false);
    const salt = cipher.update(Buffer.from("00000000000000030000000000000002", "hex"));
    const headBytes = recordHeadBytes(bytes);
    const commitment = sha256(salt, bytes.subarray(headBytes));
    const leaf = recordLeaf(bytes, PLACE, OF_LOG);
    assert.deepEqual(leaf.salt, salt);
    assert.deepEqual(leaf.commitment, commitment);
    const suffix = Buffer.from(isHidden ? encodeIdSuffix(timeMs, SHARD, PLACE, 0) : "");
    const head = bytes.subarray(0, headBytes);
    assert.deepEqual(leaf.hash, sha256(Buffer.of(0), suffix, head, commitment));
    assert.deepEqual(Buffer.concat([leaf.head, leaf.body]), bytes);
  });
}

const HEADS: [string, Partial<StoredRecord>][] = [
  ["a success", {}],
  ["a refusal", { refusalCode: "insufficient_balance" }],
  ["a key", { idempotencyKey: KEY }],
  ["an agent", { principalId: "grant_1", actorType: "agent", actorId: "agt_1" }],
  ["an agent's refusal", { actorType: "agent", actorId: "agt_1", refusalCode: "x" }],
];
for (const [name, more] of HEADS) {
  test(`record leaf: the head alone of ${name} -> everything but facts and reply; cut elsewhere -> refused`, () => {
    const bytes = encoded({ reply: '"text"', ...more });
    const { facts, reply, ...expected } = recordOf(more);
    assertHead(bytes, expected);
    if (expected.actorId !== expected.principalId) return;
    assertHead(asVersion1(bytes), { ...expected, firstEvent: undefined });
  });
}

test("record leaf: the hasher for many -> the same hashes, whatever the sizes", () => {
  const hasher = createLeafHasher(SHARD);
  const salts = saltsOf(SALT_KEY, 3, 4);
  const into = { bytes: Buffer.alloc(4 * 32), at: 0 };
  for (let index = 0; index < 4; index++) {
    const reply = JSON.stringify(randomBytes(10 ** (index + 1)).toString("hex"));
    const bytes = encoded({ reply, timeMs: TEST_ID_KEY.sinceMs + index - 2 });
    into.at = index * 32;
    hasher(bytes, salts, { frame: 3, index }, into);
    const { hash } = recordLeaf(bytes, placeOf(3, index), OF_LOG);
    assert.deepEqual(into.bytes.subarray(index * 32, index * 32 + 32), hash);
  }
});

test("record leaf: another place, log or secret -> another salt", () => {
  const other = saltKeyOf(Buffer.alloc(32, 1), Buffer.alloc(16, 8));
  const secret = saltKeyOf(Buffer.alloc(32, 2), LOG_ID);
  const salts = [
    ...[saltsOf(SALT_KEY, 1, 1), saltsOf(SALT_KEY, 2, 1), saltsOf(SALT_KEY, 1, 2).subarray(16)],
    ...[saltsOf(other, 1, 1), saltsOf(secret, 1, 1)],
  ].map((salt) => salt.toString("hex"));
  assert.equal(new Set(salts).size, salts.length);
});

function assertHead(bytes: Buffer, expected: RecordHead): void {
  const where = { shard: 0, place: PLACE };
  const head = bytes.subarray(0, recordHeadBytes(bytes));
  assert.deepEqual(decodeRecordHead(head, where), expected);
  assert.throws(() => decodeRecordHead(head.subarray(0, head.length - 1), where));
  assert.throws(() => decodeRecordHead(bytes.subarray(0, head.length + 1), where));
}

function recordOf(more: Partial<StoredRecord>): StoredRecord {
  return {
    place: PLACE,
    shard: 0,
    timeMs: 1_769_851_800_000,
    operation: "transfer.create",
    requestId: "req_1",
    realm: 4,
    principalId: "key_1",
    actorType: "operator",
    actorId: "key_1",
    cause: "api",
    previousPlace: 9,
    parentPlace: 0,
    idempotencyKey: undefined,
    requestDigest: "00112233445566778899aabbccddeeff",
    status: 201,
    refusalCode: undefined,
    firstEvent: 3,
    facts: [],
    reply: undefined,
    ...more,
  };
}

function encoded(more: Partial<StoredRecord>): Buffer {
  const record = recordOf(more);
  const buffer = Buffer.alloc(recordBytesMax(record, CODECS));
  return buffer.subarray(0, encodeRecord(record, CODECS, buffer, 0));
}

function sha256(...parts: Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The files of the rings of keys in a data directory: made, of earlier versions, damaged, interrupted, merged. */
import assert from "node:assert/strict";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { OptionError } from "../base/option_error.ts";
import { keyIdOf } from "../contract/records/signing_key.ts";
import { openDataDirectory } from "../data_directory.ts";
import { newReceiptKey, newSecret, PEPPER_RING, RECEIPT_RING, RING_KINDS } from "./key_files.ts";
import { mergedRing, type RingKey, ringKeysIn, ringText } from "./key_ring.ts";
import { SharedRings } from "./key_rings.ts";
import {
  endRotations,
  type RotationParts,
  rotateCursorKey,
  rotatePepper,
  rotateReceiptKey,
  rotateReceiptSalt,
} from "./key_rotation.ts";

const scratch = mkdtempSync(join(tmpdir(), "key-ring-"));
after(() => rmSync(scratch, { recursive: true }));

const opened = (name: string) => openDataDirectory(join(scratch, name), { shards: 1, demo: false });
const idsOf = (keys: readonly RingKey[]) => keys.map(({ id }) => id);
const inRing = (text: string, kind = PEPPER_RING) => ringKeysIn(Buffer.from(text), kind);

function partsOf(name: string, change: Partial<RotationParts> = {}): RotationParts {
  const rings = new SharedRings(opened(name));
  let nowMs = 1_000;
  return {
    rings,
    settled: async () => {},
    heads: () => ({ "0a": 7 }),
    signWith: async () => {},
    nowMs: () => nowMs++,
    ...change,
  };
}

test("key rings: a new directory -> files in the form of earlier versions, mode 0600, one key each, the same at each start", () => {
  const { rings, path } = opened("new");
  const again = opened("new").rings;
  for (const name of ["pepper", "cursor", "salt", "receipt"] as const) {
    const { kind, keys } = rings[name];
    assert.equal(statSync(join(path, kind.file)).mode & 0o777, 0o600);
    assert.equal(inRing(readFileSync(join(path, kind.file), "utf8"), kind)?.length ?? 1, 1);
    assert.deepEqual([keys.length, again[name].keys], [1, keys]);
  }
  assert.equal(readFileSync(join(path, "pepper.key")).length, 32);
  assert.match(readFileSync(join(path, "receipt.key"), "utf8"), /^-----BEGIN PRIVATE KEY-----/);
});

test("key ring: 32 bytes that look like the text of a ring -> one key", () => {
  const bytes = Buffer.from('{"format":"key ring 1","keys":[]');
  assert.equal(bytes.length, 32);
  assert.deepEqual(ringKeysIn(bytes, PEPPER_RING)?.[0]?.secret, bytes.toString("base64"));
});

test("key ring: cut short, another format, a flipped bit, no current key, a public half of another -> damaged, no start", () => {
  const [fresh, old] = [newSecret(2), { ...newSecret(1), untilMs: 2 }];
  const whole = ringText([fresh, old]);
  assert.deepEqual(idsOf(inRing(whole) ?? []), [fresh.id, old.id]);
  const flipped = randomBytes(32).toString("base64");
  const { secret: _, ...bare } = fresh;
  const damaged = [
    ...["", "{}", "null", "[]", whole.slice(0, -3), whole.replace("ring 1", "ring 2")],
    ringText([]),
    ringText([{ ...fresh, secret: flipped }]),
    ringText([bare, old]),
    ringText([fresh, { ...bare, id: old.id }]),
    ringText([{ ...fresh, secret: "AAAA" }]),
  ];
  for (const text of damaged) assert.equal(inRing(text), undefined, text);
  const key = newReceiptKey(1);
  const other = generateKeyPairSync("ed25519").publicKey;
  const publicKey = other.export({ format: "pem", type: "spki" }).toString();
  assert.deepEqual(idsOf(inRing(ringText([key]), RECEIPT_RING) ?? []), [key.id]);
  for (const wrong of [
    { ...key, publicKey },
    { ...key, publicKey, id: keyIdOf(other) },
  ]) {
    assert.equal(inRing(ringText([wrong]), RECEIPT_RING), undefined);
  }
  const { path } = opened("damaged");
  for (const { file } of RING_KINDS) {
    const sound = readFileSync(join(path, file));
    writeFileSync(join(path, file), "no key");
    const told = new RegExp(
      `${file.replace(".", "\\.")} is missing or damaged: restore it from the backup$`,
    );
    assert.throws(
      () => opened("damaged"),
      (error: Error) => error instanceof OptionError && told.test(error.message),
    );
    writeFileSync(join(path, file), sound);
  }
});

const INTERRUPTED = new Error("the power went");
const interrupt = async () => {
  throw INTERRUPTED;
};

test("pepper, receipt key: interrupted between the two writes of a rotation -> both keys at the next start, which ends it", async () => {
  const [pepper] = opened("cut").rings.pepper.keys;
  await assert.rejects(rotatePepper(partsOf("cut", { settled: interrupt })), INTERRUPTED);
  const [receipt] = opened("cut").rings.receipt.keys;
  await assert.rejects(rotateReceiptKey(partsOf("cut", { signWith: interrupt })), INTERRUPTED);
  const { rings } = opened("cut");
  for (const [ring, old] of [
    [rings.pepper, pepper],
    [rings.receipt, receipt],
  ] as const) {
    assert.deepEqual(
      [ring.keys.length, ring.keys[1]?.id, ring.keys[1]?.untilMs],
      [2, old?.id, undefined],
    );
  }
  endRotations(rings, 5_000);
  const { pepper: after, receipt: signs } = opened("cut").rings;
  assert.deepEqual([after.keys[1]?.untilMs, after.keys[1]?.secret], [5_000, pepper?.secret]);
  assert.deepEqual([signs.keys[1]?.untilMs, signs.keys[1]?.secret], [5_000, undefined]);
  const settings = JSON.parse(readFileSync(join(scratch, "cut", "settings.json"), "utf8"));
  assert.equal(settings.receiptKeyId, signs.current.id);
  endRotations(opened("cut").rings, 9_000);
  assert.equal(opened("cut").rings.pepper.keys[1]?.untilMs, 5_000);
});

test("receipt salt: rotated -> the new secret is for the frames behind the heads of the logs, for all threads at once", async () => {
  const parts = partsOf("salt");
  const [old] = parts.rings.salts.value;
  await rotateReceiptSalt(parts);
  const [fresh, kept] = parts.rings.salts.value;
  assert.deepEqual([fresh?.firstFrames, kept], [{ "0a": 8 }, old]);
  assert.deepEqual(opened("salt").rings.salt.keys[0]?.firstFrames, { "0a": 8 });
});

test("cursor key: rotated 16 times in a day -> refused then; a day later those of before have gone from the disk", async () => {
  let nowMs = 0;
  const parts = partsOf("cursor", { nowMs: () => nowMs });
  for (let time = 1; time < 16; time++) await rotateCursorKey(parts);
  await assert.rejects(rotateCursorKey(parts), /cursor\.key has 16 keys, at most 16: retire one/);
  nowMs = 24 * 3_600_000;
  await rotateCursorKey(parts);
  const kept = opened("cursor").rings.cursor.kept;
  assert.equal(kept.length, 2);
});

test("merged rings: of one directory -> the source's keys, and those that it has deleted; of two -> none", () => {
  const [a, b, c] = [newSecret(1), newSecret(2), newSecret(3)];
  const { secret: _, ...deleted } = { ...a, retiredAtMs: 4 };
  assert.deepEqual(mergedRing([b, a], [a]), [b, a]);
  assert.deepEqual(mergedRing([c, b, deleted], [b, a]), [c, b, a]);
  assert.deepEqual(mergedRing([c, deleted], [a]), [c, a]);
  assert.equal(mergedRing([c], [a]), undefined);
});

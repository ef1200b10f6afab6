/** Sealed secrets: what opens, what does not, and the keys that threads share. */
import assert from "node:assert/strict";
import { createCipheriv, hkdfSync } from "node:crypto";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { threadCodeOf } from "../../scripts/program.ts";
import { fc } from "../../test/support/properties.ts";
import { sealedParts, sealedText } from "../contract/records/sealing.ts";
import { SEAL_KEYS_MAX, SealKeys, sealKeyIdOf } from "./seal_keys.ts";
import { openSealer, SealBroken } from "./sealer.ts";

const [OLD, NEW] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const OWNER = "whe_1";
const TEXT = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

const sealerWith = (...keys: Uint8Array[]) => openSealer(SealKeys.of(keys));

test("sealer: any text for any owner -> opens to it, and no part of it stands in the sealed text", () => {
  const sealer = sealerWith(NEW, OLD);
  const texts = fc.tuple(fc.string({ unit: "grapheme" }), fc.string());
  fc.assert(
    fc.property(texts, ([text, owner]) => {
      assert.equal(sealer.open(sealer.seal(text, owner), owner), text);
    }),
  );
  const sealed = sealer.seal(TEXT, OWNER);
  assert.equal(sealed.includes(TEXT.slice(6, 12)), false);
  assert.match(sealed, new RegExp(`^v1\\.${sealKeyIdOf(NEW)}\\.`));
});

test("sealer: the same text twice -> two sealed texts, with other salts and nonces", () => {
  const sealer = sealerWith(OLD);
  const [one, other] = [sealer.seal(TEXT, OWNER), sealer.seal(TEXT, OWNER)].map(sealedParts);
  assert.notDeepEqual(one?.salt, other?.salt);
  assert.notDeepEqual(one?.data.subarray(0, 12), other?.data.subarray(0, 12));
});

test("sealer: one byte changed, or the owner's id -> does not open, and the message has no secret", () => {
  const sealer = sealerWith(OLD);
  const sealed = sealer.seal(TEXT, OWNER);
  const broken = (text: string, owner: string, reason: SealBroken["reason"]) =>
    assert.throws(
      () => sealer.open(text, owner),
      (error: SealBroken) =>
        error instanceof SealBroken &&
        error.reason === reason &&
        (text === "" || !error.message.includes(text)),
    );
  broken(sealed, "whe_2", "not_its_own");
  const [version, keyId, salt, data] = sealed.split(".") as [string, string, string, string];
  for (const [at, part] of [salt, data].entries()) {
    const bytes = Buffer.from(part, "base64url");
    for (let byte = 0; byte < bytes.length; byte++) {
      const changed = Buffer.from(bytes);
      changed[byte] = (changed[byte] as number) ^ 1;
      const parts = [salt, data];
      parts[at] = changed.toString("base64url");
      broken([version, keyId, ...parts].join("."), OWNER, "not_its_own");
    }
  }
  for (const text of ["", "v1", sealed.slice(0, 60), `${sealed}.`, sealed.replace("v1", "v2")]) {
    broken(text, OWNER, "not_its_own");
  }
});

test("sealer: a key taken away -> its texts are of an unknown key; those of the others open", () => {
  const sealed = sealerWith(OLD).seal(TEXT, OWNER);
  assert.equal(sealerWith(NEW, OLD).open(sealed, OWNER), TEXT);
  assert.throws(
    () => sealerWith(NEW).open(sealed, OWNER),
    (error: SealBroken) => error.reason === "unknown_key",
  );
});

test("sealed text: version 1 -> bytes that never change, as plain AES-256-GCM and HKDF give them", () => {
  const keyId = sealKeyIdOf(OLD);
  const [salt, nonce] = [Buffer.alloc(16, 3), Buffer.alloc(12, 4)];
  const key = Buffer.from(hkdfSync("sha256", OLD, salt, "sealed text v1", 32));
  const head = `v1.${keyId}.${salt.toString("base64url")}.`;
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(`${head}${OWNER}`));
  const parts = [nonce, cipher.update(TEXT), cipher.final(), cipher.getAuthTag()];
  const plain = head + Buffer.concat(parts).toString("base64url");
  const material = {
    keyId,
    salt: salt.toString("base64url"),
    key: key.toString("base64url"),
    nonce: nonce.toString("base64url"),
  };
  assert.equal(sealedText(TEXT, material, OWNER), plain);
  assert.equal(keyId, "eabdd0eed8214f86");
  const bytes =
    "BAQEBAQEBAQEBAQEnKeQdyUTXOdxJx-K5kNyvBSsQ8KL28WbFbJ9zEJRRDmqLqujXTblt-UBwgZliQbVmFS3ABO6ZWZT0wPwmQaUu8mk";
  assert.equal(plain, `v1.eabdd0eed8214f86.AwMDAwMDAwMDAwMDAwMDAw.${bytes}`);
  assert.equal(sealerWith(OLD).open(plain, OWNER), TEXT);
});

test("seal keys: written again by main -> another thread sees the new ones at its next look", async () => {
  const keys = SealKeys.of([OLD]);
  const own = new URL("./seal_keys.ts", import.meta.url);
  const program = `
    const { parentPort, workerData } = require("node:worker_threads");
    ${threadCodeOf(own)}
      .then(({ SealKeys }) => {
        const keys = new SealKeys(workerData);
        parentPort.on("message", () => parentPort.postMessage(keys.all.map(({ id }) => id)));
      });`;
  const worker = new Worker(program, { eval: true, workerData: keys.memory });
  const seen = () =>
    new Promise<string[]>((resolve) => {
      worker.once("message", resolve);
      worker.postMessage("look");
    });
  assert.deepEqual(await seen(), [sealKeyIdOf(OLD)]);
  keys.write([NEW, OLD]);
  assert.deepEqual(await seen(), [sealKeyIdOf(NEW), sealKeyIdOf(OLD)]);
  keys.write([NEW]);
  assert.deepEqual(await seen(), [sealKeyIdOf(NEW)]);
  assert.equal(keys.current.id, sealKeyIdOf(NEW));
  await worker.terminate();
});

test("seal keys: the most there is room for, one more, and none -> kept, refused, refused", () => {
  const keysOf = (count: number) =>
    Array.from({ length: count }, (_, at) => new Uint8Array(32).fill(at));
  assert.equal(SealKeys.of(keysOf(SEAL_KEYS_MAX)).all.length, SEAL_KEYS_MAX);
  assert.throws(() => SealKeys.of(keysOf(SEAL_KEYS_MAX + 1)), /room for all/);
  assert.throws(() => SealKeys.of([]), /there is a key/);
});

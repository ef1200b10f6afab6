/** Proof of work: made, solved as ALTCHA's client solves it, checked; and what is no proof. */
import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";
import { solveChallenge } from "altcha-lib/v1";
import { payloadOf, solveProof } from "../../test/support/access/proof.ts";
import { CODE_POINT, fc } from "../../test/support/properties.ts";
import { derivedKey } from "./derived_key.ts";
import {
  newChallenge,
  PROOF_COST,
  PROOF_KEY_LABEL,
  PROOF_LENGTH_MAX,
  PROOF_LIFETIME_MS,
  verifyProof,
} from "./proof_of_work.ts";

const KEY = derivedKey(new Uint8Array(32).fill(7), PROOF_KEY_LABEL);
/** Long ago, and in the middle of a second: a clock that was read would refuse everything. */
const NOW_MS = Date.UTC(2001, 1, 3, 4, 5, 6) + 789;
const EXPIRES_MS = Date.UTC(2001, 1, 3, 4, 10, 6);
const COST = 500;

const CHALLENGE = await newChallenge(KEY, NOW_MS, randomBytes, COST);
const PAYLOAD = solveProof(CHALLENGE);
const FIELDS = JSON.parse(Buffer.from(PAYLOAD, "base64").toString()) as Record<string, unknown> & {
  salt: string;
  number: number;
};
const ID = CHALLENGE.salt.slice(0, 32);

test("challenge: known random bytes -> known fields, signed under the key", async () => {
  const bytes = Buffer.from(`${"ab".repeat(16)}00030d41`, "hex");
  const made = await newChallenge(KEY, NOW_MS, () => bytes);
  const salt = `${"ab".repeat(16)}?expires=${EXPIRES_MS / 1_000}&`;
  const number = 0x30d41 % (PROOF_COST + 1);
  const challenge = createHash("sha256").update(`${salt}${number}`).digest("hex");
  const key = KEY.toString("hex");
  assert.deepEqual(made, {
    algorithm: "SHA-256",
    challenge,
    salt,
    cost: 50_000,
    expiresAt: "2001-02-03T04:10:06.000Z",
    signature: createHmac("sha256", key).update(challenge).digest("hex"),
  });
  assert.ok(EXPIRES_MS <= NOW_MS + PROOF_LIFETIME_MS);
});

test("challenge: too few random bytes, a key of another length -> invariant", async () => {
  await assert.rejects(
    newChallenge(KEY, NOW_MS, () => new Uint8Array(19)),
    /random source/,
  );
  await assert.rejects(newChallenge(KEY.subarray(1), NOW_MS, randomBytes), /32 bytes/);
});

test("proof: solved by ALTCHA's own client -> the challenge's id and its end", async () => {
  const { algorithm, challenge, salt, signature, cost } = CHALLENGE;
  const solution = await solveChallenge(challenge, salt, algorithm, cost).promise;
  assert.ok(solution !== null);
  const payload = btoa(
    JSON.stringify({ algorithm, challenge, number: solution.number, salt, signature, took: 7 }),
  );
  assert.deepEqual(await verifyProof([KEY], payload, NOW_MS), {
    challengeId: ID,
    expiresAtMs: EXPIRES_MS,
  });
});

const TIMES: [string, number, boolean][] = [
  ["when it was made", NOW_MS, true],
  ["before that", 0, true],
  ["its last millisecond", EXPIRES_MS - 1, true],
  ["its end", EXPIRES_MS, false],
  ["25 years later", Date.UTC(2026, 0, 1), false],
];
for (const [when, nowMs, isTaken] of TIMES) {
  test(`proof: ${when} -> ${isTaken ? "taken" : "none"}`, async () => {
    assert.equal((await verifyProof([KEY], PAYLOAD, nowMs)) !== undefined, isTaken);
  });
}

const later = FIELDS.salt.replace(/expires=\d+/, `expires=${EXPIRES_MS / 1_000 + 1}`);
/** What an attacker can make of a solution without solving another. */
const FORGED: [string, Record<string, unknown>][] = [
  ["the next number", { number: FIELDS.number + 1 }],
  ["the number as text", { number: String(FIELDS.number) }],
  ["a number that is no whole one", { number: FIELDS.number + 0.5 }],
  ["a negative number", { number: -1 }],
  ["no number", { number: undefined }],
  ["a later end", { salt: later }],
  ["a later end, hashed anew", rehashed(later, FIELDS.number)],
  ["a digit moved from the number to the salt", spliced()],
  ["a second end behind the first", { salt: `${FIELDS.salt}expires=99999999999&` }],
  ["another id", { salt: `${"0".repeat(32)}${FIELDS.salt.slice(32)}` }],
  ["another id, hashed anew", rehashed(`${"0".repeat(32)}${FIELDS.salt.slice(32)}`, 1)],
  ["another algorithm", { algorithm: "SHA-1" }],
  ["an algorithm that nobody has", { algorithm: "__proto__" }],
  ["a signature in capitals", { signature: CHALLENGE.signature.toUpperCase() }],
  ["another signature", { signature: "0".repeat(64) }],
  ["an empty signature", { signature: "" }],
  ["a list as signature", { signature: [CHALLENGE.signature] }],
  ["another challenge", { challenge: "0".repeat(64) }],
  ["a salt that is an object", { salt: { toString: 1 } }],
];

function rehashed(salt: string, number: number): Record<string, unknown> {
  const challenge = createHash("sha256").update(`${salt}${number}`).digest("hex");
  return { salt, number, challenge };
}

function spliced(): Record<string, unknown> {
  const digits = `12${FIELDS.number}`;
  return { salt: `${FIELDS.salt}${digits[0]}`, number: Number(digits.slice(1)) };
}

for (const [what, changes] of FORGED) {
  test(`proof: ${what} -> none`, async () => {
    assert.equal(await verifyProof([KEY], payloadOf({ ...FIELDS, ...changes }), NOW_MS), undefined);
  });
}

test("proof: of another server's key -> none", async () => {
  const other = derivedKey(new Uint8Array(32).fill(8), PROOF_KEY_LABEL);
  assert.equal(await verifyProof([other], PAYLOAD, NOW_MS), undefined);
});

const HOSTILE: [string, string][] = [
  ["nothing", ""],
  ["the challenge itself", payloadOf(CHALLENGE)],
  ["no base64", "%%%%"],
  ["base64 of no JSON", Buffer.from("{").toString("base64")],
  ["null", payloadOf(null)],
  ["a number", payloadOf(1)],
  ["a text", payloadOf("a")],
  ["a list", payloadOf([FIELDS])],
  ["an empty object", payloadOf({})],
  ["a prototype", Buffer.from(`{"__proto__":${JSON.stringify(FIELDS)}}`).toString("base64")],
  ["bytes that are no UTF-8", Buffer.from([0xff, 0xfe, 0x7b]).toString("base64")],
  ["a line feed at the end", `${PAYLOAD}\n`],
  ["one character more than the most", "A".repeat(PROOF_LENGTH_MAX + 1)],
  ["1 MB", payloadOf({ ...FIELDS, more: "x".repeat(1_000_000) })],
  ["10,000 brackets", Buffer.from("[".repeat(10_000)).toString("base64")],
];
for (const [what, payload] of HOSTILE) {
  test(`proof: ${what} -> none`, async () => {
    assert.equal(await verifyProof([KEY], payload, NOW_MS), undefined);
  });
}

test("proof: any text, any JSON, any one byte changed -> none, never an error", async () => {
  const changed = fc
    .tuple(fc.nat(PAYLOAD.length - 1), fc.base64String({ minLength: 4, maxLength: 4 }))
    .map(([at, [letter]]) => `${PAYLOAD.slice(0, at)}${letter}${PAYLOAD.slice(at + 1)}`);
  const any = fc.oneof(
    fc.string({ unit: CODE_POINT }),
    fc.json().map((text) => Buffer.from(text).toString("base64")),
  );
  const kept = ({ challenge, number, salt, signature, algorithm }: Record<string, unknown>) =>
    JSON.stringify([challenge, number, salt, signature, algorithm]);
  await fc.assert(
    fc.asyncProperty(fc.oneof(any, changed), async (payload) => {
      if (payload === PAYLOAD) return;
      const proof = await verifyProof([KEY], payload, NOW_MS);
      if (proof === undefined) return;
      // The change was in a field that is not looked at.
      const read = JSON.parse(Buffer.from(payload, "base64").toString()) as typeof FIELDS;
      assert.equal(kept(read), kept(FIELDS));
      assert.equal(proof.challengeId, ID);
    }),
    { numRuns: 500 },
  );
});

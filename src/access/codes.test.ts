/** Codes that people type: their form, their chance, their digests. */
import assert from "node:assert/strict";
import { createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";
import { CODE_POINT, fc } from "../../test/support/properties.ts";
import { canonicalRecoveryCode, codeDigest, newCode, newRecoveryCodes } from "./codes.ts";
import { derivedKey } from "./derived_key.ts";

const PEPPER = new Uint8Array(32).fill(7);

/** A source that gives these numbers of 32 bits, in their order. */
function drawing(...values: number[]) {
  return (length: number) => {
    assert.equal(length, 4);
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(values.shift() as number);
    return bytes;
  };
}

const CODES: [string, number[], string][] = [
  ["0", [0], "000000"],
  ["7", [7], "000007"],
  ["999,999", [999_999], "999999"],
  ["1,000,000", [1_000_000], "000000"],
  ["the last number without bias", [4_293_999_999], "999999"],
  ["the first number with bias, then 5", [4_294_000_000, 5], "000005"],
  ["the largest number, then 6", [0xffff_ffff, 6], "000006"],
];
for (const [what, values, code] of CODES) {
  test(`six digits: ${what} -> ${code}`, () => assert.equal(newCode(drawing(...values)), code));
}

test("six digits: any random bytes -> six digits", () => {
  for (let round = 0; round < 2_000; round++) assert.match(newCode(randomBytes), /^[0-9]{6}$/);
});

test("six digits: a source that is stuck, or gives too few bytes -> an error", () => {
  assert.throws(() => newCode((length) => new Uint8Array(length).fill(0xff)), /again and again/);
  assert.throws(() => newCode(() => new Uint8Array(3)), /random source/);
  assert.throws(() => newRecoveryCodes(() => new Uint8Array(3)), /random source/);
});

test("recovery codes: random bytes -> ten different texts without 0, 1, l and o", () => {
  const codes = newRecoveryCodes(randomBytes);
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^[2-9a-km-np-z]{5}-[2-9a-km-np-z]{5}$/);
});

test("recovery codes: every byte -> each of 32 characters equally often, 50 bits a code", () => {
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    const [code] = newRecoveryCodes((length) => new Uint8Array(length).fill(byte));
    const character = (code as string)[0] as string;
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  assert.equal(counts.size, 32);
  assert.deepEqual(new Set(counts.values()), new Set([8]));
});

for (const typed of [
  "k7m2p-x9dqa",
  "K7M2P-X9DQA",
  "k7m2px9dqa",
  " k7m2p x9dqa\n",
  "k7m2p – x9dqa",
  "k-7-m-2-p-x-9-d-q-a",
]) {
  test(`recovery code: typed as ${JSON.stringify(typed)} -> the same code`, () => {
    assert.equal(canonicalRecoveryCode(typed), "k7m2px9dqa");
  });
}

test("recovery code: any text, canonical twice -> the same as once", () => {
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT }), (text) => {
      const once = canonicalRecoveryCode(text);
      assert.equal(canonicalRecoveryCode(once), once);
    }),
  );
});

test("code digest: label and text -> HMAC-SHA-256 under the key for codes", () => {
  const expected = createHmac("sha256", derivedKey(PEPPER, "codes"))
    .update("login_1\n123456")
    .digest("hex");
  assert.equal(codeDigest(PEPPER, "login_1", "123456"), expected);
});

test("code digest: another label, text or pepper -> another digest", () => {
  const digests = [
    codeDigest(PEPPER, "login_1", "123456"),
    codeDigest(PEPPER, "login_2", "123456"),
    codeDigest(PEPPER, "login_1", "123457"),
    codeDigest(new Uint8Array(32), "login_1", "123456"),
    codeDigest(PEPPER, "login_", "1123456"),
  ];
  assert.equal(new Set(digests).size, digests.length);
});

test("code digest: a label of two lines or of none -> invariant", () => {
  for (const label of ["a\nb", ""]) assert.throws(() => codeDigest(PEPPER, label, "1"), /one line/);
});

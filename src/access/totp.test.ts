/** One-time passwords of authenticator apps, by the vectors of RFC 6238. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { URI } from "otpauth";
import { newTotpSecret, totpStep, totpUri } from "./totp.ts";

/** Base32 of the ASCII text 12345678901234567890 (RFC 6238, appendix B, SHA-1). */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** Appendix B: seconds since 1970, step in hexadecimal, the last six of the eight digits. */
const VECTORS: [number, string, string][] = [
  [59, "0000000000000001", "287082"],
  [1_111_111_109, "00000000023523EC", "081804"],
  [1_111_111_111, "00000000023523ED", "050471"],
  [1_234_567_890, "000000000273EF07", "005924"],
  [2_000_000_000, "0000000003F940AA", "279037"],
  [20_000_000_000, "0000000027BC86AA", "353130"],
];
for (const [seconds, step, code] of VECTORS) {
  test(`TOTP: RFC 6238 at ${seconds} s -> ${code} is of step 0x${step}`, () => {
    assert.equal(totpStep(SECRET, code, seconds * 1_000), Number.parseInt(step, 16));
  });
}

/** The code 050471 is of the step that begins at this time. */
const BEGIN_MS = 0x23523ed * 30_000;
const TIMES: [string, number, boolean][] = [
  ["two steps before, last millisecond", BEGIN_MS - 30_001, false],
  ["one step before, first millisecond", BEGIN_MS - 30_000, true],
  ["its first millisecond", BEGIN_MS, true],
  ["its last millisecond", BEGIN_MS + 29_999, true],
  ["one step after, last millisecond", BEGIN_MS + 59_999, true],
  ["two steps after, first millisecond", BEGIN_MS + 60_000, false],
  ["1970", 0, false],
];
for (const [when, nowMs, isTaken] of TIMES) {
  test(`TOTP: a code at ${when} -> ${isTaken ? "its step" : "none"}`, () => {
    assert.equal(totpStep(SECRET, "050471", nowMs), isTaken ? 0x23523ed : undefined);
  });
}

const NOT_CODES = ["", "05047", "0504710", " 50471", "050471\n", "o50471", "٠٥٠٤٧١", "-50471"];
for (const code of [...NOT_CODES, "050472", "0".repeat(1_000_000)]) {
  test(`TOTP: ${JSON.stringify(code.slice(0, 12))}, ${code.length} characters -> none`, () => {
    assert.equal(totpStep(SECRET, code, BEGIN_MS), undefined);
  });
}

test("TOTP: the code with another secret -> none", () => {
  assert.equal(totpStep("A".repeat(32), "050471", BEGIN_MS), undefined);
});

test("TOTP: new secrets -> 20 bytes of base32, made of the random bytes alone", () => {
  const ascii = Buffer.from("12345678901234567890");
  assert.equal(
    newTotpSecret((length) => ascii.subarray(0, length)),
    SECRET,
  );
  assert.match(newTotpSecret(randomBytes), /^[A-Z2-7]{32}$/);
  assert.throws(() => newTotpSecret(() => new Uint8Array(19)), /random source/);
});

test("TOTP: the address for an app -> issuer, account and the values that are checked", () => {
  const uri = totpUri(SECRET, { issuer: "Money & co", account: "ada+1@example.com" });
  assert.match(uri, /^otpauth:\/\/totp\//);
  const read = URI.parse(uri);
  assert.equal(read.issuer, "Money & co");
  assert.equal(read.label, "ada+1@example.com");
  assert.equal(read.secret.base32, SECRET);
  assert.equal(read.digits, 6);
  assert.equal(read.algorithm, "SHA1");
  assert.equal("period" in read && read.period, 30);
});

test("TOTP: a secret that is none of ours -> invariant", () => {
  for (const secret of ["", SECRET.slice(1), SECRET.toLowerCase(), `${SECRET.slice(1)}=`]) {
    assert.throws(() => totpStep(secret, "050471", BEGIN_MS), /base32/);
    assert.throws(() => totpUri(secret, { issuer: "a", account: "b" }), /base32/);
  }
});

test("TOTP: a colon in issuer or account, which the address has between them -> invariant", () => {
  assert.throws(() => totpUri(SECRET, { issuer: "a:b", account: "c" }), /colon/);
  assert.throws(() => totpUri(SECRET, { issuer: "a", account: "b:c" }), /colon/);
});

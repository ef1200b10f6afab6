/** The text of a credential: made, recognised, stored, kept out of what people read. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import {
  CREDENTIAL_WORDS,
  type CredentialWord,
  digestOf,
  makeCredential,
  parseCredential,
  withoutCredentials,
} from "./credential_text.ts";

const PEPPER = new Uint8Array(32).fill(7);
const bytesOf = (value: number) => (length: number) => new Uint8Array(length).fill(value);
const LIVE = makeCredential("live", bytesOf(0xab), PEPPER);

for (const word of CREDENTIAL_WORDS) {
  test(`credential text: ${word}, smallest and largest random bytes -> its shape, read back`, () => {
    for (const value of [0, 1, 0x7f, 0xff]) {
      const { text, identity, digest } = makeCredential(word, bytesOf(value), PEPPER);
      assert.match(text, new RegExp(`^service_${word}_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$`));
      assert.equal(text.split("_")[2], identity);
      assert.equal(digest, digestOf(PEPPER, text));
      assert.deepEqual(parseCredential(text), { word, identity });
    }
  });

  test(`redaction: ${word}, whole, cut, in the middle of a line -> the secret is not shown`, () => {
    const { text, identity } = makeCredential(word, randomBytes, PEPPER);
    const shown = `service_${word}_${identity.slice(0, 3)}…[redacted]`;
    assert.equal(withoutCredentials(text), shown);
    assert.equal(withoutCredentials(`{"a":"${text}"} ${text}`), `{"a":"${shown}"} ${shown}`);
    const cut = text.slice(0, `service_${word}_`.length + 22 + 1 + 20);
    assert.equal(withoutCredentials(cut), shown);
  });
}

test("credential text: known bytes -> text that never changes", () => {
  const { text } = makeCredential("session", bytesOf(0), PEPPER);
  assert.equal(text.slice(0, -6), `service_session_${"0".repeat(22)}_${"0".repeat(43)}`);
  const ones = makeCredential("pat", bytesOf(0xff), PEPPER).text;
  assert.equal(ones.slice(0, 34), "service_pat_7n42DGM5Tflk9n8mt7Fhc7");
});

test("credential text: too few random bytes -> refuses to make one", () => {
  assert.throws(() => makeCredential("pat", () => new Uint8Array(15), PEPPER), /random source/);
});

const NOT_CREDENTIALS: [string, string][] = [
  ["nothing", ""],
  ["one character less", LIVE.text.slice(0, -1)],
  ["one character more", `${LIVE.text}0`],
  ["a line feed at the end", `${LIVE.text.slice(0, -1)}\n`],
  ["an unknown word", LIVE.text.replace("live", "prod")],
  ["a word that every object has", LIVE.text.replace("live", "constructor")],
  ["no word", LIVE.text.replace("live", "")],
  ["1 MB", LIVE.text + "0".repeat(1_000_000)],
];
for (const [what, text] of NOT_CREDENTIALS) {
  test(`credential text: ${what} -> none`, () => assert.equal(parseCredential(text), undefined));
}

test("credential text: the word replaced by each other word, check unchanged -> none", () => {
  for (const word of CREDENTIAL_WORDS) {
    const { text } = makeCredential(word, bytesOf(3), PEPPER);
    for (const other of CREDENTIAL_WORDS.filter((one: CredentialWord) => one !== word)) {
      assert.equal(parseCredential(text.replace(`_${word}_`, `_${other}_`)), undefined);
    }
  }
});

test("credential text: any one character replaced -> none", () => {
  for (const word of ["pat", "refresh"] as const) {
    const { text } = makeCredential(word, bytesOf(0xab), PEPPER);
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === "x" ? "y" : "x";
      assert.equal(parseCredential(text.slice(0, at) + other + text.slice(at + 1)), undefined);
    }
  }
});

test("digest: pepper and text -> SHA-256 of both in hex, and the text nowhere", () => {
  const expected = createHash("sha256")
    .update(Buffer.concat([PEPPER, Buffer.from(LIVE.text)]))
    .digest("hex");
  assert.equal(digestOf(PEPPER, LIVE.text), expected);
  assert.equal(LIVE.digest, expected);
  assert.notEqual(digestOf(new Uint8Array(32).fill(8), LIVE.text), expected);
  const secret = LIVE.text.split("_")[3] as string;
  const stored = JSON.stringify([LIVE.digest, LIVE.identity]);
  assert.ok(!stored.includes(secret));
});

test("digest: a pepper of 31 or 33 bytes -> invariant", () => {
  for (const length of [31, 33]) {
    assert.throws(() => digestOf(new Uint8Array(length), LIVE.text), /32 bytes/);
  }
});

test("redaction: the longest text of no credential, the shortest of one -> as it was, not shown", () => {
  const parts = (secret: number) => `service_live_${"a".repeat(22)}_${"b".repeat(secret)}`;
  assert.equal(withoutCredentials(parts(19)), parts(19));
  assert.equal(withoutCredentials(parts(20)), "service_live_aaa…[redacted]");
  assert.equal(withoutCredentials(`<${parts(20)}>`), "<service_live_aaa…[redacted]>");
});

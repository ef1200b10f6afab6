/** The text of a Product key: made, recognised, compared. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { API_KEY_PATTERN, isText, makeApiKey, parseApiKey, sameText } from "./api_key.ts";
import { CREDENTIAL_WORDS, makeCredential } from "./credential_text.ts";

const PEPPER = new Uint8Array(32).fill(7);
const bytesOf = (value: number) => (length: number) => new Uint8Array(length).fill(value);
const LIVE = makeApiKey("live", bytesOf(0xab), PEPPER);
const SANDBOX = makeApiKey("sandbox", bytesOf(1), PEPPER);

test("key text: smallest and largest random bytes -> the specified shape", () => {
  for (const value of [0, 1, 0x7f, 0xff]) {
    for (const environment of ["live", "sandbox"] as const) {
      const { text, apiKeyId, prefix } = makeApiKey(environment, bytesOf(value), PEPPER);
      assert.match(text, API_KEY_PATTERN);
      assert.equal(text.split("_")[1], environment === "live" ? "live" : "test");
      assert.equal(apiKeyId, `key_${text.split("_")[2]}`);
      assert.equal(prefix, text.slice(0, 16));
      assert.deepEqual(parseApiKey(text), { environment, apiKeyId, prefix });
    }
  }
});

test("key text: known bytes -> text that never changes", () => {
  const zero = makeApiKey("sandbox", bytesOf(0), PEPPER).text;
  assert.equal(zero.slice(0, -6), `service_test_${"0".repeat(22)}_${"0".repeat(43)}`);
  const ones = makeApiKey("live", bytesOf(0xff), PEPPER).text;
  assert.equal(ones.slice(0, 35), "service_live_7n42DGM5Tflk9n8mt7Fhc7");
});

test("key text: too few random bytes -> refuses to make a key", () => {
  assert.throws(() => makeApiKey("live", () => new Uint8Array(15), PEPPER), /random source/);
});

const NOT_KEYS: [string, string][] = [
  ["nothing", ""],
  ["one character less", LIVE.text.slice(0, -1)],
  ["one character more", `${LIVE.text}0`],
  ["a line feed at the end", `${LIVE.text.slice(0, -1)}\n`],
  ["another first word", LIVE.text.replace("service", "Service")],
  ["another environment word", LIVE.text.replace("live", "prod")],
  ["the other environment, check unchanged", LIVE.text.replace("live", "test")],
  ["a changed identity", LIVE.text.replace(/_(.)(.{21})_/, "_~$2_")],
  ["a changed check", LIVE.text.slice(0, -1) + (LIVE.text.endsWith("0") ? "1" : "0")],
  ["two secret characters swapped", `${SANDBOX.text.slice(0, 40)}zy${SANDBOX.text.slice(42)}`],
];
for (const word of CREDENTIAL_WORDS) {
  if (word === "test" || word === "live") continue;
  NOT_KEYS.push([`a whole ${word} credential`, makeCredential(word, bytesOf(1), PEPPER).text]);
}
for (const [what, text] of NOT_KEYS) {
  test(`parse: ${what} -> not a key`, () => assert.equal(parseApiKey(text), undefined));
}

test("parse: any one character replaced -> not a key", () => {
  for (let at = 0; at < LIVE.text.length; at++) {
    const other = LIVE.text[at] === "x" ? "y" : "x";
    assert.equal(parseApiKey(LIVE.text.slice(0, at) + other + LIVE.text.slice(at + 1)), undefined);
  }
});

const PAIRS: [string, string, boolean][] = [
  ["", "", true],
  ["a", "a", true],
  ["a", "b", false],
  ["a", "", false],
  ["a", "ab", false],
  [LIVE.text, `${LIVE.text}`, true],
  [LIVE.text, SANDBOX.text, false],
  [LIVE.text, `x${LIVE.text.slice(1)}`, false],
  [LIVE.text, `${LIVE.text.slice(0, -1)}~`, false],
];
for (const [a, b, expected] of PAIRS) {
  test(`sameText: ${a.slice(0, 20)} and ${b.slice(0, 20)}, ${b.length} long -> ${expected}`, () => {
    assert.equal(sameText(a, b), expected);
    assert.equal(sameText(b, a), expected);
  });
  test(`isText: ${a.slice(0, 20)} and ${b.slice(0, 20)}, ${b.length} long -> ${expected}`, () => {
    assert.equal(isText(Buffer.from(a), b), expected);
    assert.equal(isText(Buffer.from(b), a), expected);
  });
}

test("isText: a character whose low byte is the byte -> another text", () => {
  assert.equal(isText(Buffer.from("A"), "\u0141"), false);
});

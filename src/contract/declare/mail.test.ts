/** Which texts are addresses that a mail may go to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isMailAddress, MAIL_ADDRESS_CHARACTERS_MAX, mailSecretsText } from "./mail.ts";

const LOCAL_64 = "a".repeat(64);
const LABELS = `${"b".repeat(60)}.`.repeat(3);

const ADDRESSES: [string, boolean][] = [
  ["ada@example.com", true],
  ["ada.lovelace+test@mail.example.co.uk", true],
  ["no-reply@localhost", true],
  ["o'brien@example.com", true],
  [`${LOCAL_64}@example.com`, true],
  [`a${LOCAL_64}@example.com`, false],
  ["", false],
  ["ada", false],
  ["@example.com", false],
  ["ada@", false],
  ["ada@@example.com", false],
  ["ada@example.com, eve@example.com", false],
  ["ada@example.com;eve@example.com", false],
  ["ada@example.com\r\nBcc: eve@example.com", false],
  ["ada@example.com\n", false],
  ["Ada <ada@example.com>", false],
  ["<ada@example.com>", false],
  ['"ada eve"@example.com', false],
  ["ada@[127.0.0.1]", false],
  ["ada@-example.com", false],
  ["ada@example..com", false],
  ["ada..b@example.com", false],
  [".ada@example.com", false],
  ["ada@example.com(comment)", false],
  ["ada @example.com", false],
  ["ada\u0000@example.com", false],
  ["аda@example.com", false],
  ["ada@exämple.com", false],
];
for (const [text, is] of ADDRESSES) {
  test(`mail address: ${JSON.stringify(text)} -> ${is ? "is" : "is not"} one`, () => {
    assert.equal(isMailAddress(text), is);
  });
}

test(`mail address: ${MAIL_ADDRESS_CHARACTERS_MAX} characters, and one more -> the second is none`, () => {
  const longest = `${LOCAL_64}@${LABELS}`;
  const address = longest + "c".repeat(MAIL_ADDRESS_CHARACTERS_MAX - longest.length);
  assert.equal(address.length, MAIL_ADDRESS_CHARACTERS_MAX);
  assert.deepEqual([isMailAddress(address), isMailAddress(`${address}c`)], [true, false]);
});

test("mail secrets: those of another template -> throws, without them in the message", () => {
  assert.equal(mailSecretsText("login_code", { code: "123456" }), '{"code":"123456"}');
  const wrong = { link: "https://secret.example" } as unknown as { code: string };
  assert.throws(
    () => mailSecretsText("login_code", wrong),
    ({ message }: Error) => !message.includes("secret.example"),
  );
});

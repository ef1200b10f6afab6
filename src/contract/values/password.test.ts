/** What a password may be: both sides of each limit, and what a message says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { isSecret } from "../declare/redaction.ts";
import {
  NewPassword,
  newPasswordFault,
  normalisedPassword,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  Password,
} from "./password.ts";
import { ruleOf } from "./value_rules.ts";

const EMAIL = "ada.lovelace@example.com";
/** Different characters, as many as asked for. */
const characters = (count: number, first = "a") =>
  Array.from({ length: count }, (_, at) => (at === 0 ? first : at % 2 ? "b" : "c")).join("");

/** A text, and what is wrong with it as a new password; undefined where nothing is. */
const ROWS: [what: string, text: string, says: string | undefined][] = [
  ["12 characters", characters(PASSWORD_LENGTH_MIN), undefined],
  ["11 characters", characters(PASSWORD_LENGTH_MIN - 1), "has 11 characters"],
  ["256 characters", characters(PASSWORD_LENGTH_MAX), undefined],
  ["257 characters", characters(PASSWORD_LENGTH_MAX + 1), "has 257 characters"],
  ["one character", "a", "has 1 character"],
  ["none", "", "has 0 characters"],
  ["11 characters of two units", `${"😀🙂".repeat(5)}😀`, "has 11 characters"],
  ["12 characters of two units", "😀🙂".repeat(6), undefined],
  ["256 characters of two units", "😀🙂".repeat(128), undefined],
  ["257 characters of two units", `${"😀🙂".repeat(128)}😀`, "has more than 256 characters"],
  ["1 MB", characters(1_000_000), "has more than 256 characters"],
  ["spaces within", "correct horse battery stapler", undefined],
  ["halves of surrogate pairs", "\ud800\ud801".repeat(6), undefined],
  ["one character twelve times", "a".repeat(12), "is one character again and again"],
  ["one emoji twelve times", "😀".repeat(12), "is one character again and again"],
  ["a common one", "password1234", "is one of the commonest passwords"],
  ["a common one in capitals", "PassWord1234", "is one of the commonest passwords"],
  ["a common one in wide letters", "ｐassword1234", "is one of the commonest passwords"],
  ["the e-mail address", EMAIL, "is the e-mail address"],
  ["the e-mail address in capitals", EMAIL.toUpperCase(), "is the e-mail address"],
  ["the e-mail address and more", `${EMAIL}!`, undefined],
];
for (const [what, text, says] of ROWS) {
  test(`new password: ${what} -> ${says ?? "taken"}`, () => {
    assert.equal(newPasswordFault(text, EMAIL)?.says, says);
    const isAddress = says === "is the e-mail address";
    assert.equal(Value.Check(NewPassword, text), says === undefined || isAddress);
    assert.equal(ruleOf(NewPassword)?.faultOf?.(text)?.says, isAddress ? undefined : says);
  });
}

test("new password: a fault of the length -> code length; any other -> no code of its own", () => {
  assert.equal(newPasswordFault("short", EMAIL)?.code, "length");
  assert.equal(newPasswordFault("password1234", EMAIL)?.code, undefined);
});

test("password: 1 and 256 characters, none, 257, 1 MB -> taken, refused by the schema", () => {
  for (const length of [1, PASSWORD_LENGTH_MAX]) {
    assert.ok(Value.Check(Password, characters(length)));
  }
  for (const length of [PASSWORD_LENGTH_MAX + 1, 1_000_000]) {
    assert.ok(!Value.Check(Password, characters(length)));
  }
  assert.ok(!Value.Check(Password, ""));
});

test("password: both schemas -> secret", () => {
  assert.ok(isSecret(Password));
  assert.ok(isSecret(NewPassword));
});

test("password: one text in two forms of Unicode -> one normalised form", () => {
  assert.equal(normalisedPassword("Cafe\u0301 ﬁnal №１"), normalisedPassword("Café final No1"));
});

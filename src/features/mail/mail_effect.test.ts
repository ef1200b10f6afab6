/** What a decision may name as a mail. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type MailDraft, mailTo } from "./mail_effect.ts";

const LOGIN = {
  to: "ada@example.com",
  template: "login_code",
  values: { name: "Ada" },
  sealed: "v1.sealed",
  expiresAtMs: 600_000,
} as const;

test("mailTo: a mail with a code -> an effect whose payload is the mail", () => {
  assert.deepEqual(mailTo(LOGIN), { kind: "mail", payload: LOGIN });
});

test("mailTo: a mail without secrets and without an end -> a payload without them", () => {
  const plain = { to: LOGIN.to, template: "password_changed", values: LOGIN.values } as const;
  assert.deepEqual(mailTo({ ...plain, sealed: undefined }), { kind: "mail", payload: plain });
});

const WRONG: [string, object][] = [
  ["a value is missing", { values: {} }],
  ["a value too many", { values: { name: "Ada", code: "123456" } }],
  ["its secrets are missing", { sealed: undefined }],
  ["secrets that its template does not have", { template: "password_changed" }],
];
for (const [what, change] of WRONG) {
  test(`mailTo: ${what} -> throws`, () => {
    const draft = { ...LOGIN, ...change } as MailDraft<"login_code">;
    assert.throws(() => mailTo(draft), /a mail has/);
  });
}

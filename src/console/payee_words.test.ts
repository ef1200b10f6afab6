/** What the page of an approval says of an account whose bank knows it under another name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { payeeWarning } from "./browser/payee_words.ts";

const ACCEPTED = "2026-05-08T10:00:00.000Z";

function said(...[verification]: Parameters<typeof payeeWarning>): string | undefined {
  const warning = payeeWarning(verification);
  return warning && warning.before + (warning.accountName ?? "") + warning.after;
}

test("payee words: verified, unverified, unavailable -> no warning", () => {
  for (const verification of [
    { status: "verified", result: "matched" },
    { status: "unverified" },
    { status: "unverified", result: "unavailable" },
  ] as const) {
    assert.equal(said(verification), undefined);
  }
});

test("payee words: a mismatch, accepted or not, with a name or without -> the bank said another name, and what that means", () => {
  const mismatch = { status: "mismatch", result: "no_match" } as const;
  const close = { status: "mismatch", result: "close_match" } as const;
  assert.equal(
    said({ ...mismatch, acceptedAt: ACCEPTED }),
    "The bank says that the account has another name. It was accepted that it is paid all the same.",
  );
  assert.equal(
    said(mismatch),
    "The bank says that the account has another name. Nobody has accepted that, so nothing is paid there.",
  );
  assert.equal(
    said({ ...close, acceptedAt: ACCEPTED, accountName: "Paper Mill Ltd" }),
    "The bank says that the account has another name: “Paper Mill Ltd”. It was accepted that it is paid all the same.",
  );
  assert.equal(
    said({ ...close, acceptedAt: ACCEPTED }),
    "The bank says that the account has another name, which is close to this one. It was accepted that it is paid all the same.",
  );
});

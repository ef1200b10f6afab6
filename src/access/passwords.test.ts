/** Passwords at rest: the form and cost of a hash, and what is never told apart. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseOptions } from "@node-rs/argon2";
import { CODE_POINT, fc } from "../../test/support/properties.ts";
import { hashPassword, PASSWORD_COST, TEST_COST, verifyPassword } from "./passwords.ts";

const TEXT = "correct horse battery stapler";

test("password: hashed with the cost of a server -> argon2id, 47,104 KiB, one pass, one thread", async () => {
  const stored = await hashPassword(TEXT);
  assert.match(stored, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.equal(await verifyPassword(stored, TEXT), true);
  assert.equal(await verifyPassword(stored, `${TEXT} `), false);
  assert.deepEqual(PASSWORD_COST, { memoryCost: 47_104, timeCost: 1, parallelism: 1 });
});

test("password: hashed twice -> two salts, two texts, both verified", async () => {
  const first = await hashPassword(TEXT, TEST_COST);
  const second = await hashPassword(TEXT, TEST_COST);
  assert.notEqual(first, second);
  assert.equal(parseOptions(first).saltLen, 16);
  for (const stored of [first, second]) assert.ok(await verifyPassword(stored, TEXT, TEST_COST));
});

const WRITTEN: [what: string, chosen: string, typed: string, isSame: boolean][] = [
  ["composed and decomposed", "Café-Café-Café", "Cafe\u0301-Cafe\u0301-Cafe\u0301", true],
  ["wide and plain letters", "ｐassword-of-mine", "password-of-mine", true],
  ["a ligature and its letters", "\ufb01nal-final-final", "final-final-final", true],
  ["another case", TEXT, TEXT.toUpperCase(), false],
  ["an umlaut and its letter", "Müller-Müller", "Muller-Muller", false],
  ["one character less", TEXT, TEXT.slice(0, -1), false],
  ["a NUL behind it", TEXT, `${TEXT}\u0000`, false],
  ["a NUL within, cut there", `${TEXT}\u0000abc`, TEXT, false],
  ["two that differ behind 72 bytes", `${"x".repeat(72)}a`, `${"x".repeat(72)}b`, false],
];
for (const [what, chosen, typed, isSame] of WRITTEN) {
  test(`password: ${what} -> ${isSame ? "the same" : "another"}`, async () => {
    const stored = await hashPassword(chosen, TEST_COST);
    assert.equal(await verifyPassword(stored, typed, TEST_COST), isSame);
  });
}

test("password: no stored hash -> false for any text", async () => {
  for (const text of [TEXT, "", "nobody", "nobody".repeat(100)]) {
    assert.equal(await verifyPassword(undefined, text, TEST_COST), false);
  }
});

test("password: a stored text that is no hash -> false, no error", async () => {
  const whole = await hashPassword(TEXT, TEST_COST);
  const broken = [
    ...["", "x", "$", "$argon2id$", "$argon2id$v=19$m=8,t=1,p=1$AA$AA", "a".repeat(100_000)],
    whole.slice(0, -30),
    whole.replace("argon2id", "argon2x"),
    whole.replace("m=8", "m=99999999999"),
    whole.replace("t=1", "t=0"),
    `${whole}\u0000`,
  ];
  for (const stored of broken) assert.equal(await verifyPassword(stored, TEXT, TEST_COST), false);
});

test("password: any text, halves of surrogate pairs included -> hashed and verified", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: CODE_POINT, maxLength: 300 }), async (text) => {
      const stored = await hashPassword(text, TEST_COST);
      assert.equal(await verifyPassword(stored, text, TEST_COST), true);
      assert.equal(await verifyPassword(stored, `${text}.`, TEST_COST), false);
    }),
    { numRuns: 50 },
  );
  const half = `${TEXT}\ud800`;
  assert.ok(await verifyPassword(await hashPassword(half, TEST_COST), half, TEST_COST));
});

/** The nearest of several names: what is near, what is not, and bounded work. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { didYouMean, editsBetween, NEAREST_LENGTH_MAX, nearest } from "./nearest.ts";

const NAMES = ["sourceAccountId", "destinationAccountId", "amount", "currency", "description"];
const ROWS: [text: string, found: string | undefined][] = [
  ["sourceAccount", "sourceAccountId"],
  ["source_account_id", "sourceAccountId"],
  ["SOURCEACCOUNTID", "sourceAccountId"],
  ["destination", "destinationAccountId"],
  ["ammount", "amount"],
  ["amuont", "amount"],
  ["currencyCode", "currency"],
  ["descripton", "description"],
  ["colour", undefined],
  ["id", undefined],
  ["", undefined],
  ["__--", undefined],
  ["a".repeat(NEAREST_LENGTH_MAX + 1), undefined],
];
for (const [text, found] of ROWS) {
  test(`nearest: "${text}" -> ${found ?? "none"}`, () => {
    assert.equal(nearest(text, NAMES), found);
    assert.equal(didYouMean(text, NAMES), found === undefined ? "" : `; did you mean ${found}?`);
  });
}

test("nearest: wrong, missing, added, swapped characters -> counted, up to the most", () => {
  assert.equal(editsBetween("amount", "amount", 2), 0);
  assert.equal(editsBetween("amount", "amuont", 2), 1);
  assert.equal(editsBetween("kitten", "sitting", 3), 3);
  assert.ok(editsBetween("kitten", "sitting", 2) > 2);
  assert.ok(editsBetween("a", "abcdef", 2) > 2);
});

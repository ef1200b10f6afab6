/** Amounts as the pages write them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CURRENCIES } from "../contract/values/currencies.ts";
import { moneyWords } from "./browser/money.ts";

const CASES: [amount: string, currency: string, words: string | undefined][] = [
  ["5000", "EUR", "50.00 EUR"],
  ["5", "EUR", "0.05 EUR"],
  ["0", "EUR", "0.00 EUR"],
  ["-123456789", "GBP", "-1 234 567.89 GBP"],
  ["1234", "JPY", "1 234 JPY"],
  ["1234", "KWD", "1.234 KWD"],
  ["12.5", "EUR", undefined],
  ["", "EUR", undefined],
  ["5000", "<b>", undefined],
];
for (const [amount, currency, words] of CASES) {
  test(`money: ${amount} of ${currency} -> ${words}`, () => {
    assert.equal(moneyWords(amount, currency)?.replaceAll("\u00a0", " "), words);
  });
}

test("money: each currency that accounts settle in -> the decimal places of the platform", () => {
  for (const { code, minorUnits } of CURRENCIES) {
    const places = /\.(\d+)/.exec(moneyWords("1", code) ?? "")?.[1]?.length ?? 0;
    assert.equal(places, minorUnits, code);
  }
});

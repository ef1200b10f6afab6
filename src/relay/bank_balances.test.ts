/** Closing balances of statements beside what is on record here: the same, more, less, and which of several counts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SaidBalance, SaidStatement } from "../iso20022/bank_said.ts";
import type { OwnCredit, OwnCreditState, OwnMoney } from "../outbox/credit_reconciliation.ts";
import { closingBalances, comparedBalances } from "./bank_balances.ts";
import { MovedAfter } from "./bank_days.ts";

const DAY_MS = 86_400_000;
const DAY = Date.UTC(2026, 10, 30);

function credit(creditReference: string, amount: string, state: OwnCreditState): OwnCredit {
  return { creditReference, amount, currency: "EUR", state, isContradicted: false };
}
/** 120.00 EUR and 7 JPY in the external accounts of the bank, and 5.00 EUR that are nobody's; what has been received is in the first. */
const OWN: OwnMoney = {
  external: new Map([
    ["EUR", 12_000n],
    ["JPY", 7n],
  ]),
  credits: new Map(
    [credit("A", "500", "nobodys"), credit("B", "300", "received")].map((one) => [
      one.creditReference,
      one,
    ]),
  ),
};
/** 20.00 EUR have come on the day after, and 1 JPY has left on that of the statement. */
function moved(): MovedAfter {
  const later = new MovedAfter("2026-11-28");
  later.add("EUR", DAY + DAY_MS, 2_000n);
  later.add("JPY", DAY, -1n);
  return later;
}
const closing = (amount: string, more: Partial<SaidBalance> = {}) => ({
  account: { iban: "DE02 1203 0000 0000 2020 51" },
  closing: { line: 9, amount, currency: "EUR", atMs: DAY, ...more },
});

const ROWS: readonly [
  what: string,
  statements: readonly Pick<SaidStatement, "closing" | "account">[],
  balances: string[],
  differing: number,
][] = [
  [
    "what is here with what is nobody's",
    [closing("10500")],
    ["line 9: closing balance of 2026-11-30, 105.00 EUR: as here"],
    0,
  ],
  [
    "more",
    [closing("10501")],
    ["line 9: closing balance of 2026-11-30, 105.01 EUR: 0.01 EUR more than here"],
    1,
  ],
  [
    "less, because it is overdrawn",
    [closing("-100")],
    ["line 9: closing balance of 2026-11-30, -1.00 EUR: 106.00 EUR less than here"],
    1,
  ],
  [
    "a currency in which nothing is here",
    [closing("1", { currency: "USD" })],
    ["line 9: closing balance of 2026-11-30, 0.01 USD: 0.01 USD more than here"],
    1,
  ],
  [
    "two days, the newer one first",
    [closing("10500"), closing("1", { line: 3, atMs: DAY - DAY_MS })],
    ["line 9: closing balance of 2026-11-30, 105.00 EUR: as here"],
    0,
  ],
  [
    "two currencies",
    [closing("10500"), closing("8", { line: 20, currency: "JPY" })],
    [
      "line 9: closing balance of 2026-11-30, 105.00 EUR: as here",
      "line 20: closing balance of 2026-11-30, 8 JPY: 1 JPY more than here",
    ],
    1,
  ],
  ["none", [{ account: {} }], [], 0],
  [
    "what was here the day before, in a statement of that day",
    [
      closing("10500", { atMs: DAY - DAY_MS }),
      closing("8", { currency: "JPY", atMs: DAY - DAY_MS }),
    ],
    [
      "line 9: closing balance of 2026-11-29, 105.00 EUR: as here",
      "line 9: closing balance of 2026-11-29, 8 JPY: as here",
    ],
    0,
  ],
];
for (const [what, statements, balances, differing] of ROWS) {
  test(`bank balances: the bank has ${what} -> ${differing} differ`, () => {
    const compared = comparedBalances(closingBalances(statements), OWN, moved());
    assert.deepEqual(compared, { balances, differing });
  });
}

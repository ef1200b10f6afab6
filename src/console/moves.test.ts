/** What a request of an agent would move, as a person who decides reads it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { movesIn, totalsOf } from "./browser/moves.ts";

const PAID = { sourceAccountId: "acct_1", beneficiaryId: "paper-mill", currency: "EUR" };

test("moves: a transfer, a payout, one of a whole balance, nothing that moves -> the sides and the amount of each", () => {
  const transfer = {
    sourceAccountId: "a",
    destinationAccountId: "b",
    amount: "5",
    currency: "EUR",
  };
  assert.deepEqual(movesIn(transfer), [
    { amount: "5", currency: "EUR", source: "a", destination: "b" },
  ]);
  const payee = { currency: "EUR", source: "acct_1", payee: "paper-mill" };
  assert.deepEqual(movesIn({ ...PAID, amount: "7" }), [{ amount: "7", ...payee }]);
  assert.deepEqual(movesIn({ ...PAID, wholeBalance: true }), [payee]);
  assert.deepEqual(movesIn({ ...PAID, wholeBalance: false }), []);
  assert.deepEqual(movesIn({ name: "Ada", items: [null, "x", {}] }), []);
});

test("moves: a batch -> its items in order; their count, the sum of each currency, and the whole balances", () => {
  const items = [
    { ...PAID, amount: "40" },
    { ...PAID, amount: "2", currency: "USD" },
    { ...PAID, wholeBalance: true },
    { ...PAID, amount: "60" },
    { ...PAID, amount: "many" },
  ];
  const moves = movesIn({ items, atomic: true });
  assert.equal(moves.length, 5);
  assert.deepEqual(totalsOf(moves), {
    count: 5,
    sums: [
      { currency: "EUR", amount: 100n },
      { currency: "USD", amount: 2n },
    ],
    whole: 1,
  });
});

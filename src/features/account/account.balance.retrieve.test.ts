/** account.balance.retrieve: the figures, and the plain twin of its hand-written text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isoTime } from "../../base/iso_time.ts";
import {
  createAccount,
  createPartyShard,
  createPlatformAccount,
  fund,
  moveMoney,
} from "../testing_parties.ts";
import { accountBalanceRetrieve } from "./account.balance.retrieve.ts";

test("account.balance.retrieve: 100 in, 30 out, 20 reserved -> 50 available, as JSON says it", () => {
  const parties = createPartyShard();
  const { accountId } = createAccount(parties);
  fund(parties, accountId, 100n);
  const to = createPlatformAccount(parties);
  moveMoney(parties, { from: accountId, to, amountMinor: 30n });
  moveMoney(parties, { from: accountId, to, amountMinor: 20n, step: "reserved" });
  const expected = {
    accountId,
    available: "50",
    currency: "EUR",
    posted: "70",
    held: "20",
    asOf: isoTime(parties.shard.nowMs),
  };
  const answer = parties.read(accountBalanceRetrieve, { accountId });
  assert.equal(JSON.stringify(answer), JSON.stringify(expected));
});

test("account.balance.retrieve: never used -> zeros", () => {
  const parties = createPartyShard();
  const { accountId } = createAccount(parties);
  const { available, posted, held } = parties.read(accountBalanceRetrieve, { accountId });
  assert.deepEqual({ available, posted, held }, { available: "0", posted: "0", held: "0" });
});

test("account.balance.retrieve: account of the platform that paid out -> below zero", () => {
  const parties = createPartyShard();
  const { accountId } = createAccount(parties);
  const platform = createPlatformAccount(parties);
  moveMoney(parties, { from: platform, to: accountId, amountMinor: 7n });
  const { available, posted } = parties.read(accountBalanceRetrieve, { accountId: platform });
  assert.deepEqual({ available, posted }, { available: "-7", posted: "-7" });
});

test("account.balance.retrieve: malformed or unknown -> account_not_found", () => {
  const parties = createPartyShard();
  const known = createAccount(parties).accountId;
  for (const accountId of ["acct_unknown", `x${known}`, known.slice(0, -1), `${known}0`]) {
    const refusal = parties.read(accountBalanceRetrieve, { accountId });
    assert.equal(refusal.code, "account_not_found");
  }
});

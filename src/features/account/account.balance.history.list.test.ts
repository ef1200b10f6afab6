/** End-of-day balances, against a naive model. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ENTRY_INDEX_EVERY } from "../ledger/ledger.ts";
import { START_MS } from "../testing.ts";
import { createAccount, createPartyShard, fund as grant, moveMoney } from "../testing_parties.ts";
import { listAll } from "../transfer/testing_lists.ts";
import { createTransferShard, openAccount, transfer } from "../transfer/testing_transfers.ts";
import { accountBalanceHistoryList } from "./account.balance.history.list.ts";

type Row = { date: string; posted: string; held: string; final: boolean; asOf: string };
const DAY_MS = 86_400_000;
const dateOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** Balances by day: funded 1000 on the first; pays 1 at noon of some days, many times on one. */
function createShard() {
  const shard = createTransferShard();
  const account = openAccount(shard, { fundedMinor: 1_000n });
  const other = openAccount(shard);
  const expected = new Map<string, number>([[dateOf(START_MS), 1_000]]);
  const payments: [day: number, count: number][] = [
    [1, 1],
    [2, ENTRY_INDEX_EVERY + 20],
    [9, 1],
  ];
  let posted = 1_000;
  for (const [day, count] of payments) {
    shard.nowMs = START_MS + day * DAY_MS;
    for (let at = 0; at < count; at++) {
      shard.nowMs += 1_000;
      transfer(shard, account, other, "1");
    }
    posted -= count;
    expected.set(dateOf(shard.nowMs), posted);
  }
  shard.nowMs = START_MS + 12 * DAY_MS;
  return { shard, account, expected };
}

test("account.balance.history.list: days with and without rows -> what stood when each ended", () => {
  const { shard, account, expected } = createShard();
  const model: [string, string, boolean][] = [];
  let posted = 0;
  for (let day = 0; day <= 12; day++) {
    const date = dateOf(START_MS + day * DAY_MS);
    posted = expected.get(date) ?? posted;
    model.unshift([date, String(posted), day < 12]);
  }
  for (const limit of [1, 5, 100]) {
    const rows = listAll<Row>(shard, accountBalanceHistoryList, { accountId: account }, limit);
    assert.deepEqual(
      rows.map((row) => [row.date, row.posted, row.final]),
      model,
      `pages of ${limit}`,
    );
  }
  const [today, yesterday] = listAll<Row>(shard, accountBalanceHistoryList, { accountId: account });
  assert.equal(today?.asOf, new Date(shard.nowMs).toISOString());
  assert.equal(yesterday?.asOf, `${today?.date}T00:00:00.000Z`);
});

test("account.balance.history.list: from and to -> the days that begin between them", () => {
  const { shard, account } = createShard();
  const day = (number: number) => `${dateOf(START_MS + number * DAY_MS)}T00:00:00Z`;
  const query = { accountId: account, createdFrom: day(2), createdTo: day(5) };
  const rows = listAll<Row>(shard, accountBalanceHistoryList, query);
  assert.deepEqual(
    rows.map(({ date }) => date),
    [4, 3, 2].map((number) => day(number).slice(0, 10)),
  );
});

test("account.balance.history.list: money held -> not available", () => {
  const party = createPartyShard();
  const account = createAccount(party).accountId;
  const other = createAccount(party).accountId;
  grant(party, account, 50n);
  moveMoney(party, { from: account, to: other, amountMinor: 20n, step: "reserved" });
  const [row] = party.read(accountBalanceHistoryList, { accountId: account }).items;
  assert.deepEqual([row.posted, row.held, row.available], ["50", "20", "30"]);
});

test("account.balance.history.list: a page of many quiet days -> reads few records", () => {
  const { shard, account } = createShard();
  shard.nowMs += 300 * DAY_MS;
  let reads = 0;
  const snapshot = shard.snapshot();
  const counting = {
    ...snapshot,
    record: (place: number) => {
      reads++;
      return snapshot.record(place);
    },
  };
  const cursors = { encode: () => "c", decode: () => undefined };
  const context = { scope: 1, nowMs: shard.nowMs, cursors };
  const input = { accountId: account, limit: "100" };
  const answer = accountBalanceHistoryList.read(counting, input, context as never);
  assert.equal(answer.refused, false);
  assert.ok(reads <= 2, `${reads} records read`);
});

test("account.balance.history.list: unknown, malformed and foreign -> account_not_found", () => {
  const { shard } = createShard();
  const foreign = openAccount(shard, { scope: 2 });
  for (const accountId of ["acct_x", foreign, `${foreign.slice(0, -1)}!`]) {
    assert.equal(shard.read(accountBalanceHistoryList, { accountId }).code, "account_not_found");
  }
});

/** What a customer has, by currency. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createAccount,
  createCustomer,
  createPartyShard,
  fund,
  moveMoney,
} from "../testing_parties.ts";
import { customerBalanceList } from "./customer.balance.list.ts";

test("customer.balance.list: two accounts of one currency, a hold, another currency -> sums", () => {
  const shard = createPartyShard();
  const { customerId } = createCustomer(shard);
  const owner = { type: "customer", id: customerId };
  const first = createAccount(shard, { owner }).accountId;
  const second = createAccount(shard, { owner }).accountId;
  createAccount(shard, { owner, currency: "JPY" });
  const foreign = createAccount(shard).accountId;
  fund(shard, first, 70n);
  fund(shard, second, 30n);
  fund(shard, foreign, 5n);
  moveMoney(shard, { from: first, to: foreign, amountMinor: 20n, step: "reserved" });
  const euro = { currency: "EUR", posted: "100", held: "20", available: "80", accountCount: 2 };
  const yen = { currency: "JPY", posted: "0", held: "0", available: "0", accountCount: 1 };
  const asOf = new Date(shard.shard.nowMs).toISOString();
  const row = (sum: object) => ({ customerId, asOf, ...sum });
  const read = (query: object) => shard.read(customerBalanceList, { customerId, ...query });
  assert.deepEqual(read({}), { items: [row(euro), row(yen)] });
  assert.deepEqual(read({ currency: "JPY" }).items, [row(yen)]);
  const page = read({ limit: "1" });
  assert.deepEqual(page.items, [row(euro)]);
  assert.deepEqual(read({ limit: "1", cursor: page.nextCursor }), { items: [row(yen)] });
});

test("customer.balance.list: no accounts, no customer -> no rows, customer_not_found", () => {
  const shard = createPartyShard();
  const { customerId } = createCustomer(shard);
  assert.deepEqual(shard.read(customerBalanceList, { customerId }), { items: [] });
  const unknown = shard.read(customerBalanceList, { customerId: "cust_x" });
  assert.equal(unknown.code, "customer_not_found");
});

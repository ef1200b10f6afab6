/** The transfers of one customer: merged, resumed, and the same by either way of finding them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ENTRY_INDEX_EVERY } from "../ledger/ledger.ts";
import { MERGED_ACCOUNTS_MAX } from "../ledger/merged_rows.ts";
import {
  createAccount,
  createCustomer,
  createPartyShard,
  fund,
  moveMoney,
  type PartyShard,
} from "../testing_parties.ts";
import { listAll } from "../transfer/testing_lists.ts";
import type { Transfer } from "../transfer/transfer_schema.ts";
import { customerTransferList } from "./customer.transfer.list.ts";

/** A customer with three accounts, one with money, and somebody else's account. */
function createShard() {
  const shard = createPartyShard();
  const { customerId } = createCustomer(shard);
  const owner = { type: "customer", id: customerId };
  const [a, b, c] = [0, 1, 2].map(() => createAccount(shard, { owner }).accountId);
  const other = createAccount(shard).accountId;
  fund(shard, a as string, 10_000n);
  return { shard, customerId, owner, a: a as string, b: b as string, c: c as string, other };
}

function move({ shard }: { shard: PartyShard }, from: string, to: string, amount: number): void {
  shard.shard.nowMs += 1_000;
  moveMoney(shard, { from, to, amountMinor: BigInt(amount) });
}

function amountsOf(shard: PartyShard, customerId: string, limit: number, more = {}): string[] {
  const input = { customerId, ...more };
  return listAll<Transfer>(shard.shard, customerTransferList, input, limit).map(
    ({ amount }) => amount,
  );
}

test("customer.transfer.list: three accounts, between them and out -> each once, newest first", () => {
  const world = createShard();
  const { shard, customerId, a, b, c, other } = world;
  move(world, a, b, 1_000);
  move(world, b, c, 20);
  move(world, a, other, 30);
  fund(shard, other, 999n);
  move(world, c, a, 4);
  const expected = ["4", "30", "20", "1000", "10000"];
  for (const limit of [1, 2, 3, 100]) {
    assert.deepEqual(amountsOf(shard, customerId, limit), expected, `pages of ${limit}`);
  }
  assert.deepEqual(amountsOf(shard, customerId, 2, { status: "failed" }), []);
});

test("customer.transfer.list: rows arrive between pages -> those that were there, each once", () => {
  const world = createShard();
  const { shard, customerId, a, b, c } = world;
  move(world, a, b, 5_000);
  // More rows than the sparse index leaves out, on accounts that move at different times.
  for (let at = 1; at <= ENTRY_INDEX_EVERY + 50; at++) move(world, at % 3 ? a : b, c, 1);
  const before = amountsOf(shard, customerId, 100);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { customerId, limit: "20", ...(cursor && { cursor }) };
    const page = shard.read(customerTransferList, query);
    seen.push(...page.items.map(({ amount }: Transfer) => amount));
    cursor = page.nextCursor;
    for (let more = 0; more < 40; more++) move(world, more % 2 ? a : b, c, 2);
  } while (cursor !== undefined);
  assert.deepEqual(seen, before);
});

test("customer.transfer.list: one account more than a merge takes -> the same transfers", () => {
  const world = createShard();
  const { shard, customerId, owner, a, b, other } = world;
  move(world, a, b, 1);
  fund(shard, other, 999n);
  move(world, b, other, 1);
  const query = { customerId, limit: "1" };
  const first = shard.read(customerTransferList, query);
  for (let at = 3; at < MERGED_ACCOUNTS_MAX; at++) createAccount(shard, { owner });
  const merged = amountsOf(shard, customerId, 2);
  createAccount(shard, { owner });
  assert.deepEqual(amountsOf(shard, customerId, 2), merged);
  assert.deepEqual(merged, ["1", "1", "10000"]);
  const next = shard.read(customerTransferList, { ...query, cursor: first.nextCursor });
  assert.equal(next.items[0].destinationAccountId, b);
});

test("customer.transfer.list: unknown and malformed customers -> customer_not_found", () => {
  const { shard } = createShard();
  for (const customerId of ["cust_x", "acct_x"]) {
    assert.equal(shard.read(customerTransferList, { customerId }).code, "customer_not_found");
  }
});

/** The timeline of one customer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accountClose } from "../account/account.close.ts";
import { accountFreeze } from "../account/account.freeze.ts";
import { accountUnfreeze } from "../account/account.unfreeze.ts";
import type { CustomerActivity } from "../activity/activity_schema.ts";
import {
  createAccount,
  createCustomer,
  createPartyShard,
  fund,
  moveMoney,
} from "../testing_parties.ts";
import { listAll } from "../transfer/testing_lists.ts";
import { customerActivityList } from "./customer.activity.list.ts";
import { customerReactivate } from "./customer.reactivate.ts";
import { customerSuspend } from "./customer.suspend.ts";

/** Everything that a timeline shows, a second apart. */
function createShard() {
  const shard = createPartyShard();
  const tick = () => {
    shard.shard.nowMs += 1_000;
  };
  const { customerId } = createCustomer(shard, { test: true });
  const owner = { type: "customer", id: customerId };
  const wallet = createAccount(shard, { owner }).accountId;
  const spare = createAccount(shard, { owner }).accountId;
  const other = createAccount(shard).accountId;
  fund(shard, wallet, 100n);
  tick();
  moveMoney(shard, { from: wallet, to: spare, amountMinor: 1n });
  tick();
  moveMoney(shard, { from: spare, to: other, amountMinor: 1n });
  tick();
  shard.run(accountFreeze, { accountId: spare, mode: "all", reason: "lost" });
  shard.run(accountUnfreeze, { accountId: spare });
  shard.run(customerSuspend, { customerId, reason: "review" });
  shard.run(customerReactivate, { customerId });
  shard.run(accountClose, { accountId: spare });
  return { shard, customerId, wallet, spare };
}

const TYPES = [
  "account.closed",
  "customer.reactivated",
  "customer.suspended",
  "account.unfrozen",
  "account.frozen",
  "transfer.posted",
  "transfer.posted",
  "transfer.posted",
  "account.created",
  "account.created",
  "customer.created",
];

test("customer.activity.list: a life with money -> all of it, newest first, by any pages", () => {
  const { shard, customerId, wallet, spare } = createShard();
  const whole = listAll<CustomerActivity>(shard.shard, customerActivityList, { customerId }, 100);
  assert.deepEqual(
    whole.map(({ type }) => type),
    TYPES,
  );
  const times = whole.map(({ at }) => Date.parse(at));
  assert.deepEqual(
    times,
    [...times].sort((a, b) => b - a),
  );
  for (const limit of [1, 2, 3]) {
    const walked = listAll(shard.shard, customerActivityList, { customerId }, limit);
    assert.deepEqual(walked, whole, `pages of ${limit}`);
  }
  const moved = whole[6];
  assert.deepEqual(
    [moved?.sourceAccountId, moved?.destinationAccountId, moved?.amount],
    [wallet, spare, "1"],
  );
  const between = { createdFrom: whole[4]?.at, createdTo: whole[2]?.at };
  assert.deepEqual(
    listAll<CustomerActivity>(shard.shard, customerActivityList, { customerId, ...between }),
    whole.slice(3, 5),
  );
  const frozen = listAll(shard.shard, customerActivityList, { customerId, type: "account.frozen" });
  assert.deepEqual(frozen, [whole[4]]);
});

test("customer.activity.list: things happen between pages -> those that had, each once", () => {
  const { shard, customerId, wallet, spare } = createShard();
  const whole = listAll<CustomerActivity>(shard.shard, customerActivityList, { customerId }, 100);
  const seen: CustomerActivity[] = [];
  let cursor: string | undefined;
  do {
    const query = { customerId, limit: "2", ...(cursor && { cursor }) };
    const page = shard.read(customerActivityList, query);
    seen.push(...page.items);
    cursor = page.nextCursor;
    shard.shard.nowMs += 1_000;
    fund(shard, wallet, 1n);
    fund(shard, spare, 1n);
  } while (cursor !== undefined);
  assert.deepEqual(seen, whole);
});

test("customer.activity.list: unknown and malformed customers -> customer_not_found", () => {
  const { shard } = createShard();
  for (const customerId of ["cust_x", "acct_x"]) {
    assert.equal(shard.read(customerActivityList, { customerId }).code, "customer_not_found");
  }
});

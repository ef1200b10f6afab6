/** Decision table of customer.close. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accountFreeze } from "../account/account.freeze.ts";
import { accountRetrieve } from "../account/account.retrieve.ts";
import {
  createAccount,
  createCustomer,
  createPartyShard,
  createPlatformAccount,
  fund,
  moveMoney,
  type PartyShard,
} from "../testing_parties.ts";
import { customerClose } from "./customer.close.ts";
import { customerRetrieve } from "./customer.retrieve.ts";
import { customerSuspend } from "./customer.suspend.ts";

function freeze(shard: PartyShard, accountId: string): void {
  shard.run(accountFreeze, { accountId, mode: "all", reason: "dispute" });
}

const CASES: {
  name: string;
  given?(shard: PartyShard, customerId: string, accountId: string): void;
  expected: string;
}[] = [
  { name: "empty account", expected: "accepted" },
  {
    name: "suspended",
    given: (shard, customerId) => shard.run(customerSuspend, { customerId, reason: "review" }),
    expected: "accepted",
  },
  {
    name: "closed already",
    given: (shard, customerId) => shard.run(customerClose, { customerId }),
    expected: "customer_status_forbidden",
  },
  {
    name: "money on the account",
    given: (shard, _customerId, accountId) => fund(shard, accountId, 1n),
    expected: "account_close_balance_nonzero",
  },
  {
    name: "money on its way to the account",
    given: (shard, _customerId, accountId) =>
      moveMoney(shard, {
        from: createPlatformAccount(shard),
        to: accountId,
        amountMinor: 1n,
        step: "reserved",
      }),
    expected: "account_close_balance_nonzero",
  },
  {
    name: "frozen account",
    given: (shard, _customerId, accountId) => freeze(shard, accountId),
    expected: "state_conflict",
  },
  {
    name: "money comes before the freeze",
    given(shard, _customerId, accountId) {
      fund(shard, accountId, 1n);
      freeze(shard, accountId);
    },
    expected: "account_close_balance_nonzero",
  },
];

for (const { name, given, expected } of CASES) {
  test(`customer.close: ${name} -> ${expected}`, () => {
    const shard = createPartyShard();
    const { customerId } = createCustomer(shard);
    const { accountId } = createAccount(shard, { owner: { type: "customer", id: customerId } });
    given?.(shard, customerId, accountId);
    assert.equal(shard.outcome(customerClose, { customerId }), expected);
  });
}

test("customer.close: unknown customer -> customer_not_found", () => {
  const outcome = createPartyShard().outcome(customerClose, { customerId: "cust_unknown" });
  assert.equal(outcome, "customer_not_found");
});

test("customer.close: pending -> customer_status_forbidden", () => {
  const shard = createPartyShard("live");
  const { customerId } = createCustomer(shard);
  assert.equal(shard.outcome(customerClose, { customerId }), "customer_status_forbidden");
});

test("customer.close: money on one account -> details name the account and what it holds", () => {
  const shard = createPartyShard();
  const { customerId } = createCustomer(shard);
  const owner = { type: "customer", id: customerId };
  const { accountId } = createAccount(shard, { owner });
  createAccount(shard, { owner });
  fund(shard, accountId, 70n);
  moveMoney(shard, {
    from: accountId,
    to: createPlatformAccount(shard),
    amountMinor: 20n,
    step: "reserved",
  });
  const { details } = shard.refusal(customerClose, { customerId });
  assert.deepEqual(details, { accountId, balance: "70", held: "20", incoming: "0" });
});

test("customer.close: two empty accounts -> customer and both accounts closed in one record", () => {
  const shard = createPartyShard();
  const { customerId } = createCustomer(shard);
  const owner = { type: "customer", id: customerId };
  const accountIds = [createAccount(shard, { owner }), createAccount(shard, { owner })].map(
    ({ accountId }) => accountId,
  );
  const bystander = createAccount(shard);
  const after = shard.run(customerClose, { customerId });
  assert.equal(after.status, "closed");
  assert.equal(after.statusTransitions.closedAt, after.updatedAt);
  assert.equal(JSON.stringify(shard.read(customerRetrieve, { customerId })), JSON.stringify(after));
  for (const accountId of accountIds) {
    const account = shard.read(accountRetrieve, { accountId });
    assert.equal(account.status, "closed");
    assert.equal(account.statusTransitions.closedAt, after.updatedAt);
  }
  const { accountId } = bystander;
  assert.equal(shard.read(accountRetrieve, { accountId }).status, "open");
});

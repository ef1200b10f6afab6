/** Decision table of customer.suspend. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCustomer, createPartyShard } from "../testing_parties.ts";
import { customerClose } from "./customer.close.ts";
import { customerRetrieve } from "./customer.retrieve.ts";
import { customerSuspend } from "./customer.suspend.ts";

const REASON = { reason: "chargeback review" };

test("customer.suspend: unknown customer -> customer_not_found", () => {
  const shard = createPartyShard();
  const input = { customerId: "cust_unknown", ...REASON };
  assert.equal(shard.outcome(customerSuspend, input), "customer_not_found");
});

test("customer.suspend: pending -> customer_status_forbidden", () => {
  const shard = createPartyShard("live");
  const { customerId } = createCustomer(shard);
  const { code, details } = shard.refusal(customerSuspend, { customerId, ...REASON });
  assert.equal(code, "customer_status_forbidden");
  assert.deepEqual(details, { customerId, status: "pending", allowed: ["active"] });
});

for (const made of ["suspended", "closed"] as const) {
  test(`customer.suspend: ${made} -> customer_status_forbidden`, () => {
    const shard = createPartyShard();
    const { customerId } = createCustomer(shard);
    if (made === "closed") shard.run(customerClose, { customerId });
    else shard.run(customerSuspend, { customerId, ...REASON });
    const outcome = shard.outcome(customerSuspend, { customerId, ...REASON });
    assert.equal(outcome, "customer_status_forbidden");
  });
}

test("customer.suspend: active -> suspended with its reason, as GET shows it", () => {
  const shard = createPartyShard();
  const { customerId } = createCustomer(shard);
  const after = shard.run(customerSuspend, { customerId, ...REASON });
  assert.equal(after.status, "suspended");
  assert.equal(after.suspensionReason, REASON.reason);
  assert.equal(after.statusTransitions.suspendedAt, after.updatedAt);
  assert.equal(JSON.stringify(shard.read(customerRetrieve, { customerId })), JSON.stringify(after));
});

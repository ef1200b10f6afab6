/** Decision table of customer.reactivate. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCustomer, createPartyShard } from "../testing_parties.ts";
import { customerClose } from "./customer.close.ts";
import { customerReactivate } from "./customer.reactivate.ts";
import { customerRetrieve } from "./customer.retrieve.ts";
import { customerSuspend } from "./customer.suspend.ts";

test("customer.reactivate: unknown customer -> customer_not_found", () => {
  const shard = createPartyShard();
  const outcome = shard.outcome(customerReactivate, { customerId: "cust_unknown" });
  assert.equal(outcome, "customer_not_found");
});

for (const status of ["pending", "active", "closed"] as const) {
  test(`customer.reactivate: ${status} -> customer_status_forbidden`, () => {
    const shard = createPartyShard(status === "pending" ? "live" : "sandbox");
    const { customerId } = createCustomer(shard);
    if (status === "closed") shard.run(customerClose, { customerId });
    const outcome = shard.outcome(customerReactivate, { customerId });
    assert.equal(outcome, "customer_status_forbidden");
  });
}

test("customer.reactivate: suspended -> active again without a reason, as GET shows it", () => {
  const shard = createPartyShard();
  const { customerId, createdAt } = createCustomer(shard);
  shard.run(customerSuspend, { customerId, reason: "review" });
  const after = shard.run(customerReactivate, { customerId });
  assert.equal(after.status, "active");
  assert.equal(after.suspensionReason, undefined);
  assert.equal(after.statusTransitions.activeAt, after.updatedAt);
  assert.notEqual(after.statusTransitions.activeAt, createdAt);
  assert.equal(after.revision, 3);
  assert.equal(JSON.stringify(shard.read(customerRetrieve, { customerId })), JSON.stringify(after));
});

/** customer.retrieve: who can be read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount, createCustomer, createPartyShard } from "../testing_parties.ts";
import { customerRetrieve } from "./customer.retrieve.ts";

test("customer.retrieve: own customer -> every field that the contract names", () => {
  const shard = createPartyShard();
  const customer = createCustomer(shard);
  const { customerId } = customer;
  assert.deepEqual(shard.read(customerRetrieve, { customerId }), {
    customerId,
    productId: shard.principal.productId,
    environment: "sandbox",
    test: true,
    entity: {
      entityId: customer.entity.entityId,
      kind: "person",
      displayName: "Ada Lovelace",
      country: "DE",
    },
    status: "active",
    accessStatus: "active",
    revision: 1,
    createdAt: "2026-01-31T09:30:00.000Z",
    updatedAt: "2026-01-31T09:30:00.000Z",
    metadata: {},
    actor: { type: "operator", id: shard.principal.principalId },
    statusTransitions: { activeAt: "2026-01-31T09:30:00.000Z" },
  });
});

test("customer.retrieve: malformed, unknown or another prefix -> customer_not_found", () => {
  const shard = createPartyShard();
  const { accountId } = createAccount(shard);
  const suffix = accountId.slice("acct_".length);
  for (const customerId of ["cust_", "nonsense", accountId, `cust_${suffix}`]) {
    assert.equal(shard.read(customerRetrieve, { customerId }).code, "customer_not_found");
  }
});

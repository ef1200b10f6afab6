/** Decision table of customer.update. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCustomer, createPartyShard } from "../testing_parties.ts";
import { customerClose } from "./customer.close.ts";
import { customerRetrieve } from "./customer.retrieve.ts";
import { customerSuspend } from "./customer.suspend.ts";
import { customerUpdate } from "./customer.update.ts";

type Status = "active" | "suspended" | "closed";

const CASES: {
  name: string;
  status?: Status;
  input: Record<string, unknown>;
  expected: string;
}[] = [
  { name: "active", input: { metadata: { a: "1" } }, expected: "accepted" },
  { name: "suspended", status: "suspended", input: { metadata: {} }, expected: "accepted" },
  {
    name: "unknown customer",
    input: { customerId: "cust_unknown" },
    expected: "customer_not_found",
  },
  {
    name: "closed",
    status: "closed",
    input: { metadata: {} },
    expected: "customer_status_forbidden",
  },
  {
    name: "closed comes before the revision",
    status: "closed",
    input: { expectedRevision: 9 },
    expected: "customer_status_forbidden",
  },
  { name: "expected revision", input: { expectedRevision: 1 }, expected: "accepted" },
  { name: "other revision", input: { expectedRevision: 2 }, expected: "state_conflict" },
  { name: "own external id again", input: { externalId: "own" }, expected: "accepted" },
  { name: "free external id", input: { externalId: "free" }, expected: "accepted" },
  { name: "external id that is taken", input: { externalId: "taken" }, expected: "state_conflict" },
];

for (const { name, status = "active", input, expected } of CASES) {
  test(`customer.update: ${name} -> ${expected}`, () => {
    const shard = createPartyShard();
    createCustomer(shard, { externalId: "taken" });
    const { customerId } = createCustomer(shard, { externalId: "own" });
    if (status === "suspended") shard.run(customerSuspend, { customerId, reason: "review" });
    if (status === "closed") shard.run(customerClose, { customerId });
    assert.equal(shard.outcome(customerUpdate, { customerId, ...input }), expected);
  });
}

test("customer.update: metadata and external id -> replaced, next revision, as GET shows it", () => {
  const shard = createPartyShard();
  const before = createCustomer(shard, { metadata: { a: "1" }, externalId: "one" });
  const { customerId } = before;
  const input = { customerId, metadata: { b: "2" }, externalId: "two" };
  const after = shard.run(customerUpdate, input);
  assert.deepEqual(after.metadata, { b: "2" });
  assert.equal(after.externalId, "two");
  assert.equal(after.revision, 2);
  assert.notEqual(after.updatedAt, before.updatedAt);
  assert.equal(after.createdAt, before.createdAt);
  assert.equal(JSON.stringify(shard.read(customerRetrieve, { customerId })), JSON.stringify(after));
});

test("customer.update: other revision -> details say what is and was expected", () => {
  const shard = createPartyShard();
  const { customerId } = createCustomer(shard);
  const { details } = shard.refusal(customerUpdate, { customerId, expectedRevision: 7 });
  const { expected, actual } = details;
  assert.deepEqual({ expected, actual }, { expected: 7, actual: 1 });
});

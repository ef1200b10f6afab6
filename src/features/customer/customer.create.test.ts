/** Decision table of customer.create. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Environment } from "../../contract/principal.ts";
import { createCustomer, createPartyShard } from "../testing_parties.ts";
import { customerCreate } from "./customer.create.ts";
import { customerRetrieve } from "./customer.retrieve.ts";

const ENTITY = { kind: "person", displayName: "Ada Lovelace", country: "DE" };

const CASES: {
  name: string;
  environment?: Environment;
  input: Record<string, unknown>;
  expected: string;
}[] = [
  { name: "all fields valid", input: { entity: ENTITY }, expected: "accepted" },
  {
    name: "Product of someone else",
    input: { productId: "prod_other", entity: ENTITY },
    expected: "resource_not_found",
  },
  {
    name: "Product of someone else comes before the environment",
    environment: "live",
    input: { productId: "prod_other", test: true, entity: ENTITY },
    expected: "resource_not_found",
  },
  {
    name: "test customer in live",
    environment: "live",
    input: { test: true, entity: ENTITY },
    expected: "operation_environment_invalid",
  },
  {
    name: "test false in live",
    environment: "live",
    input: { test: false, entity: ENTITY },
    expected: "accepted",
  },
  {
    name: "environment comes before the country",
    environment: "live",
    input: { test: true, entity: { ...ENTITY, country: "KP" } },
    expected: "operation_environment_invalid",
  },
  {
    name: "country that is not served",
    input: { entity: { ...ENTITY, country: "KP" } },
    expected: "kyc_country_unsupported",
  },
  {
    name: "country that does not exist",
    input: { entity: { ...ENTITY, country: "XX" } },
    expected: "kyc_country_unsupported",
  },
  {
    name: "external id that is taken",
    input: { entity: ENTITY, externalId: "taken" },
    expected: "state_conflict",
  },
];

for (const { name, environment, input, expected } of CASES) {
  test(`customer.create: ${name} -> ${expected}`, () => {
    const shard = createPartyShard(environment);
    createCustomer(shard, { externalId: "taken" });
    const { productId } = shard.principal;
    assert.equal(shard.outcome(customerCreate, { productId, ...input }), expected);
  });
}

test("customer.create: test customer -> active with active access, as GET shows it", () => {
  const shard = createPartyShard();
  const customer = createCustomer(shard, { metadata: { tier: "gold" }, externalId: "c-1" });
  assert.equal(customer.status, "active");
  assert.equal(customer.test, true);
  assert.equal(customer.accessStatus, "active");
  assert.deepEqual(customer.metadata, { tier: "gold" });
  assert.deepEqual(customer.statusTransitions, { activeAt: customer.createdAt });
  assert.equal(customer.revision, 1);
  const { customerId } = customer;
  assert.equal(
    JSON.stringify(shard.read(customerRetrieve, { customerId })),
    JSON.stringify(customer),
  );
});

test("customer.create: live customer -> pending without access", () => {
  const customer = createCustomer(createPartyShard("live"));
  assert.equal(customer.status, "pending");
  assert.equal(customer.test, false);
  assert.equal(customer.accessStatus, "none");
  assert.deepEqual(customer.statusTransitions, { pendingAt: customer.createdAt });
});

test("customer.create: refused country -> details name the field", () => {
  const shard = createPartyShard();
  const { productId } = shard.principal;
  const input = { productId, entity: { ...ENTITY, country: "KP" } };
  const { country, issues } = shard.refusal(customerCreate, input).details;
  assert.equal(country, "KP");
  assert.match(JSON.stringify(issues), /"path":\["entity","country"\]/);
});

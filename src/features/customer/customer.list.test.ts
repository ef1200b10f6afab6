/** customer.list: filters, order and pages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCustomer, createPartyShard } from "../testing_parties.ts";
import { customerList } from "./customer.list.ts";
import { customerSuspend } from "./customer.suspend.ts";

/** Three customers, a second apart: Ada, Grace (suspended), Ada's firm. */
function createShard() {
  const shard = createPartyShard();
  const person = { kind: "person", country: "DE" };
  const ada = createCustomer(shard, {
    entity: { ...person, displayName: "Ada Lovelace" },
    externalId: "crm-1",
  });
  const grace = createCustomer(shard, { entity: { ...person, displayName: "Grace Hopper" } });
  const firm = createCustomer(shard, {
    entity: { kind: "organization", displayName: "ADA Engines Ltd", country: "GB" },
  });
  shard.run(customerSuspend, { customerId: grace.customerId, reason: "review" });
  return { shard, ada, grace, firm };
}

const { shard, ada, grace, firm } = createShard();
const { productId } = shard.principal;

const CASES: {
  name: string;
  query: Record<string, string>;
  expected: readonly { customerId: string }[];
}[] = [
  { name: "no filter", query: {}, expected: [firm, grace, ada] },
  { name: "status", query: { status: "suspended" }, expected: [grace] },
  { name: "part of a name in any case", query: { search: "ada" }, expected: [firm, ada] },
  { name: "part of an external id", query: { search: "CRM" }, expected: [ada] },
  { name: "customer id", query: { search: grace.customerId }, expected: [grace] },
  { name: "entity id", query: { search: ada.entity.entityId }, expected: [ada] },
  { name: "part of an id", query: { search: "cust_" }, expected: [] },
  { name: "from, inclusive", query: { createdFrom: grace.createdAt }, expected: [firm, grace] },
  { name: "to, exclusive", query: { createdTo: grace.createdAt }, expected: [ada] },
  {
    name: "to with an offset",
    query: { createdTo: "2026-01-31T10:30:01+01:00" },
    expected: [ada],
  },
  {
    name: "from after to",
    query: { createdFrom: firm.createdAt, createdTo: ada.createdAt },
    expected: [],
  },
  {
    name: "to in the far future",
    query: { createdTo: "9999-12-31T00:00:00Z" },
    expected: [firm, grace, ada],
  },
];

for (const { name, query, expected } of CASES) {
  test(`customer.list: ${name} -> ${expected.length} customers, newest first`, () => {
    const { items } = shard.read(customerList, { productId, ...query });
    assert.deepEqual(
      items.map(({ customerId }: { customerId: string }) => customerId),
      expected.map(({ customerId }) => customerId),
    );
  });
}

test("customer.list: limit 2 -> two pages, the last without a cursor", () => {
  const first = shard.read(customerList, { productId, limit: "2" });
  assert.equal(first.items.length, 2);
  const second = shard.read(customerList, { productId, limit: "2", cursor: first.nextCursor });
  assert.equal(second.items.length, 1);
  assert.equal(second.items[0].customerId, ada.customerId);
  assert.equal(second.nextCursor, undefined);
});

test("customer.list: cursor of other filters -> invalid_request", () => {
  const { nextCursor } = shard.read(customerList, { productId, limit: "1" });
  const answer = shard.read(customerList, { productId, status: "active", cursor: nextCursor });
  assert.equal(answer.code, "invalid_request");
});

test("customer.list: Product of someone else -> resource_not_found", () => {
  const answer = shard.read(customerList, { productId: "prod_other" });
  assert.equal(answer.code, "resource_not_found");
  assert.equal(answer.details.resourceType, "product");
});

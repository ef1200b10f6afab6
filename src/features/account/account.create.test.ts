/** Decision table of account.create. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Environment } from "../../contract/principal.ts";
import { customerClose } from "../customer/customer.close.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import type { CustomerFact } from "../customer/customer_facts.ts";
import {
  createAccount,
  createCustomer,
  createPartyShard,
  createPlatformAccount,
  type PartyShard,
} from "../testing_parties.ts";
import { accountCreate } from "./account.create.ts";
import { accountRetrieve } from "./account.retrieve.ts";

/** `owner.id` "own" stands for the id of the Product. No owner: the customer of the test. */
const CASES: {
  name: string;
  environment?: Environment;
  given?(shard: PartyShard, customerId: string): void;
  productId?: string;
  role?: string;
  owner?: { type: string; id: string };
  externalId?: string;
  expected: string;
}[] = [
  { name: "balance of an active customer", expected: "accepted" },
  {
    name: "operating account of the Product",
    role: "product_operating",
    owner: { type: "product", id: "own" },
    expected: "accepted",
  },
  { name: "Product of someone else", productId: "prod_other", expected: "resource_not_found" },
  {
    name: "Product of someone else comes before the owner's type",
    productId: "prod_other",
    owner: { type: "dog", id: "dog_1" },
    expected: "resource_not_found",
  },
  {
    name: "another Product as owner",
    role: "product_operating",
    owner: { type: "product", id: "prod_other" },
    expected: "resource_not_found",
  },
  {
    name: "unknown owner type",
    owner: { type: "dog", id: "dog_1" },
    expected: "owner_unsupported",
  },
  {
    name: "owner type that only the platform uses",
    role: "suspense",
    owner: { type: "platform", id: "own" },
    expected: "owner_unsupported",
  },
  {
    name: "customer role for the Product",
    owner: { type: "product", id: "own" },
    expected: "account_role_owner_mismatch",
  },
  {
    name: "tenant, which no role has as owner",
    role: "product_operating",
    owner: { type: "tenant", id: "ten_any" },
    expected: "account_role_owner_mismatch",
  },
  {
    name: "role of the platform",
    role: "suspense",
    expected: "account_role_owner_mismatch",
  },
  {
    name: "role comes before the customer",
    role: "noun_own",
    owner: { type: "customer", id: "cust_unknown" },
    expected: "account_role_owner_mismatch",
  },
  {
    name: "unknown customer",
    owner: { type: "customer", id: "cust_unknown" },
    expected: "customer_not_found",
  },
  { name: "pending customer", environment: "live", expected: "customer_status_forbidden" },
  {
    name: "suspended customer",
    given: (shard, customerId) => shard.run(customerSuspend, { customerId, reason: "review" }),
    expected: "customer_status_forbidden",
  },
  {
    name: "closed customer comes before the tier",
    given: (shard, customerId) => shard.run(customerClose, { customerId }),
    role: "customer_credit",
    expected: "customer_status_forbidden",
  },
  { name: "savings at tier 0", role: "customer_savings", expected: "kyc_tier_insufficient" },
  {
    name: "tier comes before the external id",
    role: "customer_credit",
    externalId: "taken",
    expected: "kyc_tier_insufficient",
  },
  { name: "external id that is taken", externalId: "taken", expected: "state_conflict" },
];

for (const row of CASES) {
  const { name, environment, given, expected, role = "customer_balance" } = row;
  test(`account.create: ${name} -> ${expected}`, () => {
    const shard = createPartyShard(environment);
    const own = shard.principal.productId;
    createAccount(shard, {
      role: "product_operating",
      owner: { type: "product", id: own },
      externalId: "taken",
    });
    const { customerId } = createCustomer(shard);
    given?.(shard, customerId);
    const owner = row.owner ?? { type: "customer", id: customerId };
    const input = {
      productId: row.productId ?? own,
      role,
      currency: "EUR",
      owner: { ...owner, id: owner.id === "own" ? own : owner.id },
      ...(row.externalId !== undefined && { externalId: row.externalId }),
    };
    assert.equal(shard.outcome(accountCreate, input), expected);
  });
}

test("account.create: all fields -> open at revision 1, as GET shows it", () => {
  const shard = createPartyShard();
  const extras = { name: "Main", metadata: { a: "1" }, externalId: "acc-1" };
  const account = createAccount(shard, extras);
  const { accountId } = account;
  assert.deepEqual(account, {
    accountId,
    productId: shard.principal.productId,
    environment: "sandbox",
    role: "customer_balance",
    currency: "EUR",
    owner: account.owner,
    name: "Main",
    status: "open",
    freezes: [],
    ledger: { provisioned: true },
    revision: 1,
    createdAt: account.createdAt,
    updatedAt: account.createdAt,
    metadata: { a: "1" },
    externalId: "acc-1",
    actor: { type: "operator", id: shard.principal.principalId },
    statusTransitions: { openAt: account.createdAt },
  });
  const read = shard.read(accountRetrieve, { accountId });
  assert.equal(JSON.stringify(read), JSON.stringify(account));
});

test("account.create: tier too low -> details name both tiers and the entity", () => {
  const shard = createPartyShard();
  const { customerId, entity } = createCustomer(shard);
  const { details } = shard.refusal(accountCreate, {
    productId: shard.principal.productId,
    role: "customer_credit",
    currency: "EUR",
    owner: { type: "customer", id: customerId },
  });
  const { entityId } = entity;
  assert.deepEqual(details, { requiredTier: "tier_2", attainedTier: "tier_0", entityId });
});

test("account.create: live balance at tier 0 -> kyc_tier_insufficient", () => {
  const shard = createPartyShard("live");
  const customer = createCustomer(shard);
  const key = customer.customerId.slice("cust_".length);
  const stored = shard.shard.state.customers.get(1, key);
  assert.ok(stored !== undefined);
  const activated: CustomerFact = {
    kind: "customer.updated.1",
    customer: { ...stored, status: "active" },
  };
  shard.shard.apply([activated]);
  const input = {
    productId: shard.principal.productId,
    role: "customer_balance",
    currency: "EUR",
    owner: { type: "customer", id: customer.customerId },
  };
  assert.equal(shard.outcome(accountCreate, input), "kyc_tier_insufficient");
});

test("account.created.1: account of the platform -> the platform is the actor", () => {
  const shard = createPartyShard();
  const account = shard.read(accountRetrieve, { accountId: createPlatformAccount(shard) });
  assert.deepEqual(account.actor, { type: "platform", id: "platform" });
  assert.deepEqual(account.owner, { type: "platform", id: shard.principal.productId });
});

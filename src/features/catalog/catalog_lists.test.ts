/** Every list of the catalog: complete, ascending, page by page, and what it says is so. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { COUNTRIES } from "../../contract/countries.ts";
import { CURRENCIES } from "../../contract/currencies.ts";
import type { Operation, ReadOperation } from "../../contract/operation.ts";
import { ACCOUNT_ROLES, KYC_TIERS } from "../ledger/roles.ts";
import { CAPABILITIES } from "../product/capabilities.ts";
import { operations } from "../registry.ts";
import { createTestShard, PRINCIPAL } from "../testing.ts";
import { catalogAccountRoleList } from "./catalog.account_role.list.ts";
import { catalogCapabilityList } from "./catalog.capability.list.ts";
import { catalogCountryList } from "./catalog.country.list.ts";
import { catalogCurrencyList } from "./catalog.currency.list.ts";
import { catalogEventTypeList } from "./catalog.event_type.list.ts";
import { catalogKycTierList } from "./catalog.kyc_tier.list.ts";
import { catalogOperationList } from "./catalog.operation.list.ts";
import { catalogPricingRetrieve } from "./catalog.pricing.retrieve.ts";
import { catalogProviderList } from "./catalog.provider.list.ts";
import { catalogScopeList } from "./catalog.scope.list.ts";

// biome-ignore lint/suspicious/noExplicitAny: walks lists of every input type
type AnyRead = ReadOperation<any, any, any>;
type Row = Readonly<Record<string, unknown>>;

const shard = createTestShard([]);
const published: readonly Operation<never>[] = operations.filter(
  ({ inContract }) => inContract !== false,
);
const scopesOf = (all: readonly Operation<never>[]) => [
  ...new Set(all.flatMap(({ scope }) => scope ?? [])),
];
const eventsOf = (all: readonly Operation<never>[]) => [
  ...new Set(all.flatMap((one) => (one.type === "write" ? one.events : []))),
];

function walk(operation: AnyRead, limit: number): Row[] {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: String(limit), ...(cursor && { cursor }) };
    const { reply } = shard.read(operation, query);
    assert.deepEqual([...Value.Errors(operation.output, reply)], []);
    const page = reply as { items: Row[]; nextCursor?: string };
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return rows;
}

const LISTS: [AnyRead, key: string, expected: readonly string[]][] = [
  [catalogAccountRoleList, "role", ACCOUNT_ROLES.map(({ role }) => role)],
  [catalogCapabilityList, "capability", CAPABILITIES.map(({ capability }) => capability)],
  [catalogCountryList, "country", COUNTRIES.map(({ country }) => country)],
  [catalogCurrencyList, "currency", CURRENCIES.map(({ code }) => code)],
  [catalogEventTypeList, "type", eventsOf(operations)],
  [catalogKycTierList, "tier", KYC_TIERS.map(({ tier }) => tier)],
  [catalogOperationList, "operation", published.map(({ id }) => id)],
  [catalogProviderList, "provider", []],
  [catalogScopeList, "scope", scopesOf(operations)],
];

for (const [operation, key, expected] of LISTS) {
  test(`${operation.id}: by pages of 3 and of 100 -> every row once, ascending`, () => {
    for (const limit of [3, 100]) {
      const keys = walk(operation, limit).map((row) => row[key]);
      assert.deepEqual(keys, [...expected].sort());
    }
  });
}

test("catalog.account_role.list: customer_balance in sandbox and in live -> tier_0, tier_1", () => {
  for (const [environment, tier] of [
    ["sandbox", "tier_0"],
    ["live", "tier_1"],
  ] as const) {
    const principal = { ...PRINCIPAL, environment };
    const { items } = shard.read(catalogAccountRoleList, {}, { principal }).reply as {
      items: Row[];
    };
    assert.equal(items.find(({ role }) => role === "customer_balance")?.["kycTier"], tier);
  }
});

test("catalog.capability.list: its scopes -> each one that some operation asks for", () => {
  const known = new Set(scopesOf(operations));
  for (const { scopes } of CAPABILITIES) for (const scope of scopes) assert.ok(known.has(scope));
});

test("catalog.event_type.list: emitted by -> operations that declare the event", () => {
  const posted = walk(catalogEventTypeList, 100).find(({ type }) => type === "transfer.posted");
  const emitters = operations.filter(
    (one) => one.type === "write" && one.events.includes("transfer.posted"),
  );
  assert.deepEqual(posted?.["emittedBy"], emitters.map(({ id }) => id).sort());
});

test("catalog.pricing.retrieve: nobody in particular -> the list, and no place in the contract", () => {
  const answer = catalogPricingRetrieve.read(undefined as never, {}, undefined as never);
  const reply = answer.refused ? undefined : JSON.parse(answer.json);
  assert.deepEqual([...Value.Errors(catalogPricingRetrieve.output, reply)], []);
  assert.equal(catalogPricingRetrieve.inContract, false);
});

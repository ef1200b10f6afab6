/** What one piece of text finds, and what it must not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { keyCaller } from "../testing.ts";
import {
  createAccount,
  createCustomer,
  createPartyShard,
  createPlatformAccount,
  moveMoney,
} from "../testing_parties.ts";
import { searchRetrieve } from "./search.retrieve.ts";
import { SEARCH_TYPES } from "./search_schema.ts";

const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

function createShard() {
  const party = createPartyShard();
  const ada = createCustomer(party, { externalId: "crm-1" });
  const grace = createCustomer(party, {
    entity: { kind: "person", displayName: "Grace Hopper", country: "DE" },
  });
  const owner = { type: "customer", id: ada.customerId };
  const wallet = createAccount(party, { owner, name: "Ada's Wallet", externalId: "acc-1" });
  return { party, ada, grace, wallet };
}

const { party, ada, grace, wallet } = createShard();
const ALL = Object.values(SEARCH_TYPES) as string[];

function search(query: object, scopes: readonly string[] = ALL, located = 0) {
  const caller = keyCaller({ scopes });
  const { reply } = party.shard.read(searchRetrieve, query as never, { caller, located });
  assert.deepEqual([...Value.Errors(searchRetrieve.output, reply)], []);
  return reply as { items: { type: string; id: string; title: string }[]; complete: boolean };
}
const idsOf = (query: object, scopes = ALL) => search(query, scopes).items.map(({ id }) => id);

const CASES: { name: string; query: object; expected: string[] }[] = [
  { name: "a customer's id", query: { q: ada.customerId }, expected: [ada.customerId] },
  { name: "an account's id", query: { q: wallet.accountId }, expected: [wallet.accountId] },
  { name: "an external id", query: { q: "crm-1" }, expected: [ada.customerId] },
  { name: "an external id in another case", query: { q: "CRM-1" }, expected: [] },
  { name: "part of names", query: { q: "ADA" }, expected: [ada.customerId, wallet.accountId] },
  { name: "one type", query: { q: "ada", types: "account" }, expected: [wallet.accountId] },
  { name: "an entity id", query: { q: grace.entity.entityId }, expected: [grace.customerId] },
  { name: "an id of nothing", query: { q: "acct_x" }, expected: [] },
  { name: "a key of nothing", query: { q: KEY }, expected: [] },
];

for (const { name, query, expected } of CASES) {
  test(`search.retrieve: ${name} -> ${expected.length} found`, () => {
    assert.deepEqual(idsOf(query), expected);
    assert.equal(search(query).complete, true);
  });
}

test("search.retrieve: a transfer's id, an operation's, a key's place -> each by its title", () => {
  const other = createPartyShard();
  const account = createAccount(other);
  const transferId = other.shard.nextId("tr").slice(3);
  const caller = keyCaller({ scopes: ALL });
  const read = (q: string, located = 0) =>
    other.shard.read(searchRetrieve, { q }, { caller, located }).reply as ReturnType<typeof search>;
  const place = other.shard.apply([], { idempotencyKey: KEY });
  assert.deepEqual(
    read(KEY.toUpperCase(), place).items.map(({ type, title }) => [type, title]),
    [
      ["operation", "test"],
      ["receipt", "test"],
    ],
  );
  assert.deepEqual(read(`op_${transferId}`).items, [
    { type: "operation", id: `op_${transferId}`, title: "test" },
  ]);
  const platform = createPlatformAccount(other);
  const moved = other.shard.nextId("tr");
  moveMoney(other, { from: platform, to: account.accountId, amountMinor: 5n });
  assert.deepEqual(read(moved).items, [{ type: "transfer", id: moved, title: "5 EUR" }]);
  const foreign = other.shard.read(searchRetrieve, { q: account.accountId }, { caller, scope: 2 });
  assert.deepEqual((foreign.reply as ReturnType<typeof search>).items, []);
});

test("search.retrieve: a key without the scope of a type -> that type is left out", () => {
  assert.deepEqual(idsOf({ q: "ada" }, ["customers:read"]), [ada.customerId]);
  assert.deepEqual(idsOf({ q: wallet.accountId }, ["search:read"]), []);
});

test("search.retrieve: more than limit -> that many, not complete", () => {
  const found = search({ q: "ada", limit: "1" });
  assert.deepEqual([found.items.length, found.complete], [1, false]);
});

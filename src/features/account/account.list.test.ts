/** account.list: filters, order and pages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount, createPartyShard, createPlatformAccount } from "../testing_parties.ts";
import { accountFreeze } from "./account.freeze.ts";
import { accountList } from "./account.list.ts";

/** Three accounts, newest last: a balance in EUR, one in USD (frozen), the Product's. */
function createParties() {
  const parties = createPartyShard();
  const euros = createAccount(parties, { name: "Holiday fund", externalId: "acc-1" });
  const dollars = createAccount(parties, { currency: "USD" });
  const owner = { type: "product", id: parties.principal.productId };
  const operating = createAccount(parties, { role: "product_operating", owner });
  const platform = createPlatformAccount(parties);
  const frozen = { accountId: dollars.accountId, mode: "all", reason: "review" };
  parties.run(accountFreeze, frozen);
  return { parties, euros, dollars, operating, platform: { accountId: platform } };
}

const { parties, euros, dollars, operating, platform } = createParties();
const { productId } = parties.principal;

const CASES: {
  name: string;
  query: Record<string, string>;
  expected: readonly { accountId: string }[];
}[] = [
  { name: "no filter", query: {}, expected: [operating, dollars, euros] },
  { name: "status", query: { status: "frozen" }, expected: [dollars] },
  { name: "currency", query: { currency: "USD" }, expected: [dollars] },
  { name: "role", query: { role: "customer_balance" }, expected: [dollars, euros] },
  { name: "role of the platform", query: { role: "suspense" }, expected: [platform] },
  { name: "owner", query: { ownerId: euros.owner.id }, expected: [euros] },
  { name: "part of a name in any case", query: { search: "HOLIDAY" }, expected: [euros] },
  { name: "part of an external id", query: { search: "acc-" }, expected: [euros] },
  { name: "account id", query: { search: dollars.accountId }, expected: [dollars] },
  { name: "part of an id", query: { search: "acct_" }, expected: [] },
  {
    name: "from, inclusive",
    query: { createdFrom: dollars.createdAt },
    expected: [operating, dollars],
  },
  { name: "to, exclusive", query: { createdTo: dollars.createdAt }, expected: [euros] },
];

for (const { name, query, expected } of CASES) {
  test(`account.list: ${name} -> ${expected.length} accounts, newest first`, () => {
    const { items } = parties.read(accountList, { productId, ...query });
    assert.deepEqual(
      items.map(({ accountId }: { accountId: string }) => accountId),
      expected.map(({ accountId }) => accountId),
    );
  });
}

test("account.list: limit 1 -> every account once, the last page without a cursor", () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { productId, limit: "1", ...(cursor !== undefined && { cursor }) };
    const page = parties.read(accountList, query);
    seen.push(...page.items.map(({ accountId }: { accountId: string }) => accountId));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.deepEqual(
    seen,
    [operating, dollars, euros].map(({ accountId }) => accountId),
  );
});

test("account.list: cursor of other filters -> invalid_request", () => {
  const { nextCursor } = parties.read(accountList, { productId, limit: "1" });
  const answer = parties.read(accountList, { productId, currency: "EUR", cursor: nextCursor });
  assert.equal(answer.code, "invalid_request");
});

test("account.list: Product of someone else -> resource_not_found", () => {
  const answer = parties.read(accountList, { productId: "prod_other" });
  assert.equal(answer.code, "resource_not_found");
});

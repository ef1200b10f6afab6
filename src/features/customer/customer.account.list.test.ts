/** The accounts of one customer, and the index behind them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accountClose } from "../account/account.close.ts";
import { createAccount, createCustomer, createPartyShard } from "../testing_parties.ts";
import { customerAccountList } from "./customer.account.list.ts";

type Item = { accountId: string };

function createShard() {
  const shard = createPartyShard();
  const { customerId } = createCustomer(shard);
  const owner = { type: "customer", id: customerId };
  const euro = createAccount(shard, { owner });
  createAccount(shard);
  const yen = createAccount(shard, { owner, currency: "JPY" });
  const closed = createAccount(shard, { owner });
  shard.run(accountClose, { accountId: closed.accountId });
  return { shard, customerId, euro, yen, closed };
}

const { shard, customerId, euro, yen, closed } = createShard();
const CASES: { name: string; query: Record<string, string>; expected: Item[] }[] = [
  { name: "no filter", query: {}, expected: [closed, yen, euro] },
  { name: "status", query: { status: "closed" }, expected: [closed] },
  { name: "currency", query: { currency: "JPY" }, expected: [yen] },
  { name: "from, inclusive", query: { createdFrom: yen.createdAt }, expected: [closed, yen] },
  { name: "to, exclusive", query: { createdTo: yen.createdAt }, expected: [euro] },
];

for (const { name, query, expected } of CASES) {
  test(`customer.account.list: ${name} -> ${expected.length} of its own, newest first`, () => {
    const items: Item[] = [];
    let cursor: string | undefined;
    do {
      const page = shard.read(customerAccountList, {
        customerId,
        limit: "1",
        ...query,
        ...(cursor && { cursor }),
      });
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(
      items.map(({ accountId }) => accountId),
      expected.map(({ accountId }) => accountId),
    );
  });
}

test("customer.account.list: unknown, malformed ids -> customer_not_found", () => {
  for (const unknown of ["cust_x", customerId.replace("cust_", "acct_"), `${customerId}0`]) {
    assert.equal(
      shard.read(customerAccountList, { customerId: unknown }).code,
      "customer_not_found",
    );
  }
});

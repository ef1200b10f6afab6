/** Lists of transfers: order, filters, dates, pages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accountTransferList } from "../account/account.transfer.list.ts";
import { PRODUCT_ID } from "../testing.ts";
import { at, createListedShard, KEY, listAll, type Page } from "./testing_lists.ts";
import { transferList } from "./transfer.list.ts";
import type { Transfer } from "./transfer_schema.ts";

type Given = ReturnType<typeof createListedShard>;
type Row = {
  name: string;
  input(world: Given): Record<string, unknown>;
  amounts: string[];
};

const LISTS: Row[] = [
  {
    name: "no filter",
    input: () => ({}),
    amounts: ["1", "1000", "6", "5", "4", "3", "2", "1", "100"],
  },
  { name: "one account", input: ({ other }) => ({ accountId: other }), amounts: ["1"] },
  { name: "an unknown account", input: () => ({ accountId: "acct_x" }), amounts: [] },
  { name: "a status", input: () => ({ status: "failed" }), amounts: ["1000"] },
  { name: "an external id", input: () => ({ externalId: "order-3" }), amounts: ["3"] },
  { name: "an external id that failed", input: () => ({ externalId: "order-7" }), amounts: [] },
  { name: "an idempotency key", input: () => ({ idempotencyKey: KEY }), amounts: ["6"] },
  { name: "text of a description", input: () => ({ search: "rent of may" }), amounts: ["2"] },
  { name: "text of external ids", input: () => ({ search: "order" }), amounts: ["1000", "3"] },
  {
    name: "an exact id",
    input: ({ shard, destination }) => {
      const query = { accountId: destination };
      const [newest] = listAll<Transfer>(shard, accountTransferList, query);
      return { search: newest?.transferId };
    },
    amounts: ["1000"],
  },
  {
    name: "an exact id and an account that has no part in it",
    input: ({ shard, destination, other }) => {
      const [newest] = listAll<Transfer>(shard, accountTransferList, { accountId: destination });
      return { search: newest?.transferId, accountId: other };
    },
    amounts: [],
  },
  {
    name: "from one second to before another",
    input: () => ({ createdFrom: at(2), createdTo: at(5) }),
    amounts: ["5", "4", "3", "2"],
  },
  {
    name: "an account and from one second to before another",
    input: ({ source }) => ({ accountId: source, createdFrom: at(3), createdTo: at(6) }),
    amounts: ["6", "5", "4", "3"],
  },
  { name: "from after to", input: () => ({ createdFrom: at(5), createdTo: at(2) }), amounts: [] },
  {
    name: "an external id outside of the dates",
    input: () => ({ externalId: "order-3", createdFrom: at(4) }),
    amounts: [],
  },
];

for (const { name, input, amounts } of LISTS) {
  for (const limit of [1, 2, 100]) {
    test(`transfer.list: ${name}, pages of ${limit} -> ${amounts.join(" ") || "nothing"}`, () => {
      const world = createListedShard();
      const query = { productId: PRODUCT_ID, ...input(world) };
      const found = listAll<Transfer>(world.shard, transferList, query, limit);
      assert.deepEqual(
        found.map(({ amount }) => amount),
        amounts,
      );
    });
  }
}

test("transfer.list: another Product -> resource_not_found", () => {
  const { shard } = createListedShard();
  assert.equal(shard.read(transferList, { productId: "prod_x" }).code, "resource_not_found");
});

test("transfer.list: a shard without the scope -> nothing", () => {
  const { shard } = createListedShard();
  const context = { scope: undefined } as unknown as { scope: number };
  const { reply } = shard.read(transferList, { productId: PRODUCT_ID }, context);
  assert.deepEqual(reply, { items: [] });
});

test("transfer.list: a cursor of other filters -> invalid_request", () => {
  const { shard } = createListedShard();
  const page = shard.read(transferList, { productId: PRODUCT_ID, limit: "1" }).reply as Page<never>;
  const query = { productId: PRODUCT_ID, status: "posted", cursor: page.nextCursor };
  assert.equal(shard.read(transferList, query).code, "invalid_request");
});

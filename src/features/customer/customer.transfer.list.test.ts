/** The transfers of one customer: merging, resuming, equal results of both ways to find them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import {
  createAccount,
  createCustomer,
  fund,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, UNKNOWN_CUSTOMERS } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { ENTRY_INDEX_EVERY } from "../ledger/ledger.ts";
import { MERGED_ACCOUNTS_MAX } from "../ledger/merged_rows.ts";
import type { Transfer } from "../transfer/transfer_schema.ts";
import { customerTransferList } from "./customer.transfer.list.ts";

/** A customer with three accounts, one of them with 10,000; and somebody else's account. */
function given(world: World) {
  const { customerId } = createCustomer(world);
  const owner = { type: "customer", id: customerId };
  const [a, b, c] = [0, 1, 2].map(() => createAccount(world, { owner }).accountId) as [
    string,
    string,
    string,
  ];
  fund(world, a, 10_000n);
  return { customerId, owner, a, b, c, other: openAccount(world) };
}

async function amountsOf(world: World, customerId: string, limit: number): Promise<string[]> {
  const items = await listAll<Transfer>(world, customerTransferList, { customerId }, limit);
  return items.map(({ amount }) => amount);
}

decisionTable(customerTransferList, {
  given,
  input: ({ customerId }) => ({ customerId }),
  stepMs: 1_000,
  rows: [
    {
      title: "three accounts, between them and out",
      given({ world, a, b, c, other }) {
        transfer(world, a, b, "1000");
        transfer(world, b, c, "20");
        transfer(world, a, other, "30");
        fund(world, other, 999n);
        transfer(world, c, a, "4");
      },
      outcome: "each once, newest first, by any pages",
      async check(_came, { world, customerId }) {
        for (const limit of [1, 2, 3, 100]) {
          const amounts = await amountsOf(world, customerId, limit);
          assert.deepEqual(amounts, ["4", "30", "20", "1000", "10000"], `pages of ${limit}`);
        }
      },
    },
    { title: "a status that none has", input: { status: "failed" }, outcome: "nothing" },
    ...UNKNOWN_CUSTOMERS,
    {
      ...cursorOfOtherFilters(customerTransferList, { status: "posted" }),
      given: ({ world, a, b }) => transfer(world, a, b, "1"),
    },
  ],
});

test("customer.transfer.list: rows arrive between pages -> those that were there, each once", async () => {
  const world = await openWorld({ stepMs: 1_000 });
  const { customerId, a, b, c } = given(world);
  transfer(world, a, b, "5000");
  // More rows than the sparse index skips, on accounts that move at different times.
  for (let at = 1; at <= ENTRY_INDEX_EVERY + 50; at++) transfer(world, at % 3 ? a : b, c, "1");
  const before = await amountsOf(world, customerId, 100);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { customerId, limit: "20", ...(cursor && { cursor }) };
    const page = await world.found(customerTransferList, query);
    seen.push(...page.items.map(({ amount }: Transfer) => amount));
    cursor = page.nextCursor;
    for (let more = 0; more < 40; more++) transfer(world, more % 2 ? a : b, c, "2");
  } while (cursor !== undefined);
  assert.deepEqual(seen, before);
});

test("customer.transfer.list: one account more than a merge takes -> the same transfers", async () => {
  const world = await openWorld({ stepMs: 1_000 });
  const { customerId, owner, a, b, other } = given(world);
  transfer(world, a, b, "1");
  fund(world, other, 999n);
  transfer(world, b, other, "1");
  const query = { customerId, limit: "1" };
  const first = await world.found(customerTransferList, query);
  for (let at = 3; at < MERGED_ACCOUNTS_MAX; at++) createAccount(world, { owner });
  const merged = await amountsOf(world, customerId, 2);
  createAccount(world, { owner });
  assert.deepEqual(await amountsOf(world, customerId, 2), merged);
  assert.deepEqual(merged, ["1", "1", "10000"]);
  const next = await world.found(customerTransferList, { ...query, cursor: first.nextCursor });
  assert.equal(next.items[0].destinationAccountId, b);
});

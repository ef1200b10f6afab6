/** The timeline of one customer. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import {
  close,
  createAccount,
  createCustomer,
  freeze,
  fund,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, UNKNOWN_CUSTOMERS } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { accountUnfreeze } from "../account/account.unfreeze.ts";
import type { CustomerActivity } from "../activity/activity_schema.ts";
import { customerActivityList } from "./customer.activity.list.ts";
import { customerReactivate } from "./customer.reactivate.ts";
import { customerSuspend } from "./customer.suspend.ts";

/** A world with one of everything that a timeline shows, one second apart. */
function given(world: World) {
  const { customerId } = createCustomer(world, { test: true });
  const owner = { type: "customer", id: customerId };
  const wallet = createAccount(world, { owner }).accountId;
  const spare = createAccount(world, { owner }).accountId;
  const other = openAccount(world);
  fund(world, wallet, 100n);
  transfer(world, wallet, spare, "1");
  transfer(world, spare, other, "1");
  freeze(world, spare, "all");
  world.made(accountUnfreeze, { accountId: spare });
  world.made(customerSuspend, { customerId, reason: "review" });
  world.made(customerReactivate, { customerId });
  close(world, spare);
  return { customerId, wallet, spare, other };
}

const TYPES = [
  "account.closed",
  "customer.reactivated",
  "customer.suspended",
  "account.unfrozen",
  "account.frozen",
  "transfer.posted",
  "transfer.posted",
  "transfer.posted",
  "account.created",
  "account.created",
  "customer.created",
];

decisionTable(customerActivityList, {
  given,
  input: ({ customerId }) => ({ customerId }),
  stepMs: 1_000,
  rows: [
    {
      title: "a life with money",
      outcome: "all of it, newest first, by any pages",
      async check({ reply }, { world, customerId, wallet, spare }) {
        const whole = reply.items as CustomerActivity[];
        assert.deepEqual(
          whole.map(({ type }) => type),
          TYPES,
        );
        const times = whole.map(({ at }) => Date.parse(at));
        assert.deepEqual(
          times,
          [...times].sort((a, b) => b - a),
        );
        for (const limit of [1, 2, 3]) {
          const walked = await listAll(world, customerActivityList, { customerId }, limit);
          assert.deepEqual(walked, whole, `pages of ${limit}`);
        }
        const moved = whole[6];
        assert.deepEqual(
          [moved?.sourceAccountId, moved?.destinationAccountId, moved?.amount],
          [wallet, spare, "1"],
        );
        const between = { customerId, createdFrom: whole[4]?.at, createdTo: whole[2]?.at };
        const some = await listAll(world, customerActivityList, between);
        assert.deepEqual(some, whole.slice(3, 5));
      },
    },
    {
      title: "a type",
      input: { type: "account.frozen" },
      outcome: "what is of it",
      check: ({ reply }) =>
        assert.deepEqual(
          reply.items.map(({ type }: CustomerActivity) => type),
          ["account.frozen"],
        ),
    },
    {
      title: "things happen between pages",
      outcome: "those that had, each once",
      async check({ reply }, { world, customerId, wallet, other }) {
        const seen: CustomerActivity[] = [];
        let cursor: string | undefined;
        do {
          const query = { customerId, limit: "2", ...(cursor && { cursor }) };
          const page = await world.found(customerActivityList, query);
          seen.push(...page.items);
          cursor = page.nextCursor;
          fund(world, wallet, 1n);
          transfer(world, wallet, other, "1");
        } while (cursor !== undefined);
        assert.deepEqual(seen, reply.items);
      },
    },
    ...UNKNOWN_CUSTOMERS,
    cursorOfOtherFilters(customerActivityList, { type: "account.frozen" }),
  ],
});

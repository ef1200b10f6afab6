/** The balances of a customer, by currency. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  at,
  createAccount,
  createCustomer,
  fund,
  hold,
  openAccount,
} from "../../../test/world/parties.ts";
import { UNKNOWN_CUSTOMERS } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { customerBalanceList } from "./customer.balance.list.ts";

const EURO = { currency: "EUR", posted: "100", held: "20", available: "80", accountCount: 2 };
const YEN = { currency: "JPY", posted: "0", held: "0", available: "0", accountCount: 1 };

/** Two accounts in EUR and one in JPY of one customer; money of another customer. */
function open(world: World, customerId: string): void {
  const owner = { type: "customer", id: customerId };
  const first = createAccount(world, { owner }).accountId;
  const second = createAccount(world, { owner }).accountId;
  createAccount(world, { owner, currency: "JPY" });
  const foreign = openAccount(world, { fundedMinor: 5n });
  fund(world, first, 70n);
  fund(world, second, 30n);
  hold(world, first, foreign, "20");
}

decisionTable(customerBalanceList, {
  given: (world) => ({ customerId: createCustomer(world).customerId }),
  input: ({ customerId }) => ({ customerId }),
  rows: [
    {
      title: "two accounts of one currency, a hold, another currency",
      given: ({ world, customerId }) => open(world, customerId),
      outcome: "a sum of each, by any pages",
      async check({ reply }, { world, customerId }) {
        const row = (sum: object) => ({ customerId, asOf: at(0), ...sum });
        assert.deepEqual(reply, { items: [row(EURO), row(YEN)] });
        const query = { customerId, limit: "1" };
        const page = await world.found(customerBalanceList, query);
        assert.deepEqual(page.items, [row(EURO)]);
        const next = { ...query, cursor: page.nextCursor };
        assert.deepEqual(await world.found(customerBalanceList, next), { items: [row(YEN)] });
      },
    },
    {
      title: "one currency",
      given: ({ world, customerId }) => open(world, customerId),
      input: { currency: "JPY" },
      outcome: "its sum",
      check: ({ reply: { items } }, { customerId }) =>
        assert.deepEqual(items, [{ customerId, asOf: at(0), ...YEN }]),
    },
    { title: "no accounts", outcome: "no rows", reply: { items: [] } },
    ...UNKNOWN_CUSTOMERS,
  ],
});

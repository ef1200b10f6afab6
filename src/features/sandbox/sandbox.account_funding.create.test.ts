/** Decision table of sandbox.account_funding.create. */
import assert from "node:assert/strict";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  balanceOf,
  freeze,
  fund,
  LARGEST,
  openAccount,
  platformAccount,
} from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { EXTERNAL_ROLE, roleOf } from "../ledger/roles.ts";
import { TRANSFER_ROW } from "../ledger/transfer_row.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { sandboxAccountFundingCreate } from "./sandbox.account_funding.create.ts";

const ALLOWED_ROLES = [
  "customer_balance",
  "customer_savings",
  "product_operating",
  "product_reserve",
];

/** 250 on the account, with an external id. */
function order(world: World, destinationAccountId: string): void {
  const draft = { destinationAccountId, amount: "250", currency: "EUR", externalId: "order-1" };
  world.made(sandboxAccountFundingCreate, draft);
}

decisionTable(sandboxAccountFundingCreate, {
  given: (world) => ({
    accountId: openAccount(world),
    dollars: openAccount(world, { currency: "USD" }),
  }),
  input: ({ accountId }) => ({ destinationAccountId: accountId, amount: "250", currency: "EUR" }),
  rows: [
    {
      title: "first money of a currency",
      input: ({ dollars }) => ({
        destinationAccountId: dollars,
        currency: "USD",
        description: "seed",
        metadata: { run: "1" },
        externalId: "order-1",
      }),
      outcome: "the platform's account, too; the reply, as GET shows it",
      reply: {
        amount: "250",
        currency: "USD",
        status: "posted",
        kind: "funding",
        description: "seed",
        metadata: { run: "1" },
      },
      async check({ reply, facts }, { world, dollars }) {
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["account.created.1", TRANSFER_ROW],
        );
        const external = platformAccount(world, "USD");
        const { accounts } = world.state;
        const roleCode = accounts.roleCode(accounts.ordinalOf(1, external));
        assert.equal(roleOf(roleCode).role, EXTERNAL_ROLE);
        assert.deepEqual([reply.sourceAccountId, reply.destinationAccountId], [external, dollars]);
        assert.equal(balanceOf(world, external).posted, "-250");
        assert.equal(balanceOf(world, dollars).posted, "250");
        const { transferId } = reply;
        await assertShows(world, transferRetrieve, { transferId }, reply);
      },
    },
    {
      title: "more of a currency",
      given: ({ world, accountId }) => fund(world, accountId, 1n),
      outcome: "the same account of the platform",
      check: ({ facts }) =>
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          [TRANSFER_ROW],
        ),
    },
    {
      title: "another Product in the same shard",
      given: ({ world, accountId }) => fund(world, accountId, 1n),
      input: ({ world }) => ({ destinationAccountId: openAccount(world, { caller: STRANGER }) }),
      asking: { caller: STRANGER },
      outcome: "an account of the platform of its own",
      check: ({ facts }) => assert.equal(facts[0]?.kind, "account.created.1"),
    },
    {
      title: "an unknown account",
      input: { destinationAccountId: "acct_unknown", currency: "USD" },
      code: "account_not_found",
    },
    {
      title: "another currency, of an account that cannot be funded",
      input: ({ world }) => ({
        destinationAccountId: openAccount(world, { role: "product_revenue" }),
        currency: "USD",
      }),
      code: "currency_mismatch",
      details: { expected: "EUR", received: "USD" },
    },
    {
      title: "a role that cannot be funded, frozen",
      input({ world }) {
        const destinationAccountId = openAccount(world, { role: "product_revenue" });
        freeze(world, destinationAccountId, "debits");
        return { destinationAccountId };
      },
      code: "funding_destination_role_forbidden",
      details: { role: "product_revenue", allowedRoles: ALLOWED_ROLES },
    },
    {
      title: "the platform's own account",
      input: ({ world }) => ({ destinationAccountId: platformAccount(world) }),
      code: "funding_destination_role_forbidden",
      details: { role: "suspense" },
    },
    {
      title: "a frozen account, and an external id that is taken",
      given({ world, accountId }) {
        order(world, accountId);
        freeze(world, accountId, "debits");
      },
      input: { externalId: "order-1" },
      code: "destination_account_status_forbidden",
      details: { status: "frozen" },
    },
    {
      title: "an external id that is taken",
      given: ({ world, accountId }) => order(world, accountId),
      input: { externalId: "order-1" },
      code: "state_conflict",
      details: { externalId: "order-1" },
    },
    {
      title: "the tenth time the largest amount",
      given({ world, accountId }) {
        for (let funded = 0; funded < 9; funded++) fund(world, accountId, LARGEST);
      },
      input: { amount: String(LARGEST) },
      code: "exposure_cap_exceeded",
      details: { cap: "account_balance" },
    },
  ],
});

/** Decision table of customer.close. */
import assert from "node:assert/strict";
import {
  accessIn,
  createAccess,
  decideAs,
} from "../../../test/support/features/customer_access/accesses.ts";
import { activeAddress } from "../../../test/support/features/financial_address/addresses.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  createAccount,
  createCustomer,
  freeze,
  fund,
  hold,
  openAccount,
} from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { accountRetrieve } from "../account/account_resource.ts";
import { customerAccessRetrieve } from "../customer_access/customer_access_noun.ts";
import { customerClose } from "./customer.close.ts";
import { customerSuspend } from "./customer.suspend.ts";
import { customerRetrieve } from "./customer_noun.ts";

decisionTable(customerClose, {
  /** A customer with an account; in live the customer is pending and has no account. */
  given(world) {
    const { customerId } = createCustomer(world);
    const owner = { type: "customer", id: customerId };
    const isLive = world.principal.environment === "live";
    const accountId = isLive ? "" : createAccount(world, { owner }).accountId;
    return { customerId, owner, accountId, other: openAccount(world) };
  },
  input: ({ customerId }) => ({ customerId }),
  rows: [
    {
      title: "two empty accounts",
      given: ({ world, owner }) => createAccount(world, { owner }),
      outcome: "customer and both accounts closed, access revoked in one record, as GET shows it",
      reply: { status: "closed", accessStatus: "revoked" },
      async check({ reply, facts }, { world, customerId, accountId, other }) {
        assert.equal(reply.statusTransitions.closedAt, reply.updatedAt);
        await assertShows(world, customerRetrieve, { customerId }, reply);
        assert.deepEqual(facts.map(({ kind }) => kind).sort(), [
          "account.closed.1",
          "account.closed.1",
          "customer.closed.1",
          "customer_access.revoked.1",
        ]);
        const customerAccessId = customerId.replace("cust_", "cacc_");
        const access = await world.found(customerAccessRetrieve, { customerAccessId });
        assert.equal(access.status, "revoked");
        assert.equal(access.statusTransitions.revokedAt, reply.updatedAt);
        const account = await world.found(accountRetrieve, { accountId });
        assert.equal(account.status, "closed");
        assert.equal(account.statusTransitions.closedAt, reply.updatedAt);
        const bystander = await world.found(accountRetrieve, { accountId: other });
        assert.equal(bystander.status, "open");
      },
    },
    {
      title: "an account with a financial address that takes money",
      given: ({ world, accountId }) => activeAddress(world, accountId),
      code: "state_constraint_failed",
      details: { constraint: "addresses_inactive" },
    },
    {
      title: "suspended",
      given: ({ world, customerId }) =>
        world.made(customerSuspend, { customerId, reason: "review" }),
      outcome: "closed",
    },
    {
      title: "access that is suspended",
      input: ({ world }) => ({ customerId: accessIn(world, "suspended").customerId }),
      outcome: "closed and revoked",
      reply: { status: "closed", accessStatus: "revoked" },
    },
    {
      title: "access that was revoked before",
      input: ({ world }) => ({ customerId: accessIn(world, "revoked").customerId }),
      outcome: "closed, and the access as it was",
      reply: { status: "closed", accessStatus: "revoked" },
      check: ({ facts }) =>
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["customer.closed.1"],
        ),
    },
    {
      title: "a second access, which compliance has rejected",
      input({ world }) {
        const { customerId } = accessIn(world, "revoked");
        decideAs(world, createAccess(world, customerId).customerAccessId, "refuse");
        return { customerId };
      },
      outcome: "closed, and still rejected",
      reply: { status: "closed", accessStatus: "rejected" },
    },
    {
      title: "unknown customer",
      input: { customerId: "cust_unknown" },
      code: "customer_not_found",
    },
    { title: "pending", environment: "live", code: "customer_status_forbidden" },
    {
      title: "closed already",
      given: ({ world, customerId }) => world.made(customerClose, { customerId }),
      code: "customer_status_forbidden",
    },
    {
      title: "money on one account and a hold of some of it",
      given({ world, accountId, owner, other }) {
        createAccount(world, { owner });
        fund(world, accountId, 70n);
        hold(world, accountId, other, "20");
      },
      code: "account_close_balance_nonzero",
      details: { balance: "70", held: "20", incoming: "0" },
      check: ({ details }, { accountId }) => assert.equal(details["accountId"], accountId),
    },
    {
      title: "money on its way to the account",
      given({ world, accountId, other }) {
        fund(world, other, 1n);
        hold(world, other, accountId, "1");
      },
      code: "account_close_balance_nonzero",
    },
    {
      title: "money comes before the freeze",
      given({ world, accountId }) {
        fund(world, accountId, 1n);
        freeze(world, accountId, "all");
      },
      code: "account_close_balance_nonzero",
    },
    {
      title: "frozen account",
      given: ({ world, accountId }) => freeze(world, accountId, "all"),
      code: "state_conflict",
    },
  ],
});

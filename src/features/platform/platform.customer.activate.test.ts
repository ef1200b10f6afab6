/** Decision table of platform.customer.activate. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createAccount, createCustomer } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { accountCreate } from "../account/account.create.ts";
import { customerClose } from "../customer/customer.close.ts";
import { customerRetrieve } from "../customer/customer.retrieve.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import { platformCustomerActivate } from "./platform.customer.activate.ts";

const environment = "live";
const prepared = { user: "ada/1000" };

decisionTable(platformCustomerActivate, {
  given: (world) => ({ customer: createCustomer(world) }),
  input: ({ customer: { customerId } }) => ({ customerId, reason: "seen in person" }),
  asking: () => ({ prepared }),
  stepMs: 1_000,
  rows: [
    {
      title: "pending",
      environment,
      outcome: "active with access, as GET shows it, and an account may be opened",
      reply: { status: "active", accessStatus: "active", revision: 2 },
      async check({ reply, facts }, { world, customer: { customerId } }) {
        assert.equal(reply.statusTransitions.activeAt, reply.updatedAt);
        await assertShows(world, customerRetrieve, { customerId }, reply);
        assert.deepEqual(facts[1], { kind: OPERATOR_NOTED, ...prepared, reason: "seen in person" });
        assert.ok(!JSON.stringify(reply).includes("seen in person"));
        createAccount(world, { owner: { type: "customer", id: customerId } });
      },
    },
    {
      title: "pending, of whom nothing was verified",
      environment,
      input: { kycTier: "tier_0" },
      outcome: "active, and no account may be opened",
      check(_, { world, customer: { customerId } }) {
        const { code } = world.run(accountCreate, {
          productId: world.principal.productId,
          role: "customer_balance",
          currency: "EUR",
          owner: { type: "customer", id: customerId },
        });
        assert.equal(code, "kyc_tier_insufficient");
      },
    },
    {
      title: "unknown customer",
      environment,
      input: { customerId: "cust_unknown" },
      code: "customer_not_found",
      check: ({ facts }) =>
        assert.deepEqual(facts, [{ kind: OPERATOR_NOTED, ...prepared, reason: "seen in person" }]),
    },
    { title: "active, in sandbox", code: "customer_status_forbidden" },
    {
      title: "suspended",
      given: ({ world, customer: { customerId } }) =>
        world.made(customerSuspend, { customerId, reason: "review" }),
      code: "customer_status_forbidden",
      details: { status: "suspended", allowed: ["pending"] },
    },
    {
      title: "closed",
      given: ({ world, customer: { customerId } }) => world.made(customerClose, { customerId }),
      code: "customer_status_forbidden",
    },
    { title: "a blank reason", environment, input: { reason: " " }, code: "invalid_request" },
  ],
});

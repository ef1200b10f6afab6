/** Decision table of customer.suspend. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { customerClose } from "./customer.close.ts";
import { customerSuspend } from "./customer.suspend.ts";
import { customerRetrieve } from "./customer_noun.ts";

const REASON = { reason: "chargeback review" };

decisionTable(customerSuspend, {
  given: (world) => ({ customerId: createCustomer(world).customerId }),
  input: ({ customerId }) => ({ customerId, ...REASON }),
  rows: [
    {
      title: "active",
      outcome: "suspended with its reason, as GET shows it",
      reply: { status: "suspended", suspensionReason: REASON.reason },
      async check({ reply }, { world, customerId }) {
        assert.equal(reply.statusTransitions.suspendedAt, reply.updatedAt);
        await assertShows(world, customerRetrieve, { customerId }, reply);
      },
    },
    {
      title: "unknown customer",
      input: { customerId: "cust_unknown" },
      code: "customer_not_found",
    },
    {
      title: "pending",
      environment: "live",
      code: "customer_status_forbidden",
      details: { status: "pending", allowed: ["active"] },
    },
    {
      title: "suspended",
      given: ({ world, customerId }) => world.made(customerSuspend, { customerId, ...REASON }),
      code: "customer_status_forbidden",
    },
    {
      title: "closed",
      given: ({ world, customerId }) => world.made(customerClose, { customerId }),
      code: "customer_status_forbidden",
    },
    { title: "a reason of 200", input: { reason: "r".repeat(200) }, outcome: "suspended" },
    { title: "a reason of 201", input: { reason: "r".repeat(201) }, code: "invalid_request" },
    { title: "no reason", input: { reason: undefined }, code: "invalid_request" },
  ],
});

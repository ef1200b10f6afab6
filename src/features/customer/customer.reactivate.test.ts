/** Decision table of customer.reactivate. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { customerClose } from "./customer.close.ts";
import { customerReactivate } from "./customer.reactivate.ts";
import { customerSuspend } from "./customer.suspend.ts";
import { customerRetrieve } from "./customer_noun.ts";

decisionTable(customerReactivate, {
  given: (world) => ({ customer: createCustomer(world) }),
  input: ({ customer: { customerId } }) => ({ customerId }),
  stepMs: 1_000,
  rows: [
    {
      title: "suspended",
      given: ({ world, customer: { customerId } }) =>
        world.made(customerSuspend, { customerId, reason: "review" }),
      outcome: "active again without a reason, as GET shows it",
      reply: { status: "active", suspensionReason: undefined, revision: 3 },
      async check({ reply }, { world, customer: { customerId, createdAt } }) {
        assert.equal(reply.statusTransitions.activeAt, reply.updatedAt);
        assert.notEqual(reply.statusTransitions.activeAt, createdAt);
        await assertShows(world, customerRetrieve, { customerId }, reply);
      },
    },
    {
      title: "unknown customer",
      input: { customerId: "cust_unknown" },
      code: "customer_not_found",
    },
    { title: "pending", environment: "live", code: "customer_status_forbidden" },
    { title: "active", code: "customer_status_forbidden" },
    {
      title: "closed",
      given: ({ world, customer: { customerId } }) => world.made(customerClose, { customerId }),
      code: "customer_status_forbidden",
    },
  ],
});

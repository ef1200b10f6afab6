/** Decision table of customer_access.retrieve: also of accesses that their customers have brought with them. */
import assert from "node:assert/strict";
import { accessIn, OPERATOR } from "../../../test/support/features/customer_access/accesses.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { platformCustomerActivate } from "../platform/platform.customer.activate.ts";
import { customerAccessRetrieve } from "./customer_access_noun.ts";

/** The id of the access that a customer names. */
const idOf = (customerId: string) => customerId.replace("cust_", "cacc_");

decisionTable(customerAccessRetrieve, {
  given: (world) => accessIn(world, "pending_compliance"),
  input: ({ customerAccessId }) => ({ customerAccessId }),
  rows: [
    {
      title: "created by a caller",
      outcome: "as it is",
      reply: { status: "pending_compliance", metadata: {} },
    },
    {
      title: "of a test customer",
      input: ({ world }) => ({ customerAccessId: idOf(createCustomer(world).customerId) }),
      outcome: "active and cleared, with the id of its customer",
      reply: { status: "active", ports: ["customer"], revision: 1 },
      check({ reply }, { world }) {
        const { createdAt } = reply;
        assert.equal(reply.customerAccessId, idOf(reply.customerId));
        assert.deepEqual(reply.compliance, { outcome: "clear", checkedAt: createdAt });
        assert.deepEqual(reply.statusTransitions, { activeAt: createdAt });
        assert.deepEqual(reply.actor, { type: "product_key", id: world.principal.principalId });
      },
    },
    {
      title: "of a customer that the operator has activated",
      environment: "live",
      input({ world }) {
        const { customerId } = createCustomer(world);
        world.made(platformCustomerActivate, { customerId, reason: "seen" }, OPERATOR);
        const customer = world.state.customers.byId(world.realmOf(world.caller), customerId);
        return { customerAccessId: customer?.access?.customerAccessId };
      },
      outcome: "active and cleared",
      reply: { status: "active", ports: ["customer"] },
    },
    ...unknownIds({
      field: "customerAccessId",
      code: "customer_access_not_found",
      create: (world, caller) => idOf(createCustomer(world, {}, { caller }).customerId),
    }),
  ],
});

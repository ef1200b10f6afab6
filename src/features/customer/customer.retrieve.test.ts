/** customer.retrieve: which customers can be read. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, createCustomer } from "../../../test/world/parties.ts";
import { UNKNOWN_CUSTOMERS } from "../../../test/world/rows.ts";
import { customerRetrieve } from "./customer_noun.ts";

decisionTable(customerRetrieve, {
  given: (world) => ({ customer: createCustomer(world) }),
  input: ({ customer: { customerId } }) => ({ customerId }),
  rows: [
    {
      title: "own customer",
      outcome: "every field that the contract names",
      check: ({ reply }, { world, customer }) =>
        assert.deepEqual(reply, {
          customerId: customer.customerId,
          productId: world.principal.productId,
          environment: "sandbox",
          test: true,
          entity: {
            entityId: customer.entity.entityId,
            kind: "person",
            displayName: "Ada Lovelace",
            country: "DE",
          },
          status: "active",
          accessStatus: "active",
          revision: 1,
          createdAt: at(0),
          updatedAt: at(0),
          metadata: {},
          actor: { type: "product_key", id: world.principal.principalId },
          statusTransitions: { activeAt: at(0) },
        }),
    },
    ...UNKNOWN_CUSTOMERS,
  ],
});

/** entity.retrieve: which entities can be read. */
import assert from "node:assert/strict";
import { changeEntity, UNKNOWN_ENTITIES } from "../../../test/support/features/entity/entities.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, createCustomer } from "../../../test/world/parties.ts";
import { entityRetrieve } from "./entity_resource.ts";

decisionTable(entityRetrieve, {
  given: (world) => ({ customer: createCustomer(world) }),
  input: ({ customer: { entity } }) => ({ entityId: entity.entityId }),
  rows: [
    {
      title: "own entity",
      outcome: "every field that the contract names",
      check: ({ reply }, { world, customer }) =>
        assert.deepEqual(reply, {
          ...customer.entity,
          productId: world.principal.productId,
          environment: "sandbox",
          customerId: customer.customerId,
          status: "active",
          kyc: { status: "not_submitted", tierAttained: "tier_0" },
          revision: 1,
          createdAt: at(0),
          updatedAt: at(0),
          metadata: {},
          actor: { type: "product_key", id: world.principal.principalId },
          statusTransitions: { activeAt: at(0) },
        }),
    },
    {
      title: "verified until a time",
      given: ({ world, customer: { entity } }) =>
        changeEntity(world, entity.entityId, {
          kycStatus: "verified",
          kycTier: "tier_2",
          kycExpiresAtMs: Date.parse(at(5)),
        }),
      outcome: "its tier, and when that ends",
      reply: { kyc: { status: "verified", tierAttained: "tier_2", expiresAt: at(5) } },
    },
    ...UNKNOWN_ENTITIES,
  ],
});

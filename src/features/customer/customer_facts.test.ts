/** Facts about customers as earlier versions wrote them: with the tier of the entity. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { entityIn } from "../../../test/support/features/entity/entities.ts";
import { openWorld } from "../../../test/world/world.ts";
import { entityRetrieve } from "../entity/entity_resource.ts";
import type { CustomerFact } from "./customer_facts.ts";
import { customerRetrieve } from "./customer_noun.ts";

test("customer facts: of a time when they had the tier -> an entity with it, and a customer without", async () => {
  const world = await openWorld({ environment: "live" });
  const customerId = world.nextId("cust");
  const entityId = customerId.replace("cust_", "ent_");
  const fact = (
    event: "created" | "updated" | "activated",
    kycTier: "tier_0" | "tier_1",
    revision: number,
  ): CustomerFact => ({
    kind: `customer.${event}.1`,
    customer: {
      customerId,
      test: false,
      entity: { entityId, kind: "person", displayName: "Ada Lovelace", country: "DE", kycTier },
      status: kycTier === "tier_0" ? "pending" : "active",
      createdAtMs: 1,
      updatedAtMs: revision,
      reachedAtMs: {},
      revision,
      changedBy: "key_1",
    },
  });
  const tierIs = () => [entityIn(world, entityId).kycTier, entityIn(world, entityId).kycStatus];
  world.apply([fact("created", "tier_0", 1)]);
  assert.deepEqual(tierIs(), ["tier_0", "not_submitted"]);
  world.apply([fact("activated", "tier_1", 2)]);
  assert.deepEqual(tierIs(), ["tier_1", "verified"]);
  world.apply([fact("updated", "tier_0", 3)]);
  assert.deepEqual(tierIs(), ["tier_1", "verified"]);
  const entity = await world.found(entityRetrieve, { entityId });
  assert.deepEqual(entity.kyc, { status: "verified", tierAttained: "tier_1" });
  const customer = await world.found(customerRetrieve, { customerId });
  assert.equal("kycTier" in customer.entity, false);
});

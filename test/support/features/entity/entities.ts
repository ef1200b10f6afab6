/** For tests: entities as earlier records have left them. */
import { invariant } from "../../../../src/base/invariant.ts";
import type { EntityDocument } from "../../../../src/features/entity/entity_document.ts";
import type { EntityFact } from "../../../../src/features/entity/entity_facts.ts";
import { suffixOfEntity } from "../../../../src/features/entity/entity_tables.ts";
import type { KycProfileDocument } from "../../../../src/features/entity/kyc_profile_document.ts";
import type { VerificationDocument } from "../../../../src/features/entity/verification_document.ts";
import { createCustomer } from "../../../world/parties.ts";
import { unknownIds } from "../../../world/rows.ts";
import type { World } from "../../../world/world.ts";

/** Rows with entities that are not the caller's. */
export const UNKNOWN_ENTITIES = unknownIds({
  field: "entityId",
  code: "entity_not_found",
  create: (world, caller) => createCustomer(world, {}, { caller }).entity.entityId,
});

/** The entity as the state of the world has it. */
export function entityIn(world: World, entityId: string): EntityDocument {
  const entity = world.state.entities.byId(world.realmOf(world.caller), entityId);
  invariant(entity !== undefined, "the entity of a test exists");
  return entity;
}

/** Changes an entity, and what goes with it, by one record that no operation decided. */
export function changeEntity(
  world: World,
  entityId: string,
  change: Partial<EntityDocument>,
  beside: {
    profile?: Omit<KycProfileDocument, "realm">;
    verification?: Omit<VerificationDocument, "realm">;
  } = {},
): void {
  const { realm: _, ...entity } = entityIn(world, entityId);
  const fact: EntityFact = {
    kind: "entity.updated.1",
    entity: { ...entity, ...change, revision: entity.revision + 1 },
    ...beside,
  };
  world.apply([fact]);
}

/** What the profile of the entity says, or that of one of which nothing was submitted. */
export function profileIn(world: World, entityId: string): Omit<KycProfileDocument, "realm"> {
  const key = suffixOfEntity(entityId);
  const found = world.state.kycProfiles.get(world.realmOf(world.caller), key);
  if (found === undefined) return { entityId, fields: {} };
  const { realm: _, ...profile } = found;
  return profile;
}

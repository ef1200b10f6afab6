/**
 * The erasure of what was submitted of an entity: the facts of its record, and the effect by which the entity's key
 * and its files are destroyed afterwards.
 */
import type { Effect, EffectKind } from "../../contract/declare/effect.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { previousFields } from "../previous_fields.ts";
import type { EntityDocument } from "./entity_document.ts";
import type { EntityFact } from "./entity_facts.ts";
import { nextRevision } from "./entity_lifecycle.ts";
import { entityResource } from "./entity_resource.ts";
import type { EntityState } from "./entity_state.ts";
import { dropFacts, openVerificationOf } from "./verification_lifecycle.ts";

/**
 * The answer to an erasure leaves when the key is destroyed. Where the process is killed before, its next start
 * carries out the effect, so an erasure that has a record is always completed.
 */
export const ENTITY_KEY_DESTRUCTION: EffectKind = {
  kind: "entity_key_destruction",
  settledBy: "platform.entity.erasure.settle",
  cause: "platform",
  isAwaited: true,
};

/** The payload of the effect: the entity whose key and files are destroyed. */
export type EntityKeyDestruction = { entityId: string };

export function destructionOf(entityId: string): Effect {
  const payload: EntityKeyDestruction = { entityId };
  return { kind: ENTITY_KEY_DESTRUCTION.kind, payload };
}

/**
 * The facts by which an entity is erased: its open verifications end, it is archived, and nothing that was
 * submitted of it stays in the state. The last of them is told as `entity.erased`.
 */
export function erasureFacts(
  state: EntityState,
  before: EntityDocument,
  context: DecisionContext,
): readonly Fact[] {
  const erased = erasedFact(before, context);
  const open = openVerificationOf(state, before);
  if (open === undefined) return [erased];
  const { entity, profile } = erased;
  return [...dropFacts(state, open, { entity, profile, verification: undefined }, context), erased];
}

function erasedFact(before: EntityDocument, context: DecisionContext): EntityFact {
  const { entityId, reachedAtMs } = before;
  const { kycExpiresAtMs: _expires, ...rest } = before;
  const after: EntityDocument = {
    ...rest,
    status: "archived",
    reachedAtMs: { ...reachedAtMs, archived: reachedAtMs.archived ?? context.nowMs },
    kycStatus: "not_submitted",
    kycTier: "tier_0",
    erasedAtMs: context.nowMs,
  };
  const shown = (entity: EntityDocument) => entityResource(entity, context.principal);
  return {
    kind: "entity.erased.1",
    entity: nextRevision(after, context),
    profile: { entityId, fields: {} },
    values: { entityId, sealed: {} },
    previous: previousFields(shown(before), shown(after)),
  };
}

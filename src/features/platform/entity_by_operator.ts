/**
 * The decision that the operator's operations on an entity share: each sets its status, for compliance or the
 * platform.
 */
import { Type } from "@sinclair/typebox";
import { accept, type Decision, type DecisionContext } from "../../contract/declare/operation.ts";
import type { EntityStatus } from "../entity/entity_document.ts";
import type { EntityEvent } from "../entity/entity_facts.ts";
import { changeOfEntity, inEntityStatus, refuseEntityStatus } from "../entity/entity_lifecycle.ts";
import { entityNotFound } from "../entity/entity_resource.ts";
import { Entity, EntityPath } from "../entity/entity_schema.ts";
import type { EntityState } from "../entity/entity_state.ts";
import { notedInFeed, OperatorReason, operatorOf } from "./operator_note.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

export const ENTITY_BY_OPERATOR = {
  ...BY_OPERATOR,
  acts: { on: "product", by: "entityId" },
  environment: "live",
  path: EntityPath,
  body: Type.Object(
    { reason: OperatorReason },
    { title: "PlatformEntityChange", additionalProperties: false },
  ),
  output: Entity,
  refusals: ["entity_not_found", "entity_status_forbidden", "ledger_unavailable"],
  prepare: operatorOf,
} as const;

type StatusChange = {
  event: Exclude<EntityEvent, `kyc.${string}`>;
  from: readonly EntityStatus[];
  to: EntityStatus;
};

/** The change from one of the statuses `from` into `to`, or the refusal, with the operator's note. */
export function decideEntityStatus(
  state: EntityState,
  { entityId, reason }: { entityId: string; reason: string },
  context: DecisionContext<{ user: string }>,
  change: StatusChange & { operation: string },
): Decision<"entity_not_found" | "entity_status_forbidden"> {
  const act = {
    operation: change.operation,
    resource: { type: "entity", id: entityId },
    after: { status: change.to },
  };
  return notedInFeed(changed(state, entityId, context, change), { act, reason }, context);
}

function changed(
  state: EntityState,
  entityId: string,
  context: DecisionContext,
  { event, from, to }: StatusChange,
): Decision<"entity_not_found" | "entity_status_forbidden"> {
  const before = state.entities.byId(context.realm, entityId);
  if (before === undefined) return entityNotFound(entityId);
  const refusal = refuseEntityStatus(before, from);
  if (refusal !== undefined) return refusal;
  const after = inEntityStatus(before, to, context.nowMs);
  const { fact, reply } = changeOfEntity(event, before, after, context);
  return accept([fact], reply);
}

/**
 * platform.entity.suspend: the platform suspends an entity: it gets no new accounts, and no KYC data may be submitted.
 */
import { declareWrite } from "../../contract/declare/operation.ts";
import type { EntityState } from "../entity/entity_state.ts";
import { decideEntityStatus, ENTITY_BY_OPERATOR } from "./entity_by_operator.ts";

export const platformEntitySuspend = declareWrite<EntityState>()({
  ...ENTITY_BY_OPERATOR,
  id: "platform.entity.suspend",
  summary: "Suspend an entity, as the platform",
  http: { method: "POST", path: "/platform/entities/{entityId}/suspend" },
  events: ["entity.suspended"],
  decide: (state, input, context) =>
    decideEntityStatus(state, input, context, {
      operation: "platform.entity.suspend",
      event: "suspended",
      from: ["active", "restricted"],
      to: "suspended",
    }),
});

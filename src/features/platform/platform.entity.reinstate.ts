/** platform.entity.reinstate: a restricted or suspended entity is active again. */
import { declareWrite } from "../../contract/declare/operation.ts";
import type { EntityState } from "../entity/entity_state.ts";
import { decideEntityStatus, ENTITY_BY_OPERATOR } from "./entity_by_operator.ts";

export const platformEntityReinstate = declareWrite<EntityState>()({
  ...ENTITY_BY_OPERATOR,
  id: "platform.entity.reinstate",
  summary: "Make a restricted or suspended entity active again",
  http: { method: "POST", path: "/platform/entities/{entityId}/reinstate" },
  events: ["entity.reinstated"],
  decide: (state, input, context) =>
    decideEntityStatus(state, input, context, {
      operation: "platform.entity.reinstate",
      event: "reinstated",
      from: ["restricted", "suspended"],
      to: "active",
    }),
});

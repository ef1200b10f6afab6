/** platform.entity.restrict: compliance looks into an active entity, which gets no new accounts until then. */
import { declareWrite } from "../../contract/declare/operation.ts";
import type { EntityState } from "../entity/entity_state.ts";
import { decideEntityStatus, ENTITY_BY_OPERATOR } from "./entity_by_operator.ts";

export const platformEntityRestrict = declareWrite<EntityState>()({
  ...ENTITY_BY_OPERATOR,
  id: "platform.entity.restrict",
  summary: "Restrict an entity, as compliance",
  http: { method: "POST", path: "/platform/entities/{entityId}/restrict" },
  events: ["entity.restricted"],
  decide: (state, input, context) =>
    decideEntityStatus(state, input, context, {
      operation: "platform.entity.restrict",
      event: "restricted",
      from: ["active"],
      to: "restricted",
    }),
});

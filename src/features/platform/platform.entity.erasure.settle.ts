/**
 * platform.entity.erasure.settle: the key of an erased entity and its files are destroyed. The record says
 * so with the fact that its effect is settled, and with how many files there were.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import type { EntityState } from "../entity/entity_state.ts";

export const platformEntityErasureSettle = declareWrite<EntityState>()({
  id: "platform.entity.erasure.settle",
  summary: "Record that the key of an entity was destroyed",
  http: { method: "POST", path: "/platform/entity-erasures/settle" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object(
    { entityId: Id("ent"), files: Type.Integer({ minimum: 0 }) },
    { title: "PlatformEntityErasureSettlement", additionalProperties: false },
  ),
  output: Type.Object(
    { entityId: Id("ent"), files: Type.Integer({ minimum: 0 }) },
    { title: "PlatformEntityErasureSettled", additionalProperties: false },
  ),
  refusals: [],
  events: [],
  decide: (_state, { entityId, files }) => accept([], { entityId, files }),
});

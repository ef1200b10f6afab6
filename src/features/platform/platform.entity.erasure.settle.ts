/**
 * platform.entity.erasure.settle: ends the effect of an erasure, once the entity's key and files are destroyed. The
 * record has the fact that the effect is settled, and the number of files.
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

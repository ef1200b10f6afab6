/** object.action.preview: what an action would do if it were called now. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { previewOf, triedCall } from "./action_preview.ts";
import { ActionPreview } from "./object_read_schema.ts";
import { OBJECT_PATH_REFUSALS, seenObject } from "./object_reads.ts";
import { ACTION_REFUSALS, declared, MOVE_REFUSALS } from "./object_refusals.ts";
import { ACTION_CALL_FIELDS, ActionPath } from "./object_schema.ts";

const REFUSALS = [...ACTION_REFUSALS, ...MOVE_REFUSALS] as const;

const ActionTrial = Type.Object(ACTION_CALL_FIELDS, {
  title: "ActionTrial",
  description: "What an action would be called with: the body of `object.action.call`.",
  additionalProperties: false,
});

export const objectActionPreview = declareRead({
  id: "object.action.preview",
  summary: "Preview an action of an object",
  description:
    "Makes every check of `object.action.call`, those of the ledger too, and answers what the action would do. Nothing happens, and nothing is reserved: a call after it may still be refused.",
  http: {
    method: "POST",
    path: "/products/{productId}/objects/{kind}/{objectId}/actions/{action}/preview",
  },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  runsIn: "pool",
  path: ActionPath,
  body: ActionTrial,
  output: ActionPreview,
  refusals: [...OBJECT_PATH_REFUSALS, ...REFUSALS],
  read(snapshot, given, context) {
    const seen = seenObject(snapshot, given, context);
    if ("refused" in seen) return seen;
    const { action, input, onBehalfOf, expectedRevision } = given;
    const call = triedCall(snapshot, seen, context, onBehalfOf);
    const asked = {
      action,
      ...(input !== undefined && { input }),
      ...(expectedRevision !== undefined && { expectedRevision }),
    };
    const preview = previewOf(snapshot, seen, call, asked, context.principal);
    return "refused" in preview ? declared(preview, REFUSALS) : found(preview);
  },
});

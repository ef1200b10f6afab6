/** object.action.list: the actions of an object, each with what stands against it now. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { Cursor, Limit, listOf } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { possibleActions, triedCall } from "./action_preview.ts";
import { PossibleAction } from "./object_read_schema.ts";
import { OBJECT_PATH_REFUSALS, seenObject } from "./object_reads.ts";
import { ObjectPath, OnBehalfOf } from "./object_schema.ts";

export const objectActionList = declareRead({
  id: "object.action.list",
  summary: "List the actions of an object",
  description:
    "Every action of its kind, in the order of the program, and for each one that could not be called now the code that it would be refused with. An action without input is checked to its end, as by `object.action.preview`.",
  http: { method: "GET", path: "/products/{productId}/objects/{kind}/{objectId}/actions" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  runsIn: "pool",
  path: ObjectPath,
  query: Type.Object(
    {
      onBehalfOf: Type.Optional(OnBehalfOf),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    },
    { additionalProperties: false },
  ),
  output: listOf(PossibleAction, "PossibleActionList"),
  refusals: OBJECT_PATH_REFUSALS,
  read(snapshot, input, context) {
    const { limit, cursor, ...filters } = input;
    const seen = seenObject(snapshot, input, context);
    if ("refused" in seen) return seen;
    const call = triedCall(snapshot, seen, context, input.onBehalfOf);
    const actions = possibleActions(snapshot, seen, call, context.principal);
    const walk = function* (after: string | undefined): Generator<WalkRow<PossibleAction>> {
      const start = actions.findIndex(({ action }) => action === after) + 1;
      for (const item of actions.slice(start)) yield { position: item.action, item };
    };
    return answerPage({ limit, cursor, filters, walk }, context);
  },
});

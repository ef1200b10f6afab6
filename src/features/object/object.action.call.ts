/** object.action.call: an action of an object, with all the money that it moves, as one step. */
import { type Static, Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { compiledOf } from "../product/running_program.ts";
import { ACTION_EVENTS, calledAction } from "./called_action.ts";
import { callActorOf, callIn } from "./object_call.ts";
import { calledObject } from "./object_document.ts";
import { ACTION_REFUSALS, declared, MOVE_REFUSALS } from "./object_refusals.ts";
import { actionEnding, actionReplyState } from "./object_reply.ts";
import { objectNotFound } from "./object_resource.ts";
import { ACTION_CALL_FIELDS, ActionPath, ActionResult } from "./object_schema.ts";
import type { ObjectState } from "./object_state.ts";

const REFUSALS = [...ACTION_REFUSALS, ...MOVE_REFUSALS] as const;

export const ObjectActionCall = Type.Object(ACTION_CALL_FIELDS, {
  title: "ObjectActionCall",
  description: "What an action is called with.",
  additionalProperties: false,
});

export const objectActionCall = declareWrite<ObjectState>()({
  id: "object.action.call",
  summary: "Call an action of an object",
  description:
    "The program of the object's Build says who may call it, in which state, what it needs, and which money it moves: all of it happens, or nothing.",
  http: {
    method: "POST",
    path: "/products/{productId}/objects/{kind}/{objectId}/actions/{action}",
  },
  principals: PRODUCT_CALLERS,
  scope: "objects:write",
  acts: { on: "product", by: "productId" },
  // An action may pay out: a provider is then asked after the answer.
  reachesOutside: true,
  path: ActionPath,
  body: ObjectActionCall,
  output: ActionResult,
  refusals: ["resource_not_found", "noun_instance_not_found", ...REFUSALS, "ledger_unavailable"],
  events: ACTION_EVENTS,
  decide(state, asked: Input, context) {
    const { productId, kind, objectId } = asked;
    const { realm, principal } = context;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const before = state.objects.byId(realm, objectId);
    if (before?.kind !== kind) return objectNotFound(kind, objectId);
    const program = compiledOf(state, realm, before.buildId);
    invariant(program !== undefined, "the Build of an object is installed");
    const actor = callActorOf(context, asked.onBehalfOf);
    const call = callIn(state, program, context, actor, before);
    const { action, input, expectedRevision } = asked;
    const called = calledObject(program, before);
    const answer = calledAction(call, called, { action, actor, input, expectedRevision });
    return answer.refused ? declared(answer, REFUSALS) : answer;
  },
  lasting: { endOf: actionEnding },
  replyState: actionReplyState,
  head: { clockOperationsAt: "clockOperationIds" },
});

type Input = Static<typeof ActionPath> & Static<typeof ObjectActionCall>;

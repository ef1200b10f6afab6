/** object.create: makes an object of a kind that the Product's program declares. */
import { type Static, Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { createObject } from "../../programs/run/engine.ts";
import { nounRetired } from "../../programs/run/refusals.ts";
import { isRefusal } from "../../programs/run/refused.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { compiledOf, programOf } from "../product/running_program.ts";
import { createdBy } from "./carried_out.ts";
import { callActorOf, callIn } from "./object_call.ts";
import { CREATION_REFUSALS, declared, kindNotFound } from "./object_refusals.ts";
import { objectReply } from "./object_reply.ts";
import { FieldsGiven, KindPath, OnBehalfOf, ProgramObject } from "./object_schema.ts";
import type { ObjectState } from "./object_state.ts";

const ObjectDraft = Type.Object(
  { fields: FieldsGiven, onBehalfOf: Type.Optional(OnBehalfOf) },
  {
    title: "ObjectDraft",
    description: "An object that shall be made.",
    additionalProperties: false,
  },
);

export const objectCreate = declareWrite<ObjectState>()({
  id: "object.create",
  summary: "Create an object",
  description:
    "An object of the kind in its first state, with its own accounts, as the Product's program says. It keeps the Build that the Product has now.",
  http: { method: "POST", path: "/products/{productId}/objects/{kind}", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "objects:write",
  acts: { on: "product", by: "productId" },
  path: KindPath,
  body: ObjectDraft,
  output: ProgramObject,
  refusals: ["resource_not_found", ...CREATION_REFUSALS, "ledger_unavailable"],
  events: ["object.created", "account.created"],
  decide(state, { productId, kind, fields, onBehalfOf }: Input, context) {
    const { realm, principal, newId } = context;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const build = programOf(state, realm);
    const program = build && compiledOf(state, realm, build.buildId);
    // A later Build need not have the kind any more.
    if (build?.retiredKinds.includes(kind) === true) return nounRetired(kind);
    if (build === undefined || program?.nouns.has(kind) !== true)
      return kindNotFound(kind, program);
    const actor = callActorOf(context, onBehalfOf);
    const call = callIn(state, program, context, actor);
    const made = { kind, objectId: newId("obj"), actor, fields };
    const outcome = createObject(program, made, call.world, build.digest);
    if (isRefusal(outcome)) return declared(outcome, CREATION_REFUSALS);
    return createdBy(call, build, outcome);
  },
  respond: objectReply,
});

type Input = Static<typeof KindPath> & Static<typeof ObjectDraft>;

/** customer.object.list: the objects that are about one customer, of every kind. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerObjectList } from "../object/object_listing.ts";
import { nameIn, ProgramObject } from "../object/object_schema.ts";
import { customerNotFound, customers } from "./customer_noun.ts";

export const customerObjectList = declareRead({
  id: "customer.object.list",
  summary: "List the objects of a customer",
  description:
    "The objects whose subject the customer is, of every kind, newest first, those that have ended too.",
  http: { method: "GET", path: "/customers/{customerId}/objects" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  path: customers.path,
  query: listQuery({
    kind: Type.Optional(nameIn("Only objects of this kind, as the program names it.", "invoice")),
  }),
  output: listOf(ProgramObject, "ObjectList"),
  refusals: ["customer_not_found"],
  read(snapshot, input, context) {
    const { customerId, kind } = input;
    const customer = customers.find(snapshot, context.realm, customerId);
    if (customer === undefined) return customerNotFound(customerId);
    return answerObjectList(snapshot, input, context, { kind, subjectId: customerId });
  },
});

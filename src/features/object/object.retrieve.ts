/** object.retrieve: reads one object of a kind. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { OBJECT_PATH_REFUSALS, seenObject } from "./object_reads.ts";
import { objectResource } from "./object_resource.ts";
import { ObjectPath, ProgramObject } from "./object_schema.ts";

export const objectRetrieve = declareRead({
  id: "object.retrieve",
  summary: "Read an object",
  description:
    "The object as it is now: its state, its fields, and what is left of its remainders. What it was before is `object.history.list`.",
  http: { method: "GET", path: "/products/{productId}/objects/{kind}/{objectId}" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  path: ObjectPath,
  output: ProgramObject,
  refusals: OBJECT_PATH_REFUSALS,
  read(snapshot, input, context) {
    const seen = seenObject(snapshot, input, context);
    if ("refused" in seen) return seen;
    return found(objectResource(seen.document, context.principal));
  },
});

/** object.reference.list: the objects that an object names, and those that name it. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPage } from "../../contract/values/page.ts";
import { timeRangeOf } from "../record_walk.ts";
import { ObjectReference, ReferenceDirection } from "./object_read_schema.ts";
import { OBJECT_PATH_REFUSALS, seenObject } from "./object_reads.ts";
import { referenceRows } from "./object_references.ts";
import { ObjectPath } from "./object_schema.ts";
import { sourceOfSnapshot } from "./snapshot_source.ts";

export const objectReferenceList = declareRead({
  id: "object.reference.list",
  summary: "List the references of an object",
  description:
    "The objects that it names, and those that name it: by the object that refers, the newest first. `createdFrom` and `createdTo` are of the object that refers.",
  http: { method: "GET", path: "/products/{productId}/objects/{kind}/{objectId}/references" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  path: ObjectPath,
  query: listQuery({ direction: Type.Optional(ReferenceDirection) }),
  output: listOf(ObjectReference, "ObjectReferenceList"),
  refusals: OBJECT_PATH_REFUSALS,
  read(snapshot, input, context) {
    const { limit, cursor, ...filters } = input;
    const seen = seenObject(snapshot, input, context);
    if ("refused" in seen) return seen;
    const { direction } = input;
    const source = sourceOfSnapshot(snapshot, seen.realm);
    const range = timeRangeOf(input);
    const walk = (after: string | undefined) =>
      referenceRows(snapshot, source, seen, { range, direction, after });
    return answerPage({ limit, cursor, filters, walk }, context);
  },
});

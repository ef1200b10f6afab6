/** noun_instance.retrieve: reads one object by its id alone, of whatever kind it is. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id } from "../../contract/values/formats.ts";
import { objects } from "../object/object_resource.ts";
import { retrieved } from "../resource_reads.ts";

const NounInstancePath = Type.Object(
  {
    nounInstanceId: described(
      Id("obj"),
      "The id of an object, as events, references and `nounInstanceId` of the object have it.",
    ),
  },
  { additionalProperties: false },
);

export const nounInstanceRetrieve = declareRead({
  id: "noun_instance.retrieve",
  summary: "Read an object by its id alone",
  description:
    "The same answer as `object.retrieve`, for a caller who has the id of an object and does not know its kind.",
  http: { method: "GET", path: "/noun-instances/{nounInstanceId}" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  ...retrieved(objects, NounInstancePath),
});

/** object.list: the objects of a kind, by state, by subject, or by a field that the program marks as indexed. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, listOf, listQuery, Search } from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { TEXT_LENGTH_MAX } from "../../programs/program_limits.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { filtersOf } from "./object_filters.ts";
import { answerObjectList } from "./object_listing.ts";
import { KindPath, nameIn, ProgramObject } from "./object_schema.ts";

/** The longest name of a program, a colon, and the longest text. */
const FIELD_FILTER_LENGTH_MAX = 40 + 1 + TEXT_LENGTH_MAX;

const FieldFilter = ruled(
  Type.String({
    description:
      "Only objects with this value in this field: the name of the field, a colon, and the value. The field is one that the program marks as indexed; the value is written as in the object, `true`, `false` and numbers without quotes.",
    pattern: "^[a-z][A-Za-z0-9_]{0,39}:",
    maxLength: FIELD_FILTER_LENGTH_MAX,
    examples: ["dueDate:2026-01-31"],
  }),
  { mustBe: "the name of a field, a colon, and the value: dueDate:2026-01-31" },
);

export const objectList = declareRead({
  id: "object.list",
  summary: "List objects of a kind",
  description: "Newest first, also objects of a retired kind. `search` finds an object by its id.",
  http: { method: "GET", path: "/products/{productId}/objects/{kind}" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  path: KindPath,
  query: listQuery({
    state: Type.Optional(nameIn("Only objects in this state, as the program names it.", "open")),
    subjectId: Type.Optional(described(Id("cust"), "Only objects that are about this customer.")),
    field: Type.Optional(FieldFilter),
    search: Type.Optional(Search),
  }),
  output: listOf(ProgramObject, "ObjectList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const otherProduct = refuseOtherProduct(context.principal, input.productId);
    if (otherProduct !== undefined) return otherProduct;
    const filters = filtersOf(snapshot, context.realm, input);
    if ("refused" in filters) return filters;
    const { kind, state, subjectId, search } = input;
    const wanted = { kind, state, subjectId, search, ...filters };
    return answerObjectList(snapshot, input, context, wanted);
  },
});

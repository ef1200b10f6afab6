/** product.clock_run.list: the operations that a Product's clock ran, newest first. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { OPERATION_RULE } from "../../contract/values/meant_values.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { ClockRun, ClockRunOutcome, clockRunOf } from "../object/clock_run.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { answerRecordList } from "../record_walk.ts";
import { ProductPath } from "./product_company.ts";

export const productClockRunList = declareRead({
  id: "product.clock_run.list",
  summary: "List the clock runs of a Product",
  description:
    "Each operation that the clock ran, newest first: rows of schedules, decisions and holds whose time came. A page may be empty and have a cursor, where the newest records are of callers.",
  http: { method: "GET", path: "/products/{productId}/clock-runs" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  path: ProductPath,
  query: listQuery({
    operation: Type.Optional(
      ruled(
        Type.String({
          pattern: "^[a-z_.]{1,64}$",
          description: "Only runs of this operation, such as `object.schedule.run`.",
        }),
        OPERATION_RULE,
      ),
    ),
    outcome: Type.Optional(described(ClockRunOutcome, "Only runs that ended so.")),
    objectId: Type.Optional(described(Id("obj"), "Only runs about this object.")),
  }),
  output: listOf(ClockRun, "ClockRunList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal } = context;
    const { productId, operation, outcome, objectId } = input;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    return answerRecordList(snapshot, input, context, (record) => {
      if (operation !== undefined && operation !== record.operation) return undefined;
      const run = clockRunOf(record, principal);
      if (outcome !== undefined && outcome !== run?.outcome) return undefined;
      return objectId === undefined || objectId === run?.objectId ? run : undefined;
    });
  },
});

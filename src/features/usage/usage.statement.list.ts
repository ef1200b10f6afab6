/** usage.statement.list: what a Product has used and is charged, month by month, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { ListQuery, listOf } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { ProductPath } from "../product/product_company.ts";
import { timeRangeOf } from "../record_walk.ts";
import { UsageStatement } from "./usage_schema.ts";
import { statementDocument, usagesBack } from "./usage_statement.ts";

export const usageStatementList = declareRead({
  id: "usage.statement.list",
  summary: "List the statements of usage of a Product",
  description:
    "One for each month since the Product's first operation, newest first; the present month is `open`. `createdFrom` and `createdTo` are about when a month began. In sandbox nothing is charged: the statements show what live would be.",
  http: { method: "GET", path: "/products/{productId}/usage/statements" },
  principals: PRODUCT_CALLERS,
  scope: "usage:read",
  path: ProductPath,
  query: ListQuery,
  output: listOf(UsageStatement, "UsageStatementList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { productId, limit, cursor, ...filters } = input;
    const otherProduct = refuseOtherProduct(context.principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const { fromMs, belowMs } = timeRangeOf(filters);
    function* walk(after: string | undefined): Generator<WalkRow> {
      for (const usage of usagesBack(snapshot, context.realm)) {
        const { month, begunMs } = usage;
        if (begunMs < fromMs || begunMs >= belowMs) continue;
        if (after !== undefined && month >= after) continue;
        yield { position: month, item: statementDocument(usage, productId) };
      }
    }
    return answerPage({ limit, cursor, filters: { productId, ...filters }, walk }, context);
  },
});

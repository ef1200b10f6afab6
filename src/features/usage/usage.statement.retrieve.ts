/** usage.statement.retrieve: what a Product has used in a month, and what that costs. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { Id } from "../../contract/values/formats.ts";
import { MonthAsked, refuseEvidence } from "../calendar_month.ts";
import { meteredMonthOf } from "../metering/metered_months.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { refuseUsageMonth } from "./usage_month.ts";
import { UsageStatement } from "./usage_schema.ts";
import { statementDocument, usageIn } from "./usage_statement.ts";

export const usageStatementRetrieve = declareRead({
  id: "usage.statement.retrieve",
  summary: "Retrieve the statement of usage of a month",
  description:
    "A line for each fee and each meter. The present month is `open`: it is what it would be if the month ended now. In sandbox nothing is charged: the statement shows what live would be.",
  http: { method: "GET", path: "/products/{productId}/usage/statements/{month}" },
  principals: PRODUCT_CALLERS,
  scope: "usage:read",
  path: Type.Object({ productId: Id("prod"), month: MonthAsked }, { additionalProperties: false }),
  output: UsageStatement,
  refusals: ["resource_not_found", "statement_evidence_incomplete"],
  read(snapshot, { productId, month }, context) {
    const refusal =
      refuseOtherProduct(context.principal, productId) ??
      refuseUsageMonth(snapshot, month, context);
    if (refusal !== undefined) return refusal;
    const { realm } = context;
    const usage = usageIn(snapshot, realm, month);
    const { counts = {} } = meteredMonthOf(snapshot, realm, month) ?? {};
    const differs = usage.lines.find(({ meter, quantity }) => quantity !== (counts[meter] ?? 0));
    if (differs !== undefined) {
      const message = `the counter ${differs.meter} and the statement of ${month} do not agree`;
      return refuseEvidence(month, "reconciliation", message);
    }
    return found(statementDocument(usage, productId));
  },
});

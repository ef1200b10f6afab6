/** payout_limit.list: the limits that the platform has set to a Product's payouts, and what is used of them. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { payoutLimitPage } from "./payout_limit_page.ts";
import { PayoutLimit } from "./payout_limit_schema.ts";

export const payoutLimitList = declareRead({
  id: "payout_limit.list",
  tag: "Payouts",
  summary: "List the limits of payouts",
  description:
    "Those of the whole Product first, then those of customers, each by currency and period, with what is used of the present period. The platform sets them; without one, only the money that is there limits payouts.",
  http: { method: "GET", path: "/payout-limits" },
  principals: PRODUCT_CALLERS,
  scope: "payouts:read",
  acts: { on: "product", by: "productId" },
  query: listQuery({
    productId: Id("prod"),
    customerId: Type.Optional(
      described(Id("cust"), "Only limits of this customer; those of the Product hold too."),
    ),
  }),
  output: listOf(PayoutLimit, "PayoutLimitList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const otherProduct = refuseOtherProduct(context.principal, input.productId);
    return otherProduct ?? payoutLimitPage(snapshot, input, context);
  },
});

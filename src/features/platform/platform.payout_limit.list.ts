/** platform.payout_limit.list: the limits of a Product's payouts in one environment, for the operator. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { payoutLimitPage } from "../payout_limit/payout_limit_page.ts";
import { PayoutLimit } from "../payout_limit/payout_limit_schema.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

export const platformPayoutLimitList = declareRead({
  ...BY_OPERATOR,
  id: "platform.payout_limit.list",
  summary: "List the limits of payouts, as the platform",
  http: { method: "GET", path: "/platform/payout-limits" },
  acts: { on: "product", by: "productId" },
  query: listQuery({ productId: Id("prod"), customerId: Type.Optional(Id("cust")) }),
  output: listOf(PayoutLimit, "PlatformPayoutLimitList"),
  refusals: [],
  read: (snapshot, input, context) => payoutLimitPage(snapshot, input, context),
});

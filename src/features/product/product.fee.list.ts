/** product.fee.list: what the platform has charged a Product, month by month, newest first. */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  BalanceAmount,
  Currency,
  Id,
  ListQuery,
  listOf,
  Timestamp,
} from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { Month, MonthEvidence } from "../calendar_month.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { timeRangeOf } from "../record_walk.ts";
import { type MonthUsage, usagesBack } from "../usage/usage_statement.ts";
import { Fee, PRICE_LIST } from "./price_list.ts";
import { ProductPath } from "./product_company.ts";
import { chargeMinor } from "./product_pricing.ts";

const AssessedFee = Type.Object(
  {
    productId: Id("prod"),
    month: Month,
    code: Type.String({ description: "What was charged for, as in the `fees` of the Product." }),
    amount: described(Fee.properties.amount, "What one cost in that month."),
    count: described(
      Type.Integer({ minimum: 0 }),
      "How many were charged: of `transfer` each amount that moved posted money.",
    ),
    total: described(BalanceAmount, "`amount` times `count`, minor units of `currency`."),
    currency: described(Currency, "In which the platform charges."),
    evidence: described(MonthEvidence, "Whether more may be charged for the month."),
    createdAt: described(Timestamp, "When the month began."),
  },
  {
    title: "AssessedFee",
    description: "What a Product was charged for in one month.",
    additionalProperties: false,
  },
);
type AssessedFee = Static<typeof AssessedFee>;

export const productFeeList = declareRead({
  id: "product.fee.list",
  summary: "List the fees of a Product",
  description:
    "One row for each month in which money moved and each fee of the price list, newest month first. A fee may be 0. In sandbox nothing is charged: the rows show what live would be.",
  tag: "Books",
  http: { method: "GET", path: "/products/{productId}/fees" },
  principals: PRODUCT_CALLERS,
  scope: "books:read",
  path: ProductPath,
  query: ListQuery,
  output: listOf(AssessedFee, "AssessedFeeList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal, realm } = context;
    const { productId, limit, cursor, ...filters } = input;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const { fromMs, belowMs } = timeRangeOf(filters);
    function* walk(after: string | undefined): Generator<WalkRow> {
      if (realm === undefined) return;
      for (const usage of usagesBack(snapshot, realm)) {
        const { month, begunMs, lines } = usage;
        if (begunMs < fromMs || begunMs >= belowMs) continue;
        for (const { code } of PRICE_LIST.fees) {
          const { quantity: count = 0, rate: amount = "0" } =
            lines.find(({ meter }) => meter === code) ?? {};
          if (count === 0) continue;
          const position = `${month}${code}`;
          if (after !== undefined && position >= after) continue;
          yield { position, item: assessed({ productId, month, code, amount, count }, usage) };
        }
      }
    }
    return answerPage({ limit, cursor, filters: { productId, ...filters }, walk }, context);
  },
});

function assessed(
  fee: Pick<AssessedFee, "productId" | "month" | "code" | "amount" | "count">,
  { begunMs, finalizedAtMs }: MonthUsage,
): AssessedFee {
  const { amount, count } = fee;
  return {
    ...fee,
    total: String(chargeMinor(amount, count)),
    currency: PRICE_LIST.currency,
    evidence:
      finalizedAtMs === undefined
        ? { status: "open" }
        : { status: "sealed", sealedAt: isoTime(finalizedAtMs) },
    createdAt: isoTime(begunMs),
  };
}

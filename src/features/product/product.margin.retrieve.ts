/** product.margin.retrieve: what a Product earned, and what is left of it after the platform's fees. */
import { type Static, Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead, type ReadContext } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { BalanceAmount, Currency, Id } from "../../contract/values/formats.ts";
import { type BookRow, bookRows, currenciesOf, ofRoles } from "../books/book_rows.ts";
import { Month } from "../calendar_month.ts";
import { roleCodeOf } from "../ledger/roles.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { usageIn, usagesBack } from "../usage/usage_statement.ts";
import { PRICE_LIST } from "./price_list.ts";
import { ProductPath } from "./product_company.ts";

const Margin = Type.Object(
  {
    productId: Id("prod"),
    period: Type.String({ description: "The month that was asked for, or `all`." }),
    currency: described(Currency, "Currency of all amounts here."),
    currencies: Type.Array(Currency, { description: "Those that have books." }),
    revenue: described(
      BalanceAmount,
      "Minor units that accounts of the role `product_revenue` took in, less what left them.",
    ),
    platformFees: described(
      BalanceAmount,
      "Minor units that the platform charges for the period, all lines of its statements of usage: in EUR all of it, in every other currency 0.",
    ),
    margin: described(BalanceAmount, "`revenue` less `platformFees`, minor units."),
    bps: Type.Optional(
      Type.Integer({
        description:
          "`margin` in ten-thousandths of `revenue`, rounded towards zero; absent where `revenue` is not above 0.",
      }),
    ),
  },
  {
    title: "Margin",
    description: "What a Product earned in a period, and what is left after the platform's fees.",
    additionalProperties: false,
  },
);

const REVENUE_CODE = roleCodeOf("product_revenue");

export const productMarginRetrieve = declareRead({
  id: "product.margin.retrieve",
  summary: "Retrieve the margin of a Product",
  description:
    "All time, or of one month. In `currency`, or else in the first one that has books: nothing is converted.",
  tag: "Books",
  http: { method: "GET", path: "/products/{productId}/margin" },
  principals: COMPANY_CALLERS,
  scope: "products:read",
  path: ProductPath,
  query: Type.Object(
    {
      month: Type.Optional(Month),
      currency: Type.Optional(described(Currency, "The currency of the margin to read.")),
    },
    { additionalProperties: false },
  ),
  output: Margin,
  refusals: ["resource_not_found"],
  read(snapshot, { productId, month, currency: asked }, context) {
    const otherProduct = refuseOtherProduct(context.principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const { realm } = context;
    const currencies = realm === undefined ? [] : [...currenciesOf(snapshot, realm)];
    const currency = asked ?? currencies[0] ?? PRICE_LIST.currency;
    const revenue = revenueOf(rowsOf(snapshot, context, currency, month));
    const fees = currency === PRICE_LIST.currency ? chargedFor(snapshot, realm, month) : 0n;
    const margin: Static<typeof Margin> = {
      productId,
      period: month ?? "all",
      currency,
      currencies,
      revenue: String(revenue),
      platformFees: String(fees),
      margin: String(revenue - fees),
      ...(revenue > 0n && { bps: Number(((revenue - fees) * 10_000n) / revenue) }),
    };
    return found(margin);
  },
});

/** The books of the roles in a currency; of one month where it is given. */
function rowsOf(
  snapshot: Snapshot,
  { realm }: ReadContext,
  currency: string,
  month: string | undefined,
): BookRow[] {
  if (realm === undefined) return [];
  const rows = ofRoles([...bookRows(snapshot, realm, currency, month)]);
  return month === undefined ? rows : rows.filter((row) => row.month === month);
}

function revenueOf(rows: readonly BookRow[]): bigint {
  return rows
    .filter(({ roleCode }) => roleCode === REVENUE_CODE)
    .reduce((sum, { creditsMinor, debitsMinor }) => sum + creditsMinor - debitsMinor, 0n);
}

/** All lines of the statements of usage of the month, or of all months. */
function chargedFor(snapshot: Snapshot, realm: number | undefined, month: string | undefined) {
  const usages =
    month === undefined ? usagesBack(snapshot, realm) : [usageIn(snapshot, realm, month)];
  let sum = 0n;
  for (const { total } of usages) sum += BigInt(total);
  return sum;
}

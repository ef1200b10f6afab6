/**
 * `npm run admin -- revenue MONTH`: what the platform charges all Products of live for a month, what of it was paid, and what is
 * still due. As JSON with the sums, or as CSV with a line for each Product.
 */
import { stringify } from "csv-stringify/sync";
import { type PlacedProduct, realmKeyOf } from "../contract/declare/principal.ts";
import { PRICE_LIST } from "../features/product/price_list.ts";
import { type MonthUsage, usageIn } from "../features/usage/usage_statement.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { Operator } from "./operator.ts";
import type { Given } from "./operator_command.ts";
import { everyPage } from "./run_command.ts";

/** Amounts are minor units of the currency of the price list. */
type RevenueLine = {
  month: string;
  tenantId: string;
  productId: string;
  name: string;
  /** `open`: more may be counted, and nothing is paid yet. */
  status: "open" | "final";
  currency: string;
  /** What the month costs at the rates of the Product; `custom` rates have invoices of their own. */
  total: string;
  paid: string;
  due: string;
  attempts: number;
  reason: string;
  transferId: string;
  /** Meters of a `custom` rate, with how many there were: `payouts 12; transfer 3400`. */
  custom: string;
};

type RealmView = Pick<ShardView, "shard" | "realmNumberOf" | "refreshed">;

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export async function listRevenue(
  operator: Operator,
  { month = "", format }: Given,
  user: string,
): Promise<unknown> {
  if (!MONTH.test(month)) throw new Error("--month is written as YYYY-MM");
  const listed = await everyPage(operator, "platform.product.list", {}, { user });
  const products = (listed as { productId: string }[]).flatMap(
    ({ productId }) => operator.productOf(productId) ?? [],
  );
  const lines = revenueOf(products, await operator.ledgerViews(), month);
  if (format === "csv") return stringify(lines, { header: true, columns, escape_formulas: true });
  const sumOf = (field: "total" | "paid" | "due") =>
    String(lines.reduce((sum, line) => sum + BigInt(line[field]), 0n));
  return {
    month,
    currency: PRICE_LIST.currency,
    ...{ total: sumOf("total"), paid: sumOf("paid"), due: sumOf("due") },
    products: lines,
  };
}

/** A line for each of the Products that has used something in live in the month. */
export function revenueOf(
  products: readonly PlacedProduct[],
  views: readonly RealmView[],
  month: string,
): RevenueLine[] {
  const byShard = new Map(views.map((view) => [view.shard, view]));
  return products.flatMap((product) => {
    const { tenantId, productId, placement } = product;
    const view = byShard.get(placement.live);
    const snapshot = view?.refreshed();
    const realm = view?.realmNumberOf(realmKeyOf({ tenantId, productId, environment: "live" }));
    if (snapshot === undefined || realm === undefined) return [];
    const usage = usageIn(snapshot, realm, month);
    return usage.lines.some(({ quantity }) => quantity > 0) ? lineOf(product, usage) : [];
  });
}

const columns: readonly (keyof RevenueLine)[] = [
  ...(["month", "tenantId", "productId", "name", "status", "currency"] as const),
  ...(["total", "paid", "due", "attempts", "reason", "transferId", "custom"] as const),
];

function lineOf({ tenantId, productId, name }: PlacedProduct, usage: MonthUsage): RevenueLine {
  const { month, currency, total, payment, finalizedAtMs, lines } = usage;
  const { status } = payment ?? {};
  return {
    ...{ month, tenantId, productId, name, currency, total },
    status: finalizedAtMs === undefined ? "open" : "final",
    paid: status === "paid" ? total : "0",
    due: status === "due" ? total : "0",
    attempts: payment?.attempts ?? 0,
    reason: payment?.status === "due" ? (payment.reason ?? "") : "",
    transferId: payment?.status === "paid" ? payment.transferId : "",
    custom: lines
      .filter(({ rate, quantity }) => rate === "custom" && quantity > 0)
      .map(({ meter, quantity }) => `${meter} ${quantity}`)
      .join("; "),
  };
}

/** product.stats.list: what moved in a Product by day or by month, newest first: what pages plot. */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  BalanceAmount,
  Currency,
  Id,
  listOf,
  listQuery,
  Timestamp,
} from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { type PeriodTotals, periodsBack } from "../ledger/period_totals.ts";
import { seeDays } from "../ledger/realm_zones.ts";
import { TRANSFER_KINDS } from "../ledger/transfer_row.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { timeRangeOf } from "../record_walk.ts";
import { ProductPath } from "./product_company.ts";

const Count = Type.Integer({ minimum: 0 });
const Interval = Type.Union([Type.Literal("day"), Type.Literal("month")], {
  description: "How long the periods are.",
});

const KindStats = Type.Object(
  {
    kind: Type.Union(
      TRANSFER_KINDS.map((kind) => Type.Literal(kind)),
      { description: "The kind of the transfers, as in `kind` of a transfer." },
    ),
    count: described(Count, "Transfers that moved money."),
    volume: described(BalanceAmount, "Minor units that they moved."),
    failedCount: described(Count, "Transfers that were refused."),
  },
  {
    title: "KindStats",
    description: "What moved in a period by transfers of one kind.",
    additionalProperties: false,
  },
);

const ProductStats = Type.Object(
  {
    productId: Id("prod"),
    interval: Interval,
    period: Type.String({
      description:
        "The day, `YYYY-MM-DD`, or the month, `YYYY-MM`, by the Product's clock in the time zone of the company.",
      examples: ["2026-01-31"],
    }),
    currency: described(Currency, "Currency of all amounts here."),
    count: described(Count, "Transfers that moved money."),
    volume: described(BalanceAmount, "Minor units that moved."),
    credits: described(BalanceAmount, "Minor units that came from outside of the Product."),
    debits: described(BalanceAmount, "Minor units that left the Product."),
    failedCount: described(Count, "Transfers that were refused and stay on record."),
    activeAccounts: described(Count, "Accounts of the Product that moved money in the period."),
    kinds: Type.Array(KindStats, { description: "The same by kind of transfer." }),
    createdAt: described(Timestamp, "When the period began."),
  },
  {
    title: "ProductStats",
    description: "What moved in a Product in one currency in one day or month.",
    additionalProperties: false,
  },
);
type ProductStats = Static<typeof ProductStats>;

export const productStatsList = declareRead({
  id: "product.stats.list",
  summary: "List what moved in a Product by day or month",
  description:
    "One row for each period in which anything moved or was refused, and each currency; the newest period first. They are kept with every transfer, so a long history costs nothing to read. `createdFrom` and `createdTo` are about the beginnings of periods.",
  tag: "Books",
  http: { method: "GET", path: "/products/{productId}/stats" },
  principals: PRODUCT_CALLERS,
  scope: "books:read",
  path: ProductPath,
  query: listQuery({
    interval: Type.Optional(
      described(Interval, "Whether periods are days, as by default, or months."),
    ),
    currency: Type.Optional(described(Currency, "Only this currency.")),
  }),
  output: listOf(ProductStats, "ProductStatsList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal, realm } = context;
    const { productId, limit, cursor, ...asked } = input;
    const { interval = "day", currency, ...times } = asked;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const { fromMs, belowMs } = timeRangeOf(times);
    const days = seeDays(snapshot, realm);
    function* walk(after: string | undefined): Generator<WalkRow> {
      if (realm === undefined) return;
      for (const totals of periodsBack(snapshot, realm, { interval, after })) {
        if (currency !== undefined && totals.currency !== currency) continue;
        const begunMs = days.startOf(totals.firstDay);
        if (begunMs >= belowMs) continue;
        if (begunMs < fromMs) return;
        const { period } = totals;
        yield {
          position: period + totals.currency,
          item: shown({ productId, interval, period, createdAt: isoTime(begunMs) }, totals),
        };
      }
    }
    return answerPage({ limit, cursor, filters: { productId, ...asked }, walk }, context);
  },
});

function shown(
  names: Pick<ProductStats, "productId" | "interval" | "period" | "createdAt">,
  { currency, kinds, activeAccounts }: PeriodTotals,
): ProductStats {
  const byKind = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
  const all = byKind.map(([, moved]) => moved);
  const { productId, interval, period, createdAt } = names;
  const sum = (of: (moved: (typeof all)[number]) => bigint) =>
    String(all.reduce((total, moved) => total + of(moved), 0n));
  return {
    productId,
    interval,
    period,
    currency,
    count: all.reduce((total, { count }) => total + count, 0),
    volume: sum(({ volumeMinor }) => volumeMinor),
    credits: sum(({ inMinor }) => inMinor),
    debits: sum(({ outMinor }) => outMinor),
    failedCount: all.reduce((total, { failed }) => total + failed, 0),
    activeAccounts,
    kinds: byKind.map(([kind, { count, volumeMinor, failed }]) => ({
      kind,
      count,
      volume: String(volumeMinor),
      failedCount: failed,
    })),
    createdAt,
  };
}

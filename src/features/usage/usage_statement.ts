/** The statement of usage of a month: from the counters while it is open, and as it was stored once it is final. */
import { isoTime } from "../../base/iso_time.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { seeDays } from "../ledger/realm_zones.ts";
import { UTC_CALENDAR, type ZoneCalendar } from "../ledger/zone_calendar.ts";
import { type MeteredMonth, meteredMonthOf, meteredMonths } from "../metering/metered_months.ts";
import { METERS } from "../metering/meters.ts";
import { PRICE_LIST } from "../product/price_list.ts";
import { chargeMinor, type ProductPrices, rateOf } from "../product/product_pricing.ts";
import { pricesIn } from "../product/told_pricing.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { UsageLine, UsageStatement } from "./usage_schema.ts";
import {
  type UsagePayment,
  type UsageStatementDocument,
  usageStatementKey,
} from "./usage_state.ts";

/** What of a statement does not depend on whose it is. */
export type MonthUsage = Omit<UsageStatementDocument, "realm" | "finalizedAtMs"> & {
  /** Absent while it is open. */
  finalizedAtMs?: number;
};

/** A line for each meter. `countOf`: how many of the meter with this name and index there were. */
export function usageOf(
  month: string,
  { prices, days }: { prices: ProductPrices; days: ZoneCalendar },
  countOf: (meter: string, index: number) => number,
): MonthUsage {
  const lines = METERS.map(({ meter, description }, index): UsageLine => {
    const quantity = countOf(meter, index);
    const rate = rateOf(prices, meter);
    return { meter, description, quantity, rate, amount: String(chargeMinor(rate, quantity)) };
  });
  const total = lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const begunMs = days.rangeOfMonth(month).fromMs;
  return { month, currency: PRICE_LIST.currency, lines, total: String(total), begunMs };
}

/** The usage of a realm in a month; of a month without records it is 0 of each meter. */
export function usageIn(snapshot: Snapshot, realm: number | undefined, month: string): MonthUsage {
  if (realm === undefined) {
    return usageOf(month, { prices: PRICE_LIST, days: UTC_CALENDAR }, () => 0);
  }
  const { counts = {} } = meteredMonthOf(snapshot, realm, month) ?? {};
  return finalUsage(snapshot, realm, month) ?? openUsage(snapshot, realm, { month, counts });
}

/** The usage of each month that the realm has counted, newest first. */
export function* usagesBack(snapshot: Snapshot, realm: number | undefined): Generator<MonthUsage> {
  if (realm === undefined) return;
  for (const metered of meteredMonths(snapshot, realm).reverse()) {
    const { month, isFinal } = metered;
    const final = isFinal ? finalUsage(snapshot, realm, month) : undefined;
    yield final ?? openUsage(snapshot, realm, metered);
  }
}

function openUsage(
  snapshot: Snapshot,
  realm: number,
  { month, counts }: Pick<MeteredMonth, "month" | "counts">,
): MonthUsage {
  const terms = { prices: pricesIn(snapshot, realm), days: seeDays(snapshot, realm) };
  return usageOf(month, terms, (meter) => counts[meter] ?? 0);
}

function finalUsage(snapshot: Snapshot, realm: number, month: string): MonthUsage | undefined {
  const value = snapshot.get(LEDGER_TABLE.usageStatement, realm, usageStatementKey(realm, month));
  if (value === undefined) return undefined;
  const { realm: _, ...usage } = decodeDocument<UsageStatementDocument>(value);
  return usage;
}

/** The quantity of a line; 0 of a meter that was not counted then. */
export function quantityOf({ lines }: Pick<MonthUsage, "lines">, meter: string): number {
  return lines.find((line) => line.meter === meter)?.quantity ?? 0;
}

export function statementDocument(
  { finalizedAtMs, begunMs, month, payment, ...usage }: MonthUsage,
  productId: string,
): UsageStatement {
  return {
    productId,
    month,
    ...usage,
    ...(finalizedAtMs === undefined
      ? { status: "open" }
      : { status: "final", finalizedAt: isoTime(finalizedAtMs) }),
    ...(payment !== undefined && { payment: paymentDocument(payment) }),
    createdAt: isoTime(begunMs),
  };
}

function paymentDocument(payment: UsagePayment): NonNullable<UsageStatement["payment"]> {
  if (payment.status === "paid") {
    const { paidAtMs, ...paid } = payment;
    return { ...paid, paidAt: isoTime(paidAtMs) };
  }
  const { nextAttemptAtMs, ...due } = payment;
  if (nextAttemptAtMs === undefined) return due;
  return { ...due, nextAttemptAt: isoTime(nextAttemptAtMs) };
}

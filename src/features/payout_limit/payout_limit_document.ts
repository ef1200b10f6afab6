/** A limit of payouts as the shard stores it, and what payouts have used of the periods that limits are for. */
import type { Owned } from "../../contract/tables/document_table.ts";
import type { PayoutPeriod } from "./payout_period.ts";

/** Whose payouts are counted together: those of the whole Product, or of one customer, in one currency. */
export type PayoutScope = {
  /** Absent of a limit of the whole Product. */
  customerId?: string;
  currency: string;
};

export type PayoutLimitDocument = Owned &
  PayoutScope & {
    period: PayoutPeriod;
    /** The most payouts of a period. */
    maxCount?: number;
    /** The most that the payouts of a period may pay together; minor units, decimal. */
    maxAmountMinor?: string;
    /** The most that one payout may pay; minor units, decimal. */
    maxEachMinor?: string;
    /** When the operator has set it: real time, milliseconds UTC. */
    setAtMs: number;
  };

export type PayoutUse = { count: number; amountMinor: bigint };

/** What the payouts of one scope have used: of each period the newest in which there was one. */
export type PayoutUsageDocument = Owned & {
  [period in PayoutPeriod]: {
    /** The first day of the period, `YYYY-MM-DD`. */
    since: string;
    count: number;
    /** Minor units, decimal. */
    amountMinor: string;
  };
};

/** What keys of a customer's documents begin with; without a customer, those of the Product. */
export function scopeText(customerId: string | undefined): string {
  return `${customerId === undefined ? "" : customerId.slice("cust_".length)} `;
}

/** The key of what a scope has used. */
export function usageKey(realm: number, { customerId, currency }: PayoutScope): string {
  return `${scopeText(customerId)}${currency} ${realm}`;
}

/** The key of a limit: the Product's stand before those of customers. */
export function limitKey(
  realm: number,
  { customerId, currency, period }: PayoutScope & { period: PayoutPeriod },
): string {
  return `${scopeText(customerId)}${currency} ${period} ${realm}`;
}

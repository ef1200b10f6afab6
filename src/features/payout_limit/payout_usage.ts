/**
 * What payouts have used of the periods that limits are for. It follows from the facts about payouts alone: one that is made
 * counts in the day, the week and the month in which it was made; one that failed or was cancelled is given back to them, while
 * they last. A period takes the place of the one before it, so there is one small document for each scope.
 */
import {
  type PayoutScope,
  type PayoutUsageDocument,
  type PayoutUse,
  usageKey,
} from "./payout_limit_document.ts";
import type { PayoutLimitState } from "./payout_limit_state.ts";
import { type PayoutPeriod, startOf } from "./payout_period.ts";

const NOTHING: PayoutUse = { count: 0, amountMinor: 0n };

/** Of a payout, what counts. `countedOn`: the day by the Product's clock when it was made; absent of one that counts nowhere. */
export type Countable = PayoutScope & { amountMinor: string; countedOn?: string };

/** The scopes in which a payout counts: the Product, and the customer who pays. */
export function scopesOf({ customerId, currency }: PayoutScope): readonly PayoutScope[] {
  return customerId === undefined ? [{ currency }] : [{ currency }, { customerId, currency }];
}

/** Counts a payout that was made (1), or gives back one that was not carried out (-1). */
export function countPayout(
  { payoutUsages }: Pick<PayoutLimitState, "payoutUsages">,
  realm: number,
  payout: Countable,
  by: 1 | -1,
): void {
  const { countedOn, amountMinor } = payout;
  if (countedOn === undefined) return;
  const use = { countedOn, countBy: by, amountBy: BigInt(by) * BigInt(amountMinor) };
  for (const scope of scopesOf(payout)) {
    const key = usageKey(realm, scope);
    const before = payoutUsages.get(realm, key);
    payoutUsages.set(key, {
      realm,
      P1D: counted(before, "P1D", use),
      P1W: counted(before, "P1W", use),
      P1M: counted(before, "P1M", use),
    });
  }
}

type Period = PayoutUsageDocument[PayoutPeriod];

function counted(
  usage: PayoutUsageDocument | undefined,
  period: PayoutPeriod,
  { countedOn, countBy, amountBy }: { countedOn: string; countBy: number; amountBy: bigint },
): Period {
  const since = startOf(period, countedOn);
  const before = usage?.[period];
  if (before !== undefined && since < before.since) return before;
  const isNew = before === undefined || since > before.since;
  // What is given back belongs to a period that is kept, or to none any more.
  const { count, amountMinor: sum } = isNew ? { count: 0, amountMinor: "0" } : before;
  return { since, count: count + countBy, amountMinor: String(BigInt(sum) + amountBy) };
}

/** What the payouts of a scope have used of the period that a day is in. */
export function usedOn(
  usage: PayoutUsageDocument | undefined,
  period: PayoutPeriod,
  day: string,
): PayoutUse {
  const kept = usage?.[period];
  if (kept === undefined || kept.since !== startOf(period, day)) return NOTHING;
  return { count: kept.count, amountMinor: BigInt(kept.amountMinor) };
}

/** Uses of the scopes of several payouts that one record makes, beside those that stand in the state. */
export class UsesOfRecord {
  readonly #uses = new Map<string, PayoutUse>();

  of(key: string): PayoutUse {
    return this.#uses.get(key) ?? NOTHING;
  }

  add(realm: number, scope: PayoutScope, amountMinor: bigint): void {
    for (const each of scopesOf(scope)) {
      const key = usageKey(realm, each);
      const { count, amountMinor: sum } = this.of(key);
      this.#uses.set(key, { count: count + 1, amountMinor: sum + amountMinor });
    }
  }
}

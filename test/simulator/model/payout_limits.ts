/** The rules of limits of payouts (src/features/payout_limit/README.md): what is used is counted anew each time. */
import type { Payout, PayoutLimit } from "./bank_part.ts";
import { clockOf, type Input, latest, type Moment, type Realm, type Verdict } from "./model.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;
type Period = PayoutLimit["period"];

const DAY_MS = 86_400_000;
/** The shortest first. */
const PERIODS: readonly Period[] = ["P1D", "P1W", "P1M"];

export const PAYOUT_LIMIT_RULES: Readonly<Record<string, Decide>> = {
  "platform.payout_limit.set"(realm, input, moment) {
    const { customerId, currency = "", period = "", maxCount, maxAmount, maxEach } = input;
    if (customerId !== undefined && latest(realm.customers, customerId) === undefined) {
      return { code: "customer_not_found" };
    }
    const limit = { customerId, currency, period: period as Period, maxCount, maxAmount, maxEach };
    realm.bank.limits.set(nameOf(limit), limit);
    const { count, amount } = usedOf(realm, limit, clockOf(realm, moment.nowMs));
    const used = { usedCount: count, usedAmount: String(amount) };
    return { code: undefined, answer: { ...limit, ...used } };
  },
  "platform.payout_limit.remove"(realm, input) {
    const { customerId, currency = "", period = "" } = input;
    const isThere = realm.bank.limits.delete(
      nameOf({ customerId, currency, period: period as Period }),
    );
    return isThere ? { code: undefined, answer: {} } : { code: "resource_not_found" };
  },
};

/** Whether a payout more would pass a limit: of the Product, or of the customer who pays. */
export function isOverLimit(
  realm: Realm,
  { customerId, currency, amount }: Pick<Payout, "customerId" | "currency" | "amount">,
  clockMs: number,
): boolean {
  const scopes = customerId === undefined ? [undefined] : [undefined, customerId];
  const named = scopes.flatMap((id) =>
    PERIODS.map((period) => nameOf({ customerId: id, currency, period })),
  );
  return named.some((name) => {
    const limit = realm.bank.limits.get(name);
    if (limit === undefined) return false;
    const { maxCount, maxAmount, maxEach } = limit;
    const used = usedOf(realm, limit, clockMs);
    return (
      (maxEach !== undefined && amount > BigInt(maxEach)) ||
      (maxCount !== undefined && used.count + 1 > maxCount) ||
      (maxAmount !== undefined && used.amount + amount > BigInt(maxAmount))
    );
  });
}

/** What the payouts of the period that `clockMs` is in pay together, without those that were not carried out. */
function usedOf(
  realm: Realm,
  { customerId, currency, period }: PayoutLimit,
  clockMs: number,
): { count: number; amount: bigint } {
  const since = beginOf(period, clockMs);
  const all = [...realm.bank.payouts.keys()].map(
    (payoutId) => latest(realm.bank.payouts, payoutId) as Payout,
  );
  const counting = all.filter(
    (payout) =>
      payout.status !== "failed" &&
      payout.status !== "cancelled" &&
      payout.currency === currency &&
      (customerId === undefined || payout.customerId === customerId) &&
      beginOf(period, payout.madeAtMs) === since,
  );
  const amount = counting.reduce((sum, payout) => sum + payout.amount, 0n);
  return { count: counting.length, amount };
}

/** When the period began: a day, a week from Monday on, or a month, in UTC. */
function beginOf(period: Period, atMs: number): number {
  const day = Math.floor(atMs / DAY_MS);
  const date = new Date(atMs);
  if (period === "P1D") return day;
  if (period === "P1W") return day - ((date.getUTCDay() + 6) % 7);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function nameOf({
  customerId = "",
  currency,
  period,
}: Pick<PayoutLimit, "customerId" | "currency" | "period">): string {
  return `${customerId} ${currency} ${period}`;
}

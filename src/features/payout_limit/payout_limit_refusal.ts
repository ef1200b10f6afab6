/** Whether a new payout keeps within the limits of its Product and of the customer who pays. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import {
  limitKey,
  type PayoutLimitDocument,
  type PayoutScope,
  type PayoutUse,
  usageKey,
} from "./payout_limit_document.ts";
import type { PayoutLimitState } from "./payout_limit_state.ts";
import { dayOf, PAYOUT_PERIODS, PERIOD_WORDS } from "./payout_period.ts";
import { scopesOf, type UsesOfRecord, usedOn } from "./payout_usage.ts";

/** What is asked about limits. */
export type PayoutLimitSight = {
  /** `size`: how many limits there are of all Products, where that is known. */
  payoutLimits: Pick<PayoutLimitState["payoutLimits"], "get"> & { size?: number };
  payoutUsages: Pick<PayoutLimitState["payoutUsages"], "get">;
};

type CapRefusal = Refusal<"exposure_cap_exceeded">;

/** A payout that is about to be made. `uses`: those of the payouts before it in its record. `clockMs`: the Product's clock. */
export type Asked = {
  scope: PayoutScope;
  realm: number;
  amountMinor: bigint;
  clockMs: number;
  uses: UsesOfRecord;
};

/**
 * `exposure_cap_exceeded` where the payout would pass a limit: those of the Product before those of the customer, and in each
 * the shortest period first.
 */
export function refuseOverLimits(
  { payoutLimits, payoutUsages }: PayoutLimitSight,
  { scope: paid, realm, amountMinor, clockMs, uses }: Asked,
): CapRefusal | undefined {
  if (payoutLimits.size === 0) return undefined;
  for (const scope of scopesOf(paid)) {
    for (const period of PAYOUT_PERIODS) {
      const limit = payoutLimits.get(realm, limitKey(realm, { ...scope, period }));
      if (limit === undefined) continue;
      const key = usageKey(realm, scope);
      const stored = usedOn(payoutUsages.get(realm, key), period, dayOf(clockMs));
      const refusal = refuseOver(limit, amountMinor, sumOf(stored, uses.of(key)));
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}

function sumOf(one: PayoutUse, other: PayoutUse): PayoutUse {
  return {
    count: one.count + other.count,
    amountMinor: one.amountMinor + other.amountMinor,
  };
}

function refuseOver(
  limit: PayoutLimitDocument,
  amountMinor: bigint,
  used: PayoutUse,
): CapRefusal | undefined {
  const { maxCount, maxAmountMinor, maxEachMinor } = limit;
  return (
    refuseCap(limit, "payout_each", maxEachMinor, 0n, amountMinor) ??
    refuseCap(limit, "payout_count", maxCount, BigInt(used.count), 1n) ??
    refuseCap(limit, "payout_amount", maxAmountMinor, used.amountMinor, amountMinor)
  );
}

/** What each cap says of a payout that would pass it. */
const SAID = {
  payout_each: "one payout pays",
  payout_count: "payouts are",
  payout_amount: "payouts pay",
} as const;

function refuseCap(
  { customerId, currency, period }: PayoutLimitDocument,
  cap: keyof typeof SAID,
  max: string | number | undefined,
  current: bigint,
  requested: bigint,
): CapRefusal | undefined {
  if (max === undefined || current + requested <= BigInt(max)) return undefined;
  const whose = customerId === undefined ? "the Product" : `customer ${customerId}`;
  const ofPeriod =
    cap === "payout_each" ? "" : ` in ${PERIOD_WORDS[period]}, of which ${current} used`;
  const message = `the limit of ${whose} in ${currency}: ${SAID[cap]} at most ${max}${ofPeriod}; asked for ${requested}`;
  return refuse("exposure_cap_exceeded", message, {
    cap,
    limit: String(max),
    current: String(current),
    requested: String(requested),
    currency,
    period,
    ...(customerId !== undefined && { customerId }),
  });
}

/**
 * How amounts are divided: shares of basis points, ratios, equal parts, and the parts of a split
 * list. Amounts are minor units.
 * Guarantees: no part is negative, and the parts of a whole add up to it exactly.
 */
import type { Rounding } from "../functions.ts";
import { AMOUNT_MAX, BPS_MAX } from "../program_limits.ts";
import { stopAt } from "./refused.ts";

const BPS_OF_ALL = BigInt(BPS_MAX);

/** `amount * numerator / denominator`, rounded. All are at least 0, and `denominator` is more. */
export function roundedShare(
  amount: bigint,
  { numerator, denominator }: { numerator: bigint; denominator: bigint },
  rounding: Rounding,
): bigint {
  const product = amount * numerator;
  const floor = product / denominator;
  const rest = product - floor * denominator;
  if (rest === 0n) return floor;
  switch (rounding) {
    case "down":
      return floor;
    case "up":
      return floor + 1n;
    case "half_up":
      return rest * 2n >= denominator ? floor + 1n : floor;
    case "half_even": {
      const twice = rest * 2n;
      if (twice === denominator) return floor + (floor & 1n);
      return twice > denominator ? floor + 1n : floor;
    }
  }
}

/** `bps` basis points (1/10,000) of an amount, rounded. */
export function bpsOf(amount: bigint, bps: number, rounding: Rounding): bigint {
  amountInRange(amount, "the amount of which basis points are taken");
  const numerator = BigInt(bpsInRange(bps));
  return roundedShare(amount, { numerator, denominator: BPS_OF_ALL }, rounding);
}

/** As much of the amount as `one` is of `other`; may be more than the amount. */
export function ratioOf(
  amount: bigint,
  [one, other]: readonly [bigint, bigint],
  rounding: Rounding,
): bigint {
  amountInRange(one, "the numerator of a ratio");
  amountInRange(other, "the denominator of a ratio");
  if (other === 0n) return stopAt("zero_denominator", "the denominator of a ratio is zero");
  return roundedShare(amount, { numerator: one, denominator: other }, rounding);
}

/** One of `count` equal parts, rounded down; the last has what rounding left. `index` is from 0. */
export function splitPart(amount: bigint, count: number, index: number): bigint {
  amountInRange(amount, "the amount that is split");
  if (count < 1) return stopAt("split_count", `an amount cannot be split into ${count} parts`);
  if (index < 0 || index >= count) {
    const message = `there is no part ${index} of ${count}: parts are counted from 0`;
    return stopAt("split_index", message);
  }
  const parts = BigInt(count);
  const part = amount / parts;
  return index === count - 1 ? amount - part * (parts - 1n) : part;
}

/** How much a part of a split list asks for; `undefined` asks for the rest. */
export type SplitAsk = {
  asked: bigint | undefined;
  min?: bigint | undefined;
  cap?: bigint | undefined;
};

/**
 * The parts of a whole, in order. A part gets what it asks for, at least its `min`, at most its
 * `cap`, which is the stronger of the two, and at most what the parts before it have left.
 */
export function splitList(whole: bigint, asks: readonly SplitAsk[]): bigint[] {
  let left = whole;
  return asks.map(({ asked, min, cap }) => {
    let part = asked ?? left;
    if (min !== undefined && part < min) part = min;
    if (cap !== undefined && part > cap) part = cap;
    if (part > left) part = left;
    left -= part;
    return part;
  });
}

/** The amount. Stops with `amount_range` where the language has no such amount. `what` begins the message. */
export function amountInRange(amount: bigint, what: string): bigint {
  if (amount >= 0n && amount <= AMOUNT_MAX) return amount;
  const fault = amount < 0n ? "less than zero" : "more than 18 digits have room for";
  return stopAt("amount_range", `${what} would be ${amount}, which is ${fault}`);
}

/** The share. Stops with `bps_range` where it is not 0 to 10,000 basis points. `what` begins the message. */
export function bpsInRange(bps: number, what = "the share"): number {
  if (bps >= 0 && bps <= BPS_MAX) return bps;
  return stopAt("bps_range", `${what} would be ${bps} basis points; it must be 0 to ${BPS_MAX}`);
}

/** The largest whole number of the language; the smallest is below zero by as much. */
export const INT_MAX = 999_999_999;

/** The number. Stops with `int_range` where it has more than 9 digits. `what` begins the message. */
export function intInRange(value: number, what: string): number {
  if (value >= -INT_MAX && value <= INT_MAX) return value;
  return stopAt("int_range", `${what} would be ${value}, which has more than 9 digits`);
}

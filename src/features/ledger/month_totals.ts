/** What moved in a month, in one currency of a realm: the sums of its days. */
import {
  addCorrections,
  addKinds,
  type Corrections,
  type DayTotals,
  type Moved,
} from "./day_totals.ts";
import type { TransferKind } from "./transfer_row.ts";

export type MonthSums = {
  kinds: Map<TransferKind, Moved>;
  corrections: Corrections;
  activeAccounts: number;
};

/** `openingMinor` and `closingMinor` are of all accounts that are not external, minor units. */
export type MonthTotals = MonthSums & {
  currency: string;
  openingMinor: bigint;
  closingMinor: bigint;
  /** Over all entries up to the end of the month: `entry_digest.ts`. */
  digest: string;
};

export function noSums(): MonthSums {
  return { kinds: new Map(), corrections: new Map(), activeAccounts: 0 };
}

export function addDay(
  sums: MonthSums,
  day: Pick<DayTotals, "kinds" | "corrections" | "firstInMonth">,
): void {
  addKinds(sums.kinds, day.kinds);
  addCorrections(sums.corrections, day.corrections);
  sums.activeAccounts += day.firstInMonth;
}

export function addMonth(sums: MonthSums, month: MonthSums): void {
  addDay(sums, { ...month, firstInMonth: month.activeAccounts });
}

/** What came in less what went out, minor units. */
export function netOf(kinds: Map<TransferKind, Moved>): bigint {
  let net = 0n;
  for (const { inMinor, outMinor } of kinds.values()) net += inMinor - outMinor;
  return net;
}

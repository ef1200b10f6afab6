/** The model of months that end: five minutes after each, by the realm's time, its statement is sealed; each opens with what the one before closed with. */

import type { Step } from "./clock.ts";
import type { Input, Moment, Realm, Verdict } from "./model.ts";

const SEAL_AFTER_MS = 300_000;

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

/** The month of a time, `YYYY-MM`. */
export const monthOfMs = (ms: number) => new Date(ms).toISOString().slice(0, 7);

function endOf(month: string): number {
  const [year, number] = month.split("-").map(Number);
  return Date.UTC(year as number, number as number);
}

export function stepsOfMonths({ month }: Realm): (Step & { id: string; source: number })[] {
  if (month === undefined) return [];
  const named = { operation: "statement.seal", input: { month }, cause: "clock" };
  return [{ ...named, atMs: endOf(month) + SEAL_AFTER_MS, id: "", source: 2.5 }];
}

export const MONTH_END_RULES: Readonly<Record<string, Decide>> = {
  "statement.seal"(realm, { month }) {
    realm.month = monthOfMs(endOf(month as string));
    return { code: undefined, answer: { month } };
  },
};

type Sealed = {
  currencies: readonly Readonly<
    Record<"currency" | "opening" | "closing" | "totalCredits" | "totalDebits", string>
  >[];
};

/** What is wrong with the sums of a sealed month. */
export function wrongSums(realm: Realm, { currencies }: Sealed): string | undefined {
  for (const { currency, opening, closing, totalCredits, totalDebits } of currencies) {
    if ((realm.closings.get(currency) ?? "0") !== opening) {
      return `the ${currency} statement opens with ${opening}, the one before closed with ${realm.closings.get(currency)}`;
    }
    if (BigInt(opening) + BigInt(totalCredits) - BigInt(totalDebits) !== BigInt(closing)) {
      return `the ${currency} statement does not add up`;
    }
    realm.closings.set(currency, closing);
  }
  return undefined;
}

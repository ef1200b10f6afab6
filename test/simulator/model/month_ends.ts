/** The model of months that end: five minutes after each, by the realm's time, its statement is sealed; each opens with what the one before closed with. */

import type { Step } from "./clock.ts";
import { type Correction, correctionsOf, monthOfMs } from "./corrections.ts";
import type { Input, Moment, Realm, Verdict } from "./model.ts";

const SEAL_AFTER_MS = 300_000;

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

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

type Sums = Record<"currency" | "opening" | "closing" | "totalCredits" | "totalDebits", string>;
type OfCurrency = Sums & { corrections: readonly Omit<Correction, "currency">[] };
type Sealed = { month: string; currencies: readonly Readonly<OfCurrency>[] };
type Corrected = {
  month: string;
  currencies: readonly Pick<OfCurrency, "currency" | "corrections">[];
};

/** What is wrong with a sealed month. */
export function wrongMonth(realm: Realm, sealed: Sealed): string | undefined {
  return wrongSums(realm, sealed) ?? wrongCorrections(realm, sealed);
}

/** What is wrong with the corrections of a month, so far. */
export function wrongCorrections(
  realm: Realm,
  { month, currencies }: Corrected,
): string | undefined {
  const wanted = linesOf(correctionsOf(realm, month));
  const found = linesOf(
    currencies.flatMap(({ currency, corrections }) =>
      corrections.map((correction) => ({ currency, ...correction })),
    ),
  );
  return found === wanted ? undefined : `the corrections of ${month} are ${found}, not ${wanted}`;
}

function linesOf(corrections: readonly Correction[]): string {
  const lines = corrections.map(
    ({ currency, month, kind, count, amount, credits, debits }) =>
      `${currency} ${month} ${kind} ${count} ${amount} ${credits} ${debits}`,
  );
  return lines.sort().join("; ") || "none";
}

function wrongSums(realm: Realm, { currencies }: Sealed): string | undefined {
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

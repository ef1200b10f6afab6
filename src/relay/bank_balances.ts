/** The closing balances of statements beside what is on record here; pure. */
import { isoTime } from "../base/iso_time.ts";
import type { SaidBalance, SaidStatement } from "../iso20022/bank_said.ts";
import { decimalOf } from "../iso20022/decimal_amount.ts";
import type { OwnMoney } from "../outbox/credit_reconciliation.ts";

/** What the operator reads: a line of text for each balance, and how many of them differ. */
export type ComparedBalances = { balances: readonly string[]; differing: number };

export const NO_BALANCES: ComparedBalances = { balances: [], differing: 0 };

/**
 * The newest closing balance of each currency, beside what the bank's external accounts here come to with what is nobody's. What is
 * here is as it is now: a statement that is not the newest of the bank says something else, and so does one whose money was not all taken.
 */
export function comparedBalances(
  statements: readonly Pick<SaidStatement, "closing">[],
  own: OwnMoney,
): ComparedBalances {
  const newest = new Map<string, SaidBalance>();
  for (const { closing } of statements) {
    if (closing === undefined) continue;
    const known = newest.get(closing.currency);
    if (known === undefined || known.atMs <= closing.atMs) newest.set(closing.currency, closing);
  }
  const compared = [...newest.values()].map((closing) => ({
    closing,
    gap: BigInt(closing.amount) - moneyHere(own, closing.currency),
  }));
  return {
    balances: compared.map(({ closing, gap }) => textOf(closing, gap)),
    differing: compared.filter(({ gap }) => gap !== 0n).length,
  };
}

function moneyHere({ credits, external }: OwnMoney, currency: string): bigint {
  let sum = external.get(currency) ?? 0n;
  for (const credit of credits.values()) {
    if (credit.state === "nobodys" && credit.currency === currency) sum += BigInt(credit.amount);
  }
  return sum;
}

function textOf({ line, amount, currency, atMs }: SaidBalance, gap: bigint): string {
  const day = isoTime(atMs).slice(0, "YYYY-MM-DD".length);
  const says = `line ${line}: closing balance of ${day}, ${signed(BigInt(amount), currency)}`;
  if (gap === 0n) return `${says}: as here`;
  return `${says}: ${signed(gap < 0n ? -gap : gap, currency)} ${gap > 0n ? "more" : "less"} than here`;
}

function signed(amount: bigint, currency: string): string {
  const size = decimalOf(amount < 0n ? -amount : amount, currency);
  return `${amount < 0n ? "-" : ""}${size} ${currency}`;
}

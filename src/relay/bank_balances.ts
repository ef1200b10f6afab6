/** The closing balances of statements beside what is on record here at the same day; pure. */
import { isoDay } from "../base/iso_time.ts";
import { numberOfAccount } from "../features/bank_statement/bank_statement_document.ts";
import type { SaidStatement } from "../iso20022/bank_said.ts";
import { decimalOf } from "../iso20022/decimal_amount.ts";
import type { OwnMoney } from "../outbox/credit_reconciliation.ts";
import type { MovedAfter } from "./bank_days.ts";

/** What the operator reads: a line of text for each balance, and how many of them differ. */
export type ComparedBalances = { balances: readonly string[]; differing: number };

/** A closing balance of a file. */
export type ClosingBalance = {
  line: number;
  currency: string;
  /** As statements are kept by it. */
  account: string;
  closingMinor: string;
  /** `YYYY-MM-DD`. */
  closedOn: string;
};

/** The newest closing balance of each account and currency of a file; of several of one moment the last. */
export function closingBalances(
  statements: readonly Pick<SaidStatement, "closing" | "account">[],
): ClosingBalance[] {
  const newest = new Map<string, ClosingBalance & { atMs: number }>();
  for (const { closing, account } of statements) {
    if (closing === undefined) continue;
    const { line, currency, amount, atMs } = closing;
    const number = numberOfAccount(account.iban ?? account.accountNumber ?? "");
    const key = `${currency} ${number}`;
    const known = newest.get(key);
    if (known !== undefined && known.atMs > atMs) continue;
    const closedOn = isoDay(atMs);
    newest.set(key, { line, currency, account: number, closingMinor: amount, closedOn, atMs });
  }
  return [...newest.values()].map(({ atMs: _, ...closing }) => closing);
}

/** Each beside what the bank's external accounts here came to at that day, with what was nobody's. `moved`: since the earliest of these days. */
export function comparedBalances(
  closings: readonly ClosingBalance[],
  money: OwnMoney,
  moved: MovedAfter,
): ComparedBalances {
  const compared = closings.map((closing) => {
    const here = heldAt(money, moved, { currency: closing.currency, day: closing.closedOn });
    return {
      says: `line ${closing.line}: ${saysOfBalance(closing, here)}`,
      isSame: here === BigInt(closing.closingMinor),
    };
  });
  return {
    balances: compared.map(({ says }) => says),
    differing: compared.filter(({ isSame }) => !isSame).length,
  };
}

/** Closing balances that are none of an account of the operator's, with why: nothing here is to be compared with them. */
export function otherCurrency(
  closings: readonly ClosingBalance[],
  faultOf: (closing: ClosingBalance) => string | undefined,
): ComparedBalances {
  const balances = closings.flatMap((closing) => {
    const fault = faultOf(closing);
    return fault === undefined ? [] : [`line ${closing.line}: ${said(closing)}: ${fault}`];
  });
  return { balances, differing: balances.length };
}

/** What is here of a currency, in accounts and as nobody's, as it was at the end of a day. */
export function heldAt(
  { credits, external }: OwnMoney,
  moved: MovedAfter,
  { currency, day }: { currency: string; day: string },
): bigint {
  let sum = external.get(currency) ?? 0n;
  for (const credit of credits.values()) {
    if (credit.state === "nobodys" && credit.currency === currency) sum += BigInt(credit.amount);
  }
  return sum - moved.after(currency, day);
}

/** A line for people. */
export function saysOfBalance(
  closing: Pick<ClosingBalance, "currency" | "closedOn" | "closingMinor">,
  here: bigint,
): string {
  const { currency, closingMinor } = closing;
  const says = said(closing);
  const gap = BigInt(closingMinor) - here;
  if (gap === 0n) return `${says}: as here`;
  return `${says}: ${signed(gap < 0n ? -gap : gap, currency)} ${gap > 0n ? "more" : "less"} than here`;
}

function said({
  currency,
  closedOn,
  closingMinor,
}: Pick<ClosingBalance, "currency" | "closedOn" | "closingMinor">): string {
  return `closing balance of ${closedOn}, ${signed(BigInt(closingMinor), currency)}`;
}

function signed(amount: bigint, currency: string): string {
  const size = decimalOf(amount < 0n ? -amount : amount, currency);
  return `${amount < 0n ? "-" : ""}${size} ${currency}`;
}

/** Money in a shard, by realm and currency: all that was debited must have been credited. */
import type { AccountTable } from "../../src/features/ledger/account_table.ts";

export type Totals = {
  accounts: number;
  debitsPosted: bigint;
  creditsPosted: bigint;
  debitsPending: bigint;
  creditsPending: bigint;
};
/** Totals by "REALM CURRENCY". */
export type Money = Map<string, Totals>;

/** Sums of the four counters over every account, minor units. */
export function moneyOf(accounts: AccountTable): Money {
  const money: Money = new Map();
  for (let ordinal = 0; ordinal < accounts.count; ordinal++) {
    const key = `${accounts.realm(ordinal)} ${accounts.currency(ordinal)}`;
    const totals = money.get(key) ?? noTotals();
    totals.accounts++;
    totals.debitsPosted += accounts.debitsPosted(ordinal);
    totals.creditsPosted += accounts.creditsPosted(ordinal);
    totals.debitsPending += accounts.debitsPending(ordinal);
    totals.creditsPending += accounts.creditsPending(ordinal);
    money.set(key, totals);
  }
  return money;
}

/** A sentence for each realm and currency whose sum is not zero. */
export function moneyFaults(money: Money): string[] {
  const faults: string[] = [];
  for (const [key, totals] of money) {
    const [realm, currency] = key.split(" ");
    for (const kind of ["Posted", "Pending"] as const) {
      const debits = totals[`debits${kind}`];
      const credits = totals[`credits${kind}`];
      if (debits === credits) continue;
      faults.push(
        `realm ${realm}: ${currency} ${kind.toLowerCase()} debits ${debits}, credits ${credits}`,
      );
    }
  }
  return faults;
}

function noTotals(): Totals {
  return {
    accounts: 0,
    debitsPosted: 0n,
    creditsPosted: 0n,
    debitsPending: 0n,
    creditsPending: 0n,
  };
}

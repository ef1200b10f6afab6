/** A month of a Product in one currency as its statement has it, made of the sums that the ledger keeps. */
import type { Moved } from "../ledger/day_totals.ts";
import type { MonthTotals } from "../ledger/month_totals.ts";
import type { TransferKind } from "../ledger/transfer_row.ts";
import type { StatementCurrency } from "./product_statement_schema.ts";

/** The month in one currency. Kinds and months are in alphabetical order, whatever came first. */
export function sealedMonth(totals: MonthTotals): StatementCurrency {
  const { currency, openingMinor, closingMinor, kinds, corrections, activeAccounts } = totals;
  const all = [...kinds.values()];
  return {
    currency,
    opening: String(openingMinor),
    totalCredits: sumOf(all, ({ inMinor }) => inMinor),
    totalDebits: sumOf(all, ({ outMinor }) => outMinor),
    closing: String(closingMinor),
    volume: sumOf(all, ({ volumeMinor }) => volumeMinor),
    fees: String(kinds.get("fee")?.volumeMinor ?? 0n),
    entryCount: all.reduce((sum, { count }) => sum + count, 0),
    activeAccounts,
    movements: inOrder(kinds).map(([kind, moved]) => ({
      ...shown(kind, moved),
      failedCount: moved.failed,
    })),
    corrections: inOrder(corrections).flatMap(([month, of]) =>
      inOrder(of).map(([kind, moved]) => ({ month, ...shown(kind, moved) })),
    ),
    entriesDigest: totals.digest,
  };
}

function shown(kind: TransferKind, { count, volumeMinor, inMinor, outMinor }: Moved) {
  return {
    kind,
    count,
    amount: String(volumeMinor),
    credits: String(inMinor),
    debits: String(outMinor),
  };
}

function sumOf(all: readonly Moved[], of: (moved: Moved) => bigint): string {
  return String(all.reduce((sum, moved) => sum + of(moved), 0n));
}

function inOrder<K extends string, V>(of: ReadonlyMap<K, V>): [K, V][] {
  return [...of].sort(([a], [b]) => (a < b ? -1 : 1));
}

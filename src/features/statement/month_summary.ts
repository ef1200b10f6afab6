/**
 * What a month of an account adds up to, and whether the ledger bears it out: every row must lead
 * from the balance of the row before it to its own, without a gap.
 */
import { createHash } from "node:crypto";
import type { Snapshot } from "../../contract/snapshot.ts";
import type { AccountRow, SeenAccount } from "../ledger/account_rows.ts";
import type { TimeRange } from "../record_walk.ts";
import { GAP, monthRows } from "./month_rows.ts";

export type MonthSummary = {
  /** What was posted before the month, and at its end, minor units. */
  openingMinor: bigint;
  closingMinor: bigint;
  debitsMinor: bigint;
  creditsMinor: bigint;
  entryCount: number;
  /** SHA-256 over the lines, oldest first: `position direction amount balance` and a line feed. */
  entriesDigest: string;
};

/** What is missing: a row, or the agreement of a row's balance with the row before it. */
export type MonthFault = { missing: "rows" | "reconciliation" };

export function summaryOf(
  snapshot: Snapshot,
  account: SeenAccount,
  range: TimeRange,
): MonthSummary | MonthFault {
  const hash = createHash("sha256");
  let openingMinor = 0n;
  let closingMinor = 0n;
  let debitsMinor = 0n;
  let creditsMinor = 0n;
  let entryCount = 0;
  for (const line of monthRows(snapshot, account, range)) {
    if (line === GAP) return { missing: "rows" };
    const balanceMinor = balanceAfter(line);
    if (line.record.timeMs < range.fromMs) {
      openingMinor = balanceMinor;
      closingMinor = balanceMinor;
      continue;
    }
    const { amountMinor } = line.row;
    const isMoved = isEntry(line);
    const changeMinor = isMoved ? (line.isSource ? -amountMinor : amountMinor) : 0n;
    if (closingMinor + changeMinor !== balanceMinor) return { missing: "reconciliation" };
    closingMinor = balanceMinor;
    if (!isMoved) continue;
    if (line.isSource) debitsMinor += amountMinor;
    else creditsMinor += amountMinor;
    entryCount++;
    const direction = line.isSource ? "debit" : "credit";
    hash.update(`${line.position} ${direction} ${amountMinor} ${balanceMinor}\n`);
  }
  const entriesDigest = hash.digest("hex");
  return { openingMinor, closingMinor, debitsMinor, creditsMinor, entryCount, entriesDigest };
}

/** True for the rows that moved posted money: the lines of a statement. */
export function isEntry({ row: { step } }: AccountRow): boolean {
  return step === "posted" || step === "cleared";
}

function balanceAfter({ row, isSource }: AccountRow): bigint {
  return isSource ? row.sourcePosted : row.destinationPosted;
}

/**
 * The sums of one month of an account, and the check that the ledger agrees with them: the amount of
 * every row must lead from the balance of the row before to the balance of the row, without a gap.
 */
import { createHash } from "node:crypto";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { AccountRow, SeenAccount } from "../ledger/account_rows.ts";
import type { TimeRange } from "../record_walk.ts";
import { GAP, monthRows } from "./month_rows.ts";

export type MonthSummary = {
  /** The posted balance before the month, and at the end of the month; minor units. */
  openingMinor: bigint;
  closingMinor: bigint;
  debitsMinor: bigint;
  creditsMinor: bigint;
  entryCount: number;
  /** SHA-256 over the entries, oldest first, each `position direction amount balance` and a line feed. */
  entriesDigest: string;
};

/** `rows`: a row is not in the log. `reconciliation`: a balance does not follow from the row before. */
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

/** True for a row that moved posted money: such a row is an entry of the statement. */
export function isEntry({ row: { step } }: AccountRow): boolean {
  return step === "posted" || step === "cleared";
}

function balanceAfter({ row, isSource }: AccountRow): bigint {
  return isSource ? row.sourcePosted : row.destinationPosted;
}

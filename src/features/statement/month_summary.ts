/**
 * The sums of one month of an account, and the check that the ledger agrees with them: the amount of
 * every row must lead from the balance of the row before to the balance of the row, without a gap.
 */
import { createHash } from "node:crypto";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { SeenAccount } from "../ledger/account_rows.ts";
import type { RowPosition } from "../ledger/transfer_row.ts";
import { monthRows } from "./month_rows.ts";
import { GAP, isBefore, type RowRange } from "./row_range.ts";

export type MonthSummary = {
  /** The posted balance before the month, and at the end of the month; minor units. */
  openingMinor: bigint;
  closingMinor: bigint;
  debitsMinor: bigint;
  creditsMinor: bigint;
  entryCount: number;
  /** SHA-256 over the entries, oldest first, each `position direction amount balance` and a line feed. */
  entriesDigest: string;
  /** The account's last row before the end of the month, which has the closing; undefined where there is none. */
  last: LastRow | undefined;
};

/** `isSource`: the row debits the account, or would. */
export type LastRow = RowPosition & { isSource: boolean };

/** `rows`: a row is not in the log. `reconciliation`: a balance does not follow from the row before. */
export type MonthFault = { missing: "rows" | "reconciliation" };

/** Characters of lines that are digested at once: a call costs more than a line. */
const DIGESTED_TOGETHER = 2 ** 16;

export function summaryOf(
  snapshot: Snapshot,
  account: SeenAccount,
  range: RowRange,
): MonthSummary | MonthFault {
  const hash = createHash("sha256");
  let lines = "";
  let openingMinor = 0n;
  let closingMinor = 0n;
  let debitsMinor = 0n;
  let creditsMinor = 0n;
  let entryCount = 0;
  // The row is one object that becomes the next one.
  let [lastPlace, lastSub, lastIsSource] = [0, 0, false];
  for (const row of monthRows(snapshot, account, range)) {
    if (row === GAP) return { missing: "rows" };
    const { balanceMinor } = row;
    lastPlace = row.place;
    lastSub = row.sub;
    lastIsSource = row.isSource;
    if (isBefore(row, range)) {
      openingMinor = balanceMinor;
      closingMinor = balanceMinor;
      continue;
    }
    if (!row.isEntry) {
      if (closingMinor !== balanceMinor) return { missing: "reconciliation" };
      continue;
    }
    const { amountMinor, isSource } = row;
    const expectedMinor = isSource ? closingMinor - amountMinor : closingMinor + amountMinor;
    if (expectedMinor !== balanceMinor) return { missing: "reconciliation" };
    closingMinor = balanceMinor;
    if (isSource) debitsMinor += amountMinor;
    else creditsMinor += amountMinor;
    entryCount++;
    lines += `${row.position} ${isSource ? "debit" : "credit"} ${amountMinor} ${balanceMinor}\n`;
    if (lines.length < DIGESTED_TOGETHER) continue;
    hash.update(lines, "latin1");
    lines = "";
  }
  const entriesDigest = hash.update(lines, "latin1").digest("hex");
  return {
    ...{ openingMinor, closingMinor, debitsMinor, creditsMinor, entryCount, entriesDigest },
    last: lastPlace === 0 ? undefined : { place: lastPlace, sub: lastSub, isSource: lastIsSource },
  };
}

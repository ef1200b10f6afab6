/**
 * An account at a moment of the past, given as a record or a time: the rows that existed then, and
 * the balance after the newest of them. An account that was opened later does not exist at that
 * moment.
 */
import { decodeIdSuffix, timeMsOfSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { PastPoint } from "../../contract/declare/operation.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { TimeRange } from "../record_walk.ts";
import { type AccountRow, accountRows, type SeenAccount } from "./account_rows.ts";

/** The balance of an account at a moment, minor units. */
export type PastBalance = { postedMinor: bigint; heldMinor: bigint; asOfMs: number };

/** Whether the account had been opened at `past`. */
export function wasOpen({ suffix }: SeenAccount, past: PastPoint): boolean {
  if ("timeMs" in past) return timeMsOfSuffix(suffix) <= past.timeMs;
  const origin = decodeIdSuffix(suffix);
  invariant(origin !== undefined, "an account's suffix is an id suffix");
  return origin.place <= past.place;
}

/** Rows of the account in `range` that existed at `past`, newest first, older than `after`. */
export function* rowsAsOf(
  snapshot: Snapshot,
  account: SeenAccount,
  past: PastPoint,
  range: TimeRange,
  after?: string,
): Generator<AccountRow> {
  const belowMs = Math.min(range.belowMs, momentMsOf(snapshot, past) + 1);
  for (const line of accountRows(snapshot, account, { fromMs: range.fromMs, belowMs }, after)) {
    // Several records can have the same millisecond, so the time alone does not separate them.
    const isLater = "place" in past && line.record.place > past.place;
    if (!isLater) yield line;
  }
}

/** The balance of the account at `past`, or at `nowMs` where that is earlier. */
export function balanceAsOf(
  snapshot: Snapshot,
  account: SeenAccount,
  past: PastPoint,
  nowMs: number,
): PastBalance {
  const momentMs = Math.min(nowMs, momentMsOf(snapshot, past));
  const all = { fromMs: 0, belowMs: Number.POSITIVE_INFINITY };
  for (const { row, record, isSource } of rowsAsOf(snapshot, account, past, all)) {
    return {
      postedMinor: isSource ? row.sourcePosted : row.destinationPosted,
      heldMinor: isSource ? row.sourceHeld : row.destinationHeld,
      asOfMs: Math.max(momentMs, record.timeMs),
    };
  }
  return { postedMinor: 0n, heldMinor: 0n, asOfMs: momentMs };
}

/** The time of the record, or the time; before all times where nothing had happened yet. */
function momentMsOf(snapshot: Snapshot, past: PastPoint): number {
  if ("timeMs" in past) return past.timeMs;
  return snapshot.record(past.place)?.timeMs ?? 0;
}

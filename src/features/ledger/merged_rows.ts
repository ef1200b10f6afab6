/** The rows of several accounts as one walk, newest first, each row once. */
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { mergeNewest } from "../merge_newest.ts";
import type { TimeRange } from "../record_walk.ts";
import {
  type AccountRow,
  accountRows,
  accountRowsBelow,
  type SeenAccount,
} from "./account_rows.ts";

/** Most accounts that one walk merges. Resuming reads up to ENTRY_INDEX_EVERY rows of each. */
export const MERGED_ACCOUNTS_MAX = 100;

/**
 * Rows of `accounts` in `range`; only rows older than `after` when it is given. `after` may be the
 * position of a row of any account.
 */
export function mergedAccountRows(
  snapshot: Snapshot,
  accounts: readonly SeenAccount[],
  range: TimeRange,
  after: string | undefined,
): Generator<AccountRow> {
  return mergeNewest(
    accounts.map((account) =>
      after === undefined
        ? accountRows(snapshot, account, range)
        : accountRowsBelow(snapshot, account, range, after),
    ),
  );
}

/** The rows of several accounts as one walk, newest first, each row once. */
import type { Snapshot } from "../../contract/snapshot.ts";
import { mergeNewest } from "../merge_newest.ts";
import type { TimeRange } from "../record_walk.ts";
import {
  type AccountRow,
  accountRows,
  accountRowsBelow,
  type SeenAccount,
} from "./account_rows.ts";

/** Accounts that one walk merges; each costs a page up to ENTRY_INDEX_EVERY rows to resume in. */
export const MERGED_ACCOUNTS_MAX = 100;

/** Rows of `accounts` in `range`, below `after` when it is given, whoever's position that is. */
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

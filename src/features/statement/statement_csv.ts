/** The entries of an account in a month as a statement lists them, oldest first; and as CSV. */

import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { statementCsv as csvOf, type StatementEntry } from "../../contract/values/statement_csv.ts";
import { entryOf } from "../account/account_entry.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import type { SeenAccount } from "../ledger/account_rows.ts";
import type { TimeRange } from "../record_walk.ts";
import { GAP, monthRows } from "./month_rows.ts";

/** The text of the file of the month, in parts. */
export function statementCsv(
  snapshot: Snapshot,
  account: SeenAccount,
  range: TimeRange,
): Generator<string> {
  return csvOf("account", statementEntries(snapshot, account, range));
}

/**
 * The entries of the month. They come from the entry that `account.entry.list` shows, so that the file and
 * the list cannot disagree.
 */
export function* statementEntries(
  snapshot: Snapshot,
  account: SeenAccount,
  range: TimeRange,
): Generator<StatementEntry> {
  const accountIdOf = accountIdsOf(snapshot);
  const accountId = `acct_${account.suffix}`;
  for (const line of monthRows(snapshot, account, range)) {
    if (line === GAP || line.record.timeMs < range.fromMs) continue;
    const entry = entryOf(line, accountId, accountIdOf);
    if (entry === undefined) continue;
    yield {
      bookedAtMs: line.record.timeMs,
      transferId: entry.transferId,
      kind: entry.kind,
      accountId,
      counterpartyAccountId: entry.counterpartyAccountId,
      description: entry.description,
      direction: entry.direction,
      amountMinor: line.row.amountMinor,
      balanceMinor: line.isSource ? line.row.sourcePosted : line.row.destinationPosted,
      currency: entry.currency,
      externalId: line.row.extras?.externalId,
    };
  }
}

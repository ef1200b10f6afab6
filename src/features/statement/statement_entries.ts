/** The entries of an account in a month as a statement lists them, oldest first; and as CSV. */

import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { statementCsv as csvOf, type StatementEntry } from "../../contract/values/statement_csv.ts";
import { type AccountIdOf, accountIdsOf } from "../ledger/account_ids.ts";
import type { SeenAccount } from "../ledger/account_rows.ts";
import { reservedSuffix } from "../ledger/reservation.ts";
import {
  ROW_AT,
  TRANSFER_KINDS,
  type TransferKind,
  unpackCurrency,
} from "../ledger/transfer_row.ts";
import { type MonthRow, monthRows } from "./month_rows.ts";
import { GAP, isBefore, type RowRange } from "./row_range.ts";

/** The text of the file of the month, in parts. */
export function statementCsv(
  snapshot: Snapshot,
  account: SeenAccount,
  range: RowRange,
): Generator<string> {
  return csvOf("account", statementEntries(snapshot, account, range));
}

/** The entries of the month, as `account.entry.list` shows them. */
export function* statementEntries(
  snapshot: Snapshot,
  account: SeenAccount,
  range: RowRange,
): Generator<StatementEntry> {
  const accountIdOf = accountIdsOf(snapshot);
  const accountId = `acct_${account.suffix}`;
  for (const row of monthRows(snapshot, account, range)) {
    if (row === GAP || isBefore(row, range) || !row.isEntry) continue;
    yield entryIn(row, accountId, accountIdOf);
  }
}

/** The entry of a row that moved posted money. */
export function entryIn(
  row: MonthRow,
  accountId: string,
  accountIdOf: AccountIdOf,
): StatementEntry {
  const { bytes, view, isSource } = row;
  const decoded = row.hasExtras ? row.decoded() : undefined;
  const reserved = decoded === undefined ? undefined : reservedSuffix(decoded);
  return {
    bookedAtMs: row.timeMs,
    transferId: `tr_${reserved ?? row.position}`,
    kind: TRANSFER_KINDS[bytes[row.row + ROW_AT.transferKind] as number] as TransferKind,
    accountId,
    counterpartyAccountId: accountIdOf(row.counterparty),
    description: decoded?.extras?.description,
    direction: isSource ? "debit" : "credit",
    amountMinor: row.amountMinor,
    balanceMinor: row.balanceMinor,
    currency: unpackCurrency(view.getUint16(row.row + ROW_AT.currency, true)),
    externalId: decoded?.extras?.externalId,
  };
}

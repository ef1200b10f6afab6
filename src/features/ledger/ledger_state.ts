/**
 * The ledger's part of a shard's state: accounts and their balances, the index of their rows, the
 * books.
 */
import { UniqueIndex } from "../../contract/tables/document_index.ts";
import { EntryTable } from "../../contract/tables/entry_table.ts";
import type { Table } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { AccountTable } from "./account_table.ts";
import { BookTable } from "./book_table.ts";

export type LedgerState = {
  accounts: AccountTable;
  entryIndex: EntryTable;
  books: BookTable;
  /** External ids of transfers. The transfers themselves are only in the log. */
  transferExternalIds: UniqueIndex;
};

export function createLedgerState(): LedgerState {
  return {
    accounts: new AccountTable(),
    entryIndex: new EntryTable("account_entry_index", LEDGER_TABLE.accountEntryIndex),
    books: new BookTable(),
    transferExternalIds: new UniqueIndex({
      name: "transfer_external_id",
      code: LEDGER_TABLE.transferExternalId,
    }),
  };
}

export function ledgerTables(state: LedgerState): Table[] {
  return [state.accounts, state.entryIndex, state.books, state.transferExternalIds];
}

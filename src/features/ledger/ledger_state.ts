/** What a shard keeps of its ledger: accounts and their balances, the index of their rows, the books. */
import { EntryTable, type Table } from "../../contract/table.ts";
import { AccountTable } from "./account_table.ts";
import { BookTable } from "./book_table.ts";

export const ENTRY_INDEX_TABLE = 10;

export type LedgerState = { accounts: AccountTable; entryIndex: EntryTable; books: BookTable };

export function createLedgerState(): LedgerState {
  return {
    accounts: new AccountTable(),
    entryIndex: new EntryTable("account_entry_index", ENTRY_INDEX_TABLE),
    books: new BookTable(),
  };
}

export function ledgerTables({ accounts, entryIndex, books }: LedgerState): Table[] {
  return [accounts, accounts.ordinals, accounts.balances, entryIndex, books];
}

/**
 * The ledger's part of a shard's state: accounts and their balances, the index of their rows, the
 * books.
 */
import { UniqueIndex } from "../../contract/tables/document_index.ts";
import type { DocumentTable } from "../../contract/tables/document_table.ts";
import { EntryTable } from "../../contract/tables/entry_table.ts";
import type { Table } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { AccountTable } from "./account_table.ts";
import { BookTable } from "./book_table.ts";
import { DayTable } from "./day_table.ts";
import { type MonthEnd, monthEndTable } from "./month_ends.ts";
import { RealmCalendars } from "./realm_calendars.ts";
import { type RealmZones, realmZoneTable } from "./realm_zones.ts";

export type LedgerState = {
  accounts: AccountTable;
  entryIndex: EntryTable;
  books: BookTable;
  /** What moved on each day. */
  days: DayTable;
  /** By which time and days the books of each realm go. It is made of what other tables store. */
  calendars: RealmCalendars;
  /** The next month of each realm that ends. */
  monthEnds: DocumentTable<MonthEnd>;
  /** The time zones by which days of realms go; no document where they are those of UTC. */
  realmZones: DocumentTable<RealmZones>;
  /** External ids of transfers. The transfers themselves are only in the log. */
  transferExternalIds: UniqueIndex;
};

export function createLedgerState(): LedgerState {
  const calendars = new RealmCalendars();
  return {
    accounts: new AccountTable(),
    entryIndex: new EntryTable("account_entry_index", LEDGER_TABLE.accountEntryIndex),
    books: new BookTable(),
    days: new DayTable(calendars),
    calendars,
    monthEnds: monthEndTable(),
    realmZones: realmZoneTable(),
    transferExternalIds: new UniqueIndex({
      name: "transfer_external_id",
      code: LEDGER_TABLE.transferExternalId,
    }),
  };
}

export function ledgerTables(state: LedgerState): Table[] {
  return [
    state.accounts,
    state.entryIndex,
    state.books,
    state.days,
    state.monthEnds,
    state.realmZones,
    state.transferExternalIds,
  ];
}

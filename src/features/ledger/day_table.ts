/**
 * What moved on each day, by realm and currency: updated with every row of money, live and on replay alike, so that a statement
 * of a month reads some 30 rows of this table and not the ledger. Days are those of the realm's calendar. Memory has the newest
 * day of each realm and currency, and the sums of the months whose step has not run; time never goes back, so no other day changes.
 */
import { grown } from "../../base/growable.ts";
import type { Place } from "../../base/id.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import {
  type Mark,
  NEVER_STORED,
  type Table,
  type TableSink,
} from "../../contract/tables/table.ts";
import { dayNumber } from "../../rails/days.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { AccountTable } from "./account_table.ts";
import { Sheet } from "./day_sheet.ts";
import { decodeDay, encodeDay, kindsOf, type Moved, movedOf, partsOfDayKey } from "./day_totals.ts";
import { EntryDigest } from "./entry_digest.ts";
import type { MonthTotals } from "./month_totals.ts";
import type { RealmCalendars } from "./realm_calendars.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "./roles.ts";
import type { TransferRow } from "./transfer_row.ts";

const EXTERNAL_CODE = roleCodeOf(EXTERNAL_ROLE);

export class DayTable implements Table {
  readonly name = "day_totals";
  readonly code = LEDGER_TABLE.dayTotals;
  readonly version = 1;
  readonly #calendars: RealmCalendars;
  /** From index 1; index 0 stands for none. */
  readonly #sheets: (Sheet | undefined)[] = [undefined];
  /** By realm and currency, the index in `#sheets`. */
  readonly #numbers = new Map<number, Map<string, number>>();
  /** Index in `#sheets` by ordinal; 0 until the account has a row. */
  #ofOrdinal = new Uint32Array(1_024);
  readonly #changed = new Set<Sheet>();
  /** Days that have ended since the last drain. */
  #ended: { realm: number; key: string; value: Uint8Array; mark: Mark }[] = [];

  constructor(calendars: RealmCalendars) {
    this.#calendars = calendars;
  }

  /**
   * Enters a row that moved posted money, or one that was refused. `corrects`: the place of the record that has booked
   * what the row takes back, where it takes something back.
   */
  enter(
    accounts: AccountTable,
    row: TransferRow,
    { timeMs, place }: Pick<RecordHead, "timeMs" | "place">,
    corrects?: Place,
  ): void {
    const sheet = this.#sheetOf(accounts, row.sourceOrdinal);
    const nowMs = sheet.calendar.timeOf(timeMs);
    if (nowMs >= sheet.belowMs) this.#begin(sheet, nowMs, place);
    if (!sheet.isChanged) {
      sheet.isChanged = true;
      this.#changed.add(sheet);
    }
    const moved = sheet.movedOf(row.transferKind);
    if (row.step === "failed") {
      moved.failed++;
      return;
    }
    const isIn = accounts.roleCode(row.sourceOrdinal) === EXTERNAL_CODE;
    const isOut = accounts.roleCode(row.destinationOrdinal) === EXTERNAL_CODE;
    addRow(moved, row, isIn, isOut);
    const month = corrects === undefined ? undefined : sheet.earlierMonthOf(corrects);
    if (month !== undefined) {
      addRow(movedOf(kindsOf(sheet.corrections, month), row.transferKind), row, isIn, isOut);
    }
    if (!isIn) countActive(accounts, sheet, row.sourceOrdinal);
    if (!isOut) countActive(accounts, sheet, row.destinationOrdinal);
    sheet.digest.add(row, timeMs);
  }

  /** What moved in a month whose step has not run, by currency, in alphabetical order. */
  monthTotals(realm: number, month: string): MonthTotals[] {
    const sheets = this.#sheetsOf(realm).map((sheet) => sheet.monthTotals(month));
    return sheets.sort((a, b) => (a.currency < b.currency ? -1 : 1));
  }

  /** For `apply`: the step of the month has run, as of all months before it. */
  endMonth(realm: number, month: string): void {
    for (const sheet of this.#sheetsOf(realm)) {
      // The newest day of the month is over, although no row has come since.
      if (sheet.isDayWithin(month)) this.#end(sheet);
      sheet.carryThrough(month);
    }
  }

  drain(sink: TableSink): void {
    for (const { realm, key, value, mark } of this.#ended) sink(realm, key, value, mark);
    this.#ended = [];
    for (const sheet of this.#changed) {
      sheet.isChanged = false;
      sheet.mark = sink(sheet.realm, sheet.key, encodeDay(sheet.totals), sheet.mark);
    }
    this.#changed.clear();
  }

  load(realm: number, key: string, value: Uint8Array, mark: Mark): void {
    const { day, currency } = partsOfDayKey(key);
    const sheet = this.#sheets[this.#numberOf(realm, currency)] as Sheet;
    sheet.roll();
    const { digest, rest, firstPlace, ...totals } = decodeDay(value);
    Object.assign(sheet, { ...totals, mark, digest: new EntryDigest(digest, rest) });
    sheet.beginDay(dayNumber(day), firstPlace);
  }

  /** After all tables were loaded. `endedThrough`: the newest month of a realm whose step has run. */
  loaded(endedThrough: (realm: number) => string): void {
    for (const sheet of this.#sheets) {
      if (sheet === undefined) continue;
      const month = endedThrough(sheet.realm);
      if (sheet.isDayWithin(month)) sheet.roll();
      else sheet.belowMs = sheet.calendar.days.startOf(sheet.day + 1);
      sheet.carryThrough(month);
    }
  }

  #sheetsOf(realm: number): Sheet[] {
    const numbers = this.#numbers.get(realm)?.values() ?? [];
    return [...numbers].map((number) => this.#sheets[number] as Sheet);
  }

  #sheetOf(accounts: AccountTable, ordinal: number): Sheet {
    if (ordinal >= this.#ofOrdinal.length) this.#ofOrdinal = grown(this.#ofOrdinal, ordinal);
    const known = this.#sheets[this.#ofOrdinal[ordinal] as number];
    if (known !== undefined) return known;
    const number = this.#numberOf(accounts.realm(ordinal), accounts.currency(ordinal));
    this.#ofOrdinal[ordinal] = number;
    return this.#sheets[number] as Sheet;
  }

  /** The index of the sheet, which is made where there is none. */
  #numberOf(realm: number, currency: string): number {
    const ofRealm = this.#numbers.get(realm) ?? new Map<string, number>();
    this.#numbers.set(realm, ofRealm);
    const known = ofRealm.get(currency);
    if (known !== undefined) return known;
    const number = this.#sheets.push(new Sheet(realm, currency, this.#calendars.of(realm))) - 1;
    ofRealm.set(currency, number);
    return number;
  }

  /** Begins the day that has the moment; the day before, where there is one, is over. `place`: of its first row. */
  #begin(sheet: Sheet, nowMs: number, place: Place): void {
    this.#end(sheet);
    const { days } = sheet.calendar;
    const day = days.dayAt(nowMs);
    sheet.beginDay(day, place);
    sheet.belowMs = days.startOf(day + 1);
    sheet.mark = NEVER_STORED;
  }

  #end(sheet: Sheet): void {
    if (!sheet.hasDay) return;
    sheet.digest.end();
    const { realm, key, mark } = sheet;
    this.#ended.push({ realm, key, value: encodeDay(sheet.totals), mark });
    sheet.roll();
    sheet.isChanged = false;
    this.#changed.delete(sheet);
  }
}

function addRow(moved: Moved, { amountMinor }: TransferRow, isIn: boolean, isOut: boolean): void {
  moved.count++;
  moved.volumeMinor += amountMinor;
  if (isIn) moved.inMinor += amountMinor;
  if (isOut) moved.outMinor += amountMinor;
}

function countActive({ balances }: AccountTable, sheet: Sheet, ordinal: number): void {
  const before = balances.newestDay(ordinal);
  if (before === sheet.day) return;
  balances.setNewestDay(ordinal, sheet.day);
  sheet.activeAccounts++;
  if (before < sheet.firstDayOfMonth) sheet.firstInMonth++;
}

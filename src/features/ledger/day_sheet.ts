/** What memory has of the days of one currency of a realm: the newest day, and the months whose step has not run. */
import type { Place } from "../../base/id.ts";
import { type Mark, NEVER_STORED } from "../../contract/tables/table.ts";
import { dayText } from "../../rails/days.ts";
import { type Corrections, type DayTotals, dayKey, type Moved, movedOf } from "./day_totals.ts";
import { EntryDigest, NO_ENTRIES } from "./entry_digest.ts";
import {
  addDay,
  addMonth,
  type MonthSums,
  type MonthTotals,
  netOf,
  noSums,
} from "./month_totals.ts";
import type { RealmCalendar } from "./realm_calendars.ts";
import type { TransferKind } from "./transfer_row.ts";
import { firstDayOf, monthOfDay } from "./zone_calendar.ts";

const NO_DAY = -1;
/** A month as far as its days are over. `digest`: over all entries up to the end of these. */
type OpenMonth = MonthSums & { digest: string };

export class Sheet {
  readonly realm: number;
  readonly currency: string;
  readonly calendar: RealmCalendar;
  /** The newest day, counted from 1970-01-01, and the first moment after it; what moved on it. */
  day = NO_DAY;
  belowMs = 0;
  firstDayOfMonth = 0;
  firstPlace: Place = 0;
  kinds = new Map<TransferKind, Moved>();
  /** The kind of the newest row, and its sums in `kinds`: most rows are of the kind of the row before. */
  #kind: TransferKind | undefined;
  #moved: Moved | undefined;
  corrections: Corrections = new Map();
  activeAccounts = 0;
  firstInMonth = 0;
  digest = new EntryDigest();
  isChanged = false;
  mark: Mark = NEVER_STORED;
  /** By month, its days before the newest day. */
  readonly #months = new Map<string, OpenMonth>();
  /** Of all months that are not in `#months`: their net, minor units, and the digest over them. */
  #carriedMinor = 0n;
  #carriedDigest = NO_ENTRIES;
  /** The places of the first rows of all months, oldest first. */
  readonly #starts: { month: string; place: Place }[] = [];

  constructor(realm: number, currency: string, calendar: RealmCalendar) {
    this.realm = realm;
    this.currency = currency;
    this.calendar = calendar;
  }

  get hasDay(): boolean {
    return this.day !== NO_DAY;
  }

  get key(): string {
    return dayKey(dayText(this.day), this.currency);
  }

  get totals(): DayTotals {
    const { kinds, corrections, activeAccounts, firstInMonth, firstPlace } = this;
    const { digest, rest } = this.digest;
    return { kinds, corrections, activeAccounts, firstInMonth, firstPlace, digest, rest };
  }

  /** The sums of the newest day of a kind. */
  movedOf(kind: TransferKind): Moved {
    if (kind !== this.#kind || this.#moved === undefined) {
      this.#kind = kind;
      this.#moved = movedOf(this.kinds, kind);
    }
    return this.#moved;
  }

  /** Whether there is a newest day, in the month or before it. */
  isDayWithin(month: string): boolean {
    return this.hasDay && monthOfDay(this.day) <= month;
  }

  beginDay(day: number, firstPlace: Place): void {
    this.#moved = undefined;
    const month = monthOfDay(day);
    this.day = day;
    this.firstDayOfMonth = firstDayOf(month);
    this.firstPlace = firstPlace;
    if (this.#starts.at(-1)?.month !== month) this.#starts.push({ month, place: firstPlace });
  }

  /** The newest day is over: its sums go into those of its month. Does nothing where there is no newest day. */
  roll(): void {
    if (!this.hasDay) return;
    const month = monthOfDay(this.day);
    const sums = this.#months.get(month) ?? { ...noSums(), digest: NO_ENTRIES };
    this.#months.set(month, sums);
    addDay(sums, this);
    sums.digest = this.digest.whole;
    this.kinds = new Map();
    this.#moved = undefined;
    this.corrections = new Map();
    this.activeAccounts = 0;
    this.firstInMonth = 0;
    this.day = NO_DAY;
    this.belowMs = 0;
  }

  /** The steps of the month and of all before it have run: memory keeps their net and their digest alone. */
  carryThrough(month: string): void {
    for (const [each, { kinds, digest }] of [...this.#months].sort(byMonth)) {
      if (each > month) return;
      this.#carriedMinor += netOf(kinds);
      this.#carriedDigest = digest;
      this.#months.delete(each);
    }
  }

  /** The month of the row at a place, where it is one before the month of the newest day. */
  earlierMonthOf(place: Place): string | undefined {
    const start = this.#starts.findLast((one) => one.place <= place);
    return start === this.#starts.at(-1) ? undefined : start?.month;
  }

  /** A month whose step has not run. */
  monthTotals(month: string): MonthTotals {
    const sums = noSums();
    let openingMinor = this.#carriedMinor;
    let digest = this.#carriedDigest;
    for (const [each, open] of [...this.#months].sort(byMonth)) {
      if (each > month) break;
      if (each < month) openingMinor += netOf(open.kinds);
      else addMonth(sums, open);
      digest = open.digest;
    }
    if (this.isDayWithin(month)) {
      if (monthOfDay(this.day) === month) addDay(sums, this);
      else openingMinor += netOf(this.kinds);
      digest = this.digest.whole;
    }
    const closingMinor = openingMinor + netOf(sums.kinds);
    return { ...sums, currency: this.currency, openingMinor, closingMinor, digest };
  }
}

function byMonth([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

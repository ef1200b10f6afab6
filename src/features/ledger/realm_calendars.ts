/**
 * By which time and which days the books of a realm go: in a sandbox by its clock, which callers move, in live by the wall
 * clock; by the days of the company's time zone. The features that keep the clocks and the zones of realms say each change
 * here, and again after a start.
 */
import { monthOfDay, UTC_CALENDAR, ZoneCalendar, type ZoneSpan } from "./zone_calendar.ts";

/** The time and the days of one realm. Its fields change in place, so that whoever keeps it sees the newest. */
export class RealmCalendar {
  /** Where the clock of a sandbox stands, milliseconds UTC; undefined of live. */
  clockMs: number | undefined;
  #days: ZoneCalendar = UTC_CALENDAR;
  #month = "";
  #endMs = 0;

  get days(): ZoneCalendar {
    return this.#days;
  }

  set days(days: ZoneCalendar) {
    this.#days = days;
    this.#month = "";
  }

  /** The time of the realm's books at a record that was made at `recordMs`, both milliseconds UTC. */
  timeOf(recordMs: number): number {
    return this.clockMs ?? recordMs;
  }

  /** The end of a month, milliseconds UTC. It is computed once for each month, and again after other days came to hold. */
  endOf(month: string): number {
    if (this.#month !== month) {
      this.#month = month;
      this.#endMs = this.days.rangeOfMonth(month).belowMs;
    }
    return this.#endMs;
  }

  /** The day of a record that is applied now, counted from 1970-01-01. */
  dayOf(recordMs: number): number {
    return this.days.dayAt(this.timeOf(recordMs));
  }
}

export class RealmCalendars {
  readonly #realms: (RealmCalendar | undefined)[] = [];

  /** The calendar of a realm; of one of which nothing was said: the wall clock, and days of UTC. */
  of(realm: number): RealmCalendar {
    const known = this.#realms[realm];
    if (known !== undefined) return known;
    const calendar = new RealmCalendar();
    this.#realms[realm] = calendar;
    return calendar;
  }

  /** The month, `YYYY-MM`, of a record of the realm that is applied now. */
  monthOf(realm: number, recordMs: number): string {
    return monthOfDay(this.of(realm).dayOf(recordMs));
  }

  /** The clock of the realm's sandbox stands there. */
  setClock(realm: number, clockMs: number): void {
    this.of(realm).clockMs = clockMs;
  }

  /** Days of the realm go by these zones. */
  setZones(realm: number, spans: readonly ZoneSpan[]): void {
    this.of(realm).days = new ZoneCalendar(spans);
  }
}

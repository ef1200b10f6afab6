/** Days of the calendar: as text, `YYYY-MM-DD`, or as the count of days since 1970-01-01, so that days can be added. */
import { invariant } from "../base/invariant.ts";
import { isoDay } from "../base/iso_time.ts";

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

const FORM = /^\d{4}-\d{2}-\d{2}$/;

/** Days of the week are counted from Monday, 0, to Sunday, 6. */
export const MONDAY = 0;
export const THURSDAY = 3;
export const SATURDAY = 5;
export const SUNDAY = 6;

/** The count of days from 1970-01-01 to this day. Throws for a text that is no day of the calendar, and for an earlier day. */
export function dayNumber(text: string): number {
  const day = FORM.test(text) ? Date.parse(`${text}T00:00:00.000Z`) / DAY_MS : Number.NaN;
  // There is no 31 February, but `Date.parse` finds one.
  invariant(
    day >= 0 && dayText(day) === text,
    "a day is YYYY-MM-DD, in the calendar, from 1970 on",
  );
  return day;
}

/** The last day that has a text: no time of the platform is later. */
export const LAST_DAY = dayOf(9999, 12, 31);

/** `YYYY-MM-DD` of a count of days. The year must have four digits. */
export function dayText(day: number): string {
  return isoDay(day * DAY_MS);
}

/** The calendar year that a day is in. */
export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** The count of days to this one; months from 1 to 12. */
export function dayOf(year: number, month: number, dayOfMonth: number): number {
  return Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;
}

/** The day this many months later, with the same number in its month, or the last of a shorter month; never past `LAST_DAY`. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1 + months];
  const lastOfMonth = dayOf(year, month + 1, 0);
  return Math.min(dayOf(year, month, date.getUTCDate()), lastOfMonth, LAST_DAY);
}

/** 0 for a Monday to 6 for a Sunday. 1970-01-01, day 0, was a Thursday. */
export function weekdayOf(day: number): number {
  return (day + THURSDAY) % 7;
}

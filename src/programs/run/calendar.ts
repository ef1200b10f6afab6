/**
 * Dates and times of the calendar, UTC. A date is a text such as `2026-01-31`; a time is in
 * milliseconds. Days are computed as numbers (the proleptic Gregorian calendar), so that no year is
 * special.
 *
 * A month or a year later is the same day of its month, or the last day where the month is shorter.
 * It is always computed from the date that is given: one month after 31 January is 28 February, and
 * two are 31 March. A result outside of the years 1970 to 9999 is refused; what is computed from
 * may be earlier, such as a birthday.
 */
import { stopAt } from "./refused.ts";

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const FIRST_DAY = 0;
/** 9999-12-31. */
const LAST_DAY = 2_932_896;
/** The last millisecond of 9999. */
export const LAST_TIME_MS = (LAST_DAY + 1) * DAY_MS - 1;

/** The date `count` days later. Stops with `date_range` outside of the years 1970 to 9999, as every function here. */
export function addDays(date: string, count: number): string {
  return dateOfDay(dayOfDate(date) + count);
}

/** The date `count` months later; the last day of a month that has no such day. */
export function addMonths(date: string, count: number): string {
  return dateOfDay(monthsLater(dayOfDate(date), count));
}

/** The date `count` years later; 29 February becomes 28 February where there is no leap day. */
export function addYears(date: string, count: number): string {
  return addMonths(date, count * MONTHS);
}

/** `timeMs` moved by `count` days of 24 hours, so that the time of the day in UTC stays. */
export function addDaysToTime(timeMs: number, count: number): number {
  return timeInRange(timeMs + count * DAY_MS);
}

/** `timeMs` moved by months as `addMonths` moves a date; the time of the day in UTC stays. */
export function addMonthsToTime(timeMs: number, count: number): number {
  const day = Math.floor(timeMs / DAY_MS);
  return timeInRange(monthsLater(day, count) * DAY_MS + (timeMs - day * DAY_MS));
}

/** `timeMs` moved by years as `addYears` moves a date; the time of the day in UTC stays. */
export function addYearsToTime(timeMs: number, count: number): number {
  return addMonthsToTime(timeMs, count * MONTHS);
}

/** `timeMs` moved by a duration in milliseconds. */
export function addDuration(timeMs: number, durationMs: number): number {
  return timeInRange(timeMs + durationMs);
}

/** The date in UTC of a time. */
export function dateOf(timeMs: number): string {
  return dateOfDay(Math.floor(timeMs / DAY_MS));
}

/** The first moment of a date in UTC, milliseconds. */
export function startOf(date: string): number {
  return timeInRange(dayOfDate(date) * DAY_MS);
}

const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Milliseconds of a text that has the form of a duration (`schema_parts.ts`). */
export function durationMsOf(text: string): number {
  const [, weeks, days, hours, minutes, seconds] = (DURATION.exec(text) ?? []).map(Number);
  return (
    ((weeks || 0) * 7 + (days || 0)) * DAY_MS +
    (hours || 0) * HOUR_MS +
    (minutes || 0) * MINUTE_MS +
    (seconds || 0) * SECOND_MS
  );
}

/** The most of each unit that the form of a duration has room for. */
const UNITS = [
  [DAY_MS, 99_999, "D"],
  [HOUR_MS, 999_999, "H"],
  [MINUTE_MS, 9_999_999, "M"],
  [SECOND_MS, 99_999_999, "S"],
] as const;

/** One text of a duration, `P2D` where `PT48H` was written; `durationMsOf` reads it back. */
export function durationText(durationMs: number): string {
  let left = durationMs;
  let text = "P";
  for (const [unit, most, letter] of UNITS) {
    const count = Math.min(most, Math.floor(left / unit));
    if (count === 0) continue;
    left -= count * unit;
    if (unit !== DAY_MS && !text.includes("T")) text += "T";
    text += count + letter;
  }
  return text;
}

const MONTHS = 12;

function monthsLater(day: number, count: number): number {
  const { year, month, dayOfMonth } = partsOf(day);
  const months = year * MONTHS + month - 1 + count;
  const wantedYear = Math.floor(months / MONTHS);
  const wantedMonth = months - wantedYear * MONTHS + 1;
  const last = daysOfMonth(wantedYear, wantedMonth);
  return dayOf(wantedYear, wantedMonth, Math.min(dayOfMonth, last));
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * Days of the 400 years after which the calendar repeats itself, and from 0000-03-01 to 1970-01-01.
 */
const ERA_DAYS = 146_097;
const EPOCH_DAYS = 719_468;

/**
 * Days since 1970-01-01. Years are taken to begin in March, so that a leap day is the last of its
 * year.
 */
function dayOf(year: number, month: number, dayOfMonth: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear =
    Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + dayOfMonth - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * ERA_DAYS + yearOfEra * 365 + leapDays + dayOfYear - EPOCH_DAYS;
}

function partsOf(day: number): { year: number; month: number; dayOfMonth: number } {
  const days = day + EPOCH_DAYS;
  const era = Math.floor(days / ERA_DAYS);
  const dayOfEra = days - era * ERA_DAYS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const before = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  const dayOfYear = dayOfEra - before;
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

function dayOfDate(date: string): number {
  return dayOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)));
}

function dateOfDay(day: number): string {
  if (!(day >= FIRST_DAY && day <= LAST_DAY)) return outOfRange("the date");
  const { year, month, dayOfMonth } = partsOf(day);
  return `${year}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`;
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : String(number));

function timeInRange(timeMs: number): number {
  return timeMs >= 0 && timeMs <= LAST_TIME_MS ? timeMs : outOfRange("the time");
}

function outOfRange(what: string): never {
  return stopAt("date_range", `${what} that was reckoned is not in the years 1970 to 9999`);
}

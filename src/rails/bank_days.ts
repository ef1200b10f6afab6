/**
 * The days on which banks work, by three calendars. Holidays are computed from their rules for any year; what is no
 * rule stands in a table. All calendars close on Saturday and Sunday.
 *
 * - `t2`: the euro's T2, before 2023 TARGET2. European Central Bank, "Long-term calendar for TARGET closing days", 14 December
 *   2000: from 2002 on closed on 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December. None is moved.
 * - `fed`: the Federal Reserve Banks. Board of Governors, release K.8 "Holidays Observed by the Federal Reserve System": a holiday
 *   on a Sunday closes the Monday after; one on a Saturday closes no other day. Juneteenth is observed from 2022 on.
 * - `uk`: England and Wales, whose bank holidays the payment systems of the Bank of England keep. Banking and Financial Dealings Act
 *   1971 and https://www.gov.uk/bank-holidays: a holiday on a Saturday or Sunday is kept on the next weekday that is none. Days that
 *   were moved or added by proclamation stand in `UK_EXCEPTIONS`, from 2020 on; earlier years have the rules alone.
 */
import { invariant } from "../base/invariant.ts";
import {
  dayNumber,
  dayOf,
  dayText,
  LAST_DAY,
  MONDAY,
  SATURDAY,
  SUNDAY,
  THURSDAY,
  weekdayOf,
  yearOf,
} from "./days.ts";

export type Calendar = "t2" | "fed" | "uk";

/** Bank days that one question may count. */
export const BANK_DAYS_MAX = 366;

/** Whether banks work on this day, `YYYY-MM-DD`. */
export function isBankDay(calendar: Calendar, day: string): boolean {
  return worksOn(calendar, dayNumber(day));
}

/**
 * The `count`-th bank day after `day`, both `YYYY-MM-DD`. With count 0 it is `day` itself if banks work then, else the next one on
 * which they do. No day is later than 9999-12-31: past it the answer is that day.
 */
export function nextBankDay(calendar: Calendar, day: string, count: number): string {
  return dayText(bankDayAfter(calendar, dayNumber(day), count));
}

/** `nextBankDay` of counts of days since 1970-01-01. */
export function bankDayAfter(calendar: Calendar, day: number, count: number): number {
  const isCount = Number.isInteger(count) && count >= 0 && count <= BANK_DAYS_MAX;
  invariant(isCount, "as many bank days are counted as there can be in a year");
  let found = Math.min(count === 0 ? day : day + 1, LAST_DAY);
  for (let left = Math.max(count, 1); found < LAST_DAY; found++) {
    if (worksOn(calendar, found) && --left === 0) break;
  }
  return found;
}

/** The holidays of the year last asked for, of each calendar: neighbouring questions are about one year. */
const RECENT: Record<Calendar, { year: number; days: readonly number[] }> = {
  t2: { year: Number.NaN, days: [] },
  fed: { year: Number.NaN, days: [] },
  uk: { year: Number.NaN, days: [] },
};

const HOLIDAYS: Record<Calendar, (year: number) => readonly number[]> = {
  t2: t2Holidays,
  fed: fedHolidays,
  uk: ukHolidays,
};

function worksOn(calendar: Calendar, day: number): boolean {
  if (weekdayOf(day) >= SATURDAY) return false;
  const year = yearOf(day);
  if (RECENT[calendar].year !== year) {
    RECENT[calendar] = { year, days: HOLIDAYS[calendar](year) };
  }
  return !RECENT[calendar].days.includes(day);
}

function t2Holidays(year: number): readonly number[] {
  const easter = easterSunday(year);
  return [
    ...[dayOf(year, 1, 1), easter - 2, easter + 1, dayOf(year, 5, 1)],
    ...[dayOf(year, 12, 25), dayOf(year, 12, 26)],
  ];
}

/** Of these the last that became a holiday, by the Juneteenth National Independence Day Act of 17 June 2021. */
const JUNETEENTH_FROM = 2022;

function fedHolidays(year: number): readonly number[] {
  return [
    mondayIfSunday(dayOf(year, 1, 1)),
    // Birthday of Martin Luther King, Jr., and Washington's Birthday.
    weekdayFrom(MONDAY, dayOf(year, 1, 15)),
    weekdayFrom(MONDAY, dayOf(year, 2, 15)),
    // Memorial Day, the last Monday of May.
    weekdayFrom(MONDAY, dayOf(year, 5, 25)),
    ...(year >= JUNETEENTH_FROM ? [mondayIfSunday(dayOf(year, 6, 19))] : []),
    mondayIfSunday(dayOf(year, 7, 4)),
    // Labor Day, and Columbus Day.
    weekdayFrom(MONDAY, dayOf(year, 9, 1)),
    weekdayFrom(MONDAY, dayOf(year, 10, 8)),
    // Veterans Day; Thanksgiving Day, the fourth Thursday of November.
    mondayIfSunday(dayOf(year, 11, 11)),
    weekdayFrom(THURSDAY, dayOf(year, 11, 22)),
    mondayIfSunday(dayOf(year, 12, 25)),
  ];
}

/** What was no rule: days that were bank holidays by rule and were not, and days that were bank holidays once. */
const UK_EXCEPTIONS: Readonly<
  Record<number, { gone: readonly string[]; added: readonly string[] }>
> = {
  // gov.uk/government/news/2020-may-bank-holiday-will-be-moved-to-mark-75th-anniversary-of-ve-day
  2020: { gone: ["2020-05-04"], added: ["2020-05-08"] },
  // gov.uk/government/news/extra-bank-holiday-to-mark-the-queens-platinum-jubilee-in-2022, and
  // .../bank-holiday-announced-for-her-majesty-queen-elizabeth-iis-state-funeral-on-monday-19-september
  2022: { gone: ["2022-05-30"], added: ["2022-06-02", "2022-06-03", "2022-09-19"] },
  // gov.uk/government/news/bank-holiday-proclaimed-in-honour-of-the-coronation-of-his-majesty-king-charles-iii
  2023: { gone: [], added: ["2023-05-08"] },
};

function ukHolidays(year: number): readonly number[] {
  const easter = easterSunday(year);
  const ruled = [
    mondayIfWeekend(dayOf(year, 1, 1)),
    ...[easter - 2, easter + 1],
    // The first and the last Monday of May, and the last of August.
    weekdayFrom(MONDAY, dayOf(year, 5, 1)),
    weekdayFrom(MONDAY, dayOf(year, 5, 25)),
    weekdayFrom(MONDAY, dayOf(year, 8, 25)),
    ...ukChristmas(dayOf(year, 12, 25)),
  ];
  const exceptions = UK_EXCEPTIONS[year];
  if (exceptions === undefined) return ruled;
  const gone = exceptions.gone.map(dayNumber);
  return [...ruled.filter((day) => !gone.includes(day)), ...exceptions.added.map(dayNumber)];
}

/** The weekdays of 25 and 26 December. Whichever is on a weekend is kept on the first weekday that is not the other's. */
function ukChristmas(christmas: number): readonly number[] {
  const weekday = weekdayOf(christmas);
  if (weekday === SATURDAY) return [christmas + 2, christmas + 3];
  if (weekday === SUNDAY) return [christmas + 1, christmas + 2];
  return [christmas, mondayIfWeekend(christmas + 1)];
}

function mondayIfSunday(day: number): number {
  return weekdayOf(day) === SUNDAY ? day + 1 : day;
}

function mondayIfWeekend(day: number): number {
  return weekdayOf(day) >= SATURDAY ? weekdayFrom(MONDAY, day) : day;
}

/** The first day from `day` on that is this day of the week. */
function weekdayFrom(weekday: number, day: number): number {
  return day + ((weekday - weekdayOf(day) + 7) % 7);
}

/**
 * Easter Sunday of the Gregorian calendar: the anonymous algorithm of Nature, 20 April 1876, as in
 * J. Meeus, Astronomical Algorithms, chapter 8.
 */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const leapCenturies = Math.floor(century / 4);
  const lunar = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - lunar + 15) % 30;
  const weekdays =
    (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekdays) / 451);
  const march = epact + weekdays - 7 * late + 114;
  return dayOf(year, Math.floor(march / 31), (march % 31) + 1);
}

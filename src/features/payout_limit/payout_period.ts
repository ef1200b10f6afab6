/** The periods that limits of payouts are for: calendar days, ISO weeks and calendar months in UTC, by the Product's clock. */
import { isoDay } from "../../base/iso_time.ts";

export const PAYOUT_PERIODS = ["P1D", "P1W", "P1M"] as const;
export type PayoutPeriod = (typeof PAYOUT_PERIODS)[number];

/** What a period is called for people. */
export const PERIOD_WORDS: Readonly<Record<PayoutPeriod, string>> = {
  P1D: "a day",
  P1W: "a week",
  P1M: "a month",
};

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday, the fourth day of its ISO week. */
const EPOCH_WEEKDAY = 3;

/** The day of a time in milliseconds UTC: `YYYY-MM-DD`. */
export function dayOf(timeMs: number): string {
  return isoDay(timeMs);
}

/** The first day of the period that a day is in, both `YYYY-MM-DD`. An ISO week begins on Monday. */
export function startOf(period: PayoutPeriod, day: string): string {
  switch (period) {
    case "P1D":
      return day;
    case "P1W":
      return mondayOf(day);
    case "P1M":
      return `${day.slice(0, 7)}-01`;
  }
}

/** The day that was asked about last, and its Monday: neighbouring questions are about one day. */
let recent = { day: "1970-01-01", monday: "1969-12-29" };

function mondayOf(day: string): string {
  if (recent.day === day) return recent.monday;
  const dayNumber = Date.parse(day) / DAY_MS;
  const monday = dayOf((dayNumber - ((dayNumber + EPOCH_WEEKDAY) % 7)) * DAY_MS);
  recent = { day, monday };
  return monday;
}

/** When the period that begins on a day begins and ends, milliseconds UTC; the end is the beginning of the next one. */
export function rangeOf(period: PayoutPeriod, start: string): { fromMs: number; toMs: number } {
  const fromMs = Date.parse(start);
  const days = { P1D: 1, P1W: 7 };
  if (period !== "P1M") return { fromMs, toMs: fromMs + days[period] * DAY_MS };
  const [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))];
  return { fromMs, toMs: Date.UTC(year, month, 1) };
}

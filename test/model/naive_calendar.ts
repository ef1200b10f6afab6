/** Days, months and years of the naive interpreter. A day that a month does not have becomes its last day. */
import { refuse, type Value } from "./naive_value.ts";

/** What is reckoned is in these years. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 9999;

function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] as number;
}

/** `value`: a day as a text, or a time. The result is of the same type. */
function changedDate(value: Value, change: (date: Date) => Date): Value {
  const isDay = typeof value === "string";
  const before = new Date(isDay ? `${value}T00:00:00.000Z` : (value as { timeMs: number }).timeMs);
  const after = change(before);
  const year = after.getUTCFullYear();
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) refuse("state_constraint_failed", "no such year");
  return isDay ? after.toISOString().slice(0, 10) : { timeMs: after.getTime() };
}

export function addDays(value: Value, days: bigint): Value {
  return changedDate(value, (date) => new Date(date.getTime() + Number(days) * 86_400_000));
}

/** `clamps`: whether a day that the month does not have becomes its last day. */
export function addMonths(value: Value, months: bigint, clamps: boolean): Value {
  return changedDate(value, (date) => {
    const all = date.getUTCFullYear() * 12 + date.getUTCMonth() + Number(months);
    const year = Math.floor(all / 12);
    if (!(year >= FIRST_YEAR && year <= LAST_YEAR))
      refuse("state_constraint_failed", "no such year");
    const month = all - year * 12;
    const last = clamps ? daysOf(year, month) : 31;
    const day = Math.min(date.getUTCDate(), last);
    const moved = new Date(date.getTime());
    moved.setUTCFullYear(year, month, day);
    return moved;
  });
}

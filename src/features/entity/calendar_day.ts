/** Days of the calendar as callers write them: `1990-12-31`. */

const FORM = /^\d{4}-\d{2}-\d{2}$/;
export const DAY_MS = 86_400_000;

/** The first millisecond of the day in UTC; undefined for a text that is no day of the calendar. */
export function dayMsOf(text: string): number | undefined {
  if (!FORM.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  // There is no 31 February, but `Date.parse` finds one.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? undefined : ms;
}

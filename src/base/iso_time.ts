/**
 * Time on the wire. Neighbours in a list share their second, so the date is written once a second
 * and only the milliseconds are added: 0.02 us instead of 0.4 us. Plain twin: `Date.toISOString`,
 * in iso_time.test.ts.
 */

const SECOND_MS = 1_000;
/** `000Z` to `999Z`. */
const ENDINGS = Array.from({ length: SECOND_MS }, (_, ms) => `${String(ms).padStart(3, "0")}Z`);

let lastMs = -1;
let lastText = "";
let secondMs = -1;
/** Everything before the milliseconds: `2026-01-31T09:30:00.`. */
let secondText = "";

/** ISO 8601 UTC with milliseconds. Remembers the text of the last time. */
export function isoTime(timeMs: number): string {
  if (timeMs === lastMs) return lastText;
  const ms = timeMs % SECOND_MS;
  const ending = ENDINGS[ms];
  // Before 1970 the remainder is negative. The platform makes no such time.
  if (ending === undefined) return new Date(timeMs).toISOString();
  if (timeMs - ms !== secondMs) {
    secondText = new Date(timeMs).toISOString().slice(0, -ending.length);
    secondMs = timeMs - ms;
  }
  lastText = secondText + ending;
  lastMs = timeMs;
  return lastText;
}

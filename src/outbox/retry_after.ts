/**
 * `Retry-After` of an answer (RFC 9110 section 10.2.3): "the value of this field can be either an
 * HTTP-date or a number of seconds to delay".
 */

/** The furthest that a receiver can put off the next attempt: the longest pause of the schedule. */
export const RETRY_AFTER_MAX_MS = 72 * 3_600_000;

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
/** RFC 9110 section 5.6.7: the form that is sent, and the two obsolete ones that are understood. */
const FORMS = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[\d ]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
];

/**
 * The moment, in milliseconds UTC, before which the receiver wants no request, at most
 * `RETRY_AFTER_MAX_MS` after `nowMs`; undefined where the value says nothing, or a moment that has
 * passed.
 */
export function retryMomentOf(value: string, nowMs: number): number | undefined {
  const text = value.trim();
  const atMs = /^\d+$/.test(text) ? nowMs + Number(text) * 1_000 : dateOf(text, nowMs);
  if (atMs === undefined || atMs <= nowMs) return undefined;
  return Math.min(atMs, nowMs + RETRY_AFTER_MAX_MS);
}

function dateOf(text: string, nowMs: number): number | undefined {
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (parts === undefined) return undefined;
  const { day = "", month = "", year = "", time = "" } = parts;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  const monthIndex = MONTHS.indexOf(month);
  const fits = monthIndex >= 0 && Number(day) > 0 && hours < 24 && minutes < 60 && seconds <= 60;
  if (!fits) return undefined;
  const whole = year.length === 2 ? wholeYear(Number(year), nowMs) : Number(year);
  return Date.UTC(whole, monthIndex, Number(day), hours, minutes, seconds);
}

/**
 * "Recipients of a timestamp value in rfc850-date format, which uses a two-digit year, MUST
 * interpret a timestamp that appears to be more than 50 years in the future as representing the
 * most recent year in the past that had the same last two digits."
 */
function wholeYear(twoDigits: number, nowMs: number): number {
  const now = new Date(nowMs).getUTCFullYear();
  const year = now - (now % 100) + twoDigits;
  return year > now + 50 ? year - 100 : year;
}

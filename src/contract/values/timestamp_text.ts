/** Times as ISO 8601 text, and the milliseconds that the texts mean. */

/** The form of a time; the calendar has not every text of it. */
export const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Milliseconds UTC of an ISO 8601 text, or undefined when the text is not valid: the date must
 * exist, the time must have seconds, and the offset (or Z) must be there. Digits past the
 * millisecond are cut off. Does not accept leap seconds, week dates or 24:00.
 */
export function parseTimestamp(text: string): number | undefined {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) return undefined;
  const year = Number(parts[1]);
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) {
    return undefined;
  }
  return Date.parse(text);
}

/**
 * The first millisecond UTC that is not before an ISO 8601 text; undefined when the text is not
 * valid. All times of the platform are whole milliseconds, so `from <= time < to` holds for the
 * texts exactly when it holds for these numbers.
 */
export function boundMsOf(text: string): number | undefined {
  const timeMs = parseTimestamp(text);
  return timeMs === undefined || !PAST_MILLISECOND.test(text) ? timeMs : timeMs + 1;
}

/** A text whose digits past the millisecond are not all zero. */
const PAST_MILLISECOND = /\.\d{3}\d*[1-9]/;

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

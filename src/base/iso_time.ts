/**
 * Time on the wire. Neighbours in a list share their second, so the date is written once a second
 * and only the milliseconds are added: 0.02 us instead of 0.4 us. Of other times the day is looked up
 * among those written of late, and the time of day is put together from tables. Plain twin: `Date.toISOString`,
 * in iso_time.test.ts.
 */
import { copyText, newView } from "./byte_view.ts";
import { invariant } from "./invariant.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const twoDigits = (value: number) => String(value).padStart(2, "0");
/** `00:00:` to `23:59:`. */
const MINUTES = Array.from(
  { length: DAY_MS / MINUTE_MS },
  (_, minute) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:`,
);
/** `00.` to `59.`. */
const SECONDS = Array.from({ length: 60 }, (_, second) => `${twoDigits(second)}.`);
/** Days that were written of late, each in the place of its number modulo their count. */
const KNOWN_DAYS = 512;
const DAY_NUMBERS = new Int32Array(KNOWN_DAYS).fill(-1);
/** `2026-01-31T`. */
const DAY_TEXTS: string[] = Array(KNOWN_DAYS).fill("");
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
    secondText = textOfSecond(timeMs);
    secondMs = timeMs - ms;
  }
  lastText = secondText + ending;
  lastMs = timeMs;
  return lastText;
}

function textOfSecond(timeMs: number): string {
  const day = Math.floor(timeMs / DAY_MS);
  const inDay = timeMs - day * DAY_MS;
  const minute = Math.floor(inDay / MINUTE_MS);
  const second = Math.floor((inDay - minute * MINUTE_MS) / SECOND_MS);
  return textOfDay(day) + MINUTES[minute] + SECONDS[second];
}

function textOfDay(day: number): string {
  const at = day % KNOWN_DAYS;
  if (DAY_NUMBERS[at] !== day) {
    DAY_TEXTS[at] = new Date(day * DAY_MS).toISOString().slice(0, -"00:00:00.000Z".length);
    DAY_NUMBERS[at] = day;
  }
  return DAY_TEXTS[at] as string;
}

/** Bytes of a time on the wire. */
export const ISO_TIME_BYTES = 24;
/** Where the three digits of the milliseconds are. */
const MS_AT = 20;
let writtenMs = -1;
/** The second of `WRITTEN`, without its milliseconds. */
let writtenSecondMs = -1;
const WRITTEN = Buffer.alloc(ISO_TIME_BYTES);
const WRITTEN_VIEW = newView(WRITTEN);

/** Writes `isoTime(timeMs)` at `at`. `timeMs` is from 1970 to 9999, as of every id and record. */
export function writeIsoTime(into: DataView, at: number, timeMs: number): void {
  if (timeMs !== writtenMs) compose(timeMs);
  copyText(WRITTEN_VIEW, 0, into, at, ISO_TIME_BYTES);
}

function compose(timeMs: number): void {
  const ms = timeMs % SECOND_MS;
  if (timeMs - ms !== writtenSecondMs) {
    const text = isoTime(timeMs);
    invariant(text.length === ISO_TIME_BYTES, "the year of a time that is written has four digits");
    WRITTEN.write(text, "latin1");
    writtenSecondMs = timeMs - ms;
  }
  WRITTEN[MS_AT] = 48 + Math.floor(ms / 100);
  WRITTEN[MS_AT + 1] = 48 + (Math.floor(ms / 10) % 10);
  WRITTEN[MS_AT + 2] = 48 + (ms % 10);
  writtenMs = timeMs;
}

/** The day of a time in UTC, `YYYY-MM-DD`. */
export function isoDay(timeMs: number): string {
  return isoTime(timeMs).slice(0, "YYYY-MM-DD".length);
}

/**
 * Time on the wire. Neighbours in a list share their second, so the date is written once a second
 * and only the milliseconds are added: 0.02 us instead of 0.4 us. Plain twin: `Date.toISOString`,
 * in iso_time.test.ts.
 */

import { copyText, newView } from "./byte_view.ts";
import { invariant } from "./invariant.ts";

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

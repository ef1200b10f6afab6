/**
 * Time of day where a rail works. Offsets come from `Intl`, whose tables of time zones are those of the Node.js that runs. Those of
 * hours that were asked for of late are kept, because to ask takes 1.1 us. Plain twin: `Intl` at each time, in zone_time.test.ts.
 */
import { DAY_MS, MINUTE_MS } from "./days.ts";
import { offsetFormat, offsetMsAt } from "./zone_offsets.ts";

export type Zone = "America/New_York" | "Europe/Brussels" | "Europe/London" | "UTC";

/**
 * What a clock in `zone` shows at `atMs`, UTC milliseconds from 1970 on: its day, counted from 1970-01-01, and its time of day,
 * milliseconds.
 */
export function localTime(zone: Zone, atMs: number): { day: number; inDayMs: number } {
  const localMs = atMs + offsetMs(zone, atMs);
  const day = Math.floor(localMs / DAY_MS);
  return { day, inDayMs: localMs - day * DAY_MS };
}

/**
 * When clocks in `zone` show this minute of the day, in UTC milliseconds. For minutes that every day has once: from 04:00 on no
 * clock of these zones is changed.
 */
export function instantOf(zone: Zone, day: number, minute: number): number {
  const localMs = day * DAY_MS + minute * MINUTE_MS;
  const nearMs = localMs - offsetMs(zone, localMs);
  return localMs - offsetMs(zone, nearMs);
}

/** These zones have changed their clocks at whole hours of UTC alone, from 1970 on. */
const HOUR_MS = 60 * MINUTE_MS;
/** Hours that were asked for of late, each in the place of its number modulo their count. */
const KNOWN_HOURS = 512;

type Known = { format: Intl.DateTimeFormat; hours: Float64Array; offsets: Float64Array };
const ZONES = new Map<Zone, Known>();

function offsetMs(zone: Zone, atMs: number): number {
  if (zone === "UTC") return 0;
  const known = ZONES.get(zone) ?? opened(zone);
  const hour = Math.floor(atMs / HOUR_MS);
  const at = hour % KNOWN_HOURS;
  if (known.hours[at] !== hour) {
    known.offsets[at] = offsetMsAt(known.format, hour * HOUR_MS);
    known.hours[at] = hour;
  }
  return known.offsets[at] as number;
}

function opened(zone: Zone): Known {
  const known = {
    format: offsetFormat(zone),
    hours: new Float64Array(KNOWN_HOURS).fill(Number.NaN),
    offsets: new Float64Array(KNOWN_HOURS),
  };
  ZONES.set(zone, known);
  return known;
}

/**
 * How far clocks of a time zone are from UTC, and when that changes. It comes from `Intl`, whose tables of time zones are those of
 * the Node.js that runs, so nothing that is replayed may ask here: a decision keeps what it was told.
 */
import { invariant } from "../base/invariant.ts";
import { DAY_MS, dayOf, MINUTE_MS } from "./days.ts";

/** From `fromMs` on, UTC milliseconds, clocks are so many minutes ahead of UTC; behind it where the number is negative. */
export type ZoneOffset = readonly [fromMs: number, minutes: number];

/** In the order of time. Before the first the first one holds, and after the last the last. */
export type ZoneOffsets = readonly ZoneOffset[];

/** A time zone as it is kept. Its name is as `Intl` writes it. */
export type ZoneTable = { name: string; offsets: ZoneOffsets };

/** The zone without a country, and that of whoever names none. */
export const UTC: ZoneTable = { name: "UTC", offsets: [[0, 0]] };

/** No change of clocks before this day is in a table: the platform keeps no earlier money. */
const FROM_MS = dayOf(2020, 1, 1) * DAY_MS;
/** A table knows the changes of this year and of so many later ones. */
const YEARS_AHEAD = 20;
/**
 * How far apart two looks at `Intl` are. The shortest time between two changes of a zone is 7 days (Gaza, October 2040), by the
 * tables of 2025c; zone_offsets.test.ts looks at every zone on other days.
 */
const STEP_MS = 3 * DAY_MS;

/** A name such as `Europe/Berlin` as `Intl` writes it; undefined where `Intl` knows no such zone. Letters of the other case are taken. */
export function zoneNameOf(text: string): string | undefined {
  // Later versions of Node.js take `+05:30` too, which names no zone.
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * The zone with every change of its clocks from 2020 to the end of the year 20 years after `nowMs`. `name`: as `zoneNameOf` returns
 * it. Within one year the same tables give the same answer. Takes about 10 ms.
 */
export function zoneTableOf(name: string, nowMs: number): ZoneTable {
  if (name === UTC.name) return UTC;
  const format = offsetFormat(name);
  const untilMs = dayOf(new Date(nowMs).getUTCFullYear() + YEARS_AHEAD + 1, 1, 1) * DAY_MS;
  const offsets: ZoneOffset[] = [[FROM_MS, minutesAt(format, FROM_MS)]];
  let before = FROM_MS;
  let minutes = minutesAt(format, before);
  while (before < untilMs) {
    const after = Math.min(before + STEP_MS, untilMs);
    const then = minutesAt(format, after);
    if (then !== minutes) offsets.push([changeBetween(format, before, after), then]);
    [before, minutes] = [after, then];
  }
  return { name, offsets };
}

/** Tells `offsetMsAt` the offset of one zone. */
export function offsetFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
}

/** `GMT-05:00`, with seconds where there are any, or `GMT` alone for none. */
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** How far clocks of the zone of the format are ahead of UTC, milliseconds. */
export function offsetMsAt(format: Intl.DateTimeFormat, atMs: number): number {
  const found = OFFSET.exec(format.format(atMs));
  invariant(found !== null, "Intl writes an offset as GMT, or GMT and a time");
  const [, sign, hours, minutes, seconds = "0"] = found;
  if (sign === undefined) return 0;
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1_000;
  return sign === "-" ? -offset : offset;
}

/** No zone has had seconds in its offset since 1972 (Liberia), so none are rounded here. */
function minutesAt(format: Intl.DateTimeFormat, atMs: number): number {
  const minutes = offsetMsAt(format, atMs) / MINUTE_MS;
  invariant(Number.isInteger(minutes), "since 2020 clocks are whole minutes ahead of UTC");
  return minutes;
}

/** The first millisecond of the one change between two times; it lies on a whole minute of UTC. */
function changeBetween(format: Intl.DateTimeFormat, beforeMs: number, afterMs: number): number {
  const offset = minutesAt(format, beforeMs);
  let [before, after] = [beforeMs / MINUTE_MS, afterMs / MINUTE_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (minutesAt(format, middle * MINUTE_MS) === offset) before = middle;
    else after = middle;
  }
  return after * MINUTE_MS;
}

/**
 * Days and months of a company's time zone. The offsets of a zone are data that a fact holds, and no call of `Intl`: so
 * days follow from the log alone, whatever tables of time zones the Node.js has that replays it.
 */
import { DAY_MS, dayText, LAST_DAY, MINUTE_MS } from "../../rails/days.ts";
import { UTC, type ZoneTable } from "../../rails/zone_offsets.ts";
import { rangeOfMonth } from "../calendar_month.ts";
import type { TimeRange } from "../record_walk.ts";

/** A zone and since when days go by it, milliseconds UTC: the first moment of the day `firstDay`, counted from 1970-01-01. */
export type ZoneSpan = { fromMs: number; firstDay: number; zone: ZoneTable };

/** No zone is farther from UTC, and no clock is set by more. */
const FARTHEST_MS = 26 * 60 * MINUTE_MS;

/**
 * Days by one zone after another, each counted from 1970-01-01. A day ends when the next one begins, so days and months
 * leave no gap and do not overlap, where clocks are set at midnight and where a company has moved to another zone, too.
 */
export class ZoneCalendar {
  readonly #spans: readonly ZoneSpan[];

  /** `spans`: in the order of their times. Before the first of them days are those of UTC. */
  constructor(spans: readonly ZoneSpan[] = []) {
    this.#spans = spans;
  }

  /** The zone by which the day goes that has the moment. */
  zoneAt(atMs: number): ZoneTable {
    return this.#spanAt(atMs)?.zone ?? UTC;
  }

  /** The day that has the moment. */
  dayAt(atMs: number): number {
    let day = this.#shownDay(atMs);
    while (atMs >= this.startOf(day + 1)) day++;
    while (atMs < this.startOf(day)) day--;
    return day;
  }

  /** The first moment of a day, milliseconds UTC: the first at which clocks show the day, or a later one. */
  startOf(day: number): number {
    if (this.#spans.length === 0) return day * DAY_MS;
    let belowMs = day * DAY_MS - FARTHEST_MS;
    let atMs = day * DAY_MS + FARTHEST_MS;
    while (atMs - belowMs > 1) {
      const middleMs = belowMs + Math.floor((atMs - belowMs) / 2);
      if (this.#shownDay(middleMs) >= day) atMs = middleMs;
      else belowMs = middleMs;
    }
    return atMs;
  }

  rangeOfDay(day: number): TimeRange {
    return { fromMs: this.startOf(day), belowMs: this.startOf(day + 1) };
  }

  /** The month of a moment, `YYYY-MM`. */
  monthAt(atMs: number): string {
    return monthOfDay(this.dayAt(atMs));
  }

  /** The bounds of a month, `YYYY-MM`. */
  rangeOfMonth(month: string): TimeRange {
    return { fromMs: this.startOf(firstDayOf(month)), belowMs: this.startOf(dayAfter(month)) };
  }

  /** The spans with one more: days go by `zone` from the first month on that begins after `atMs`. */
  movedTo(zone: ZoneTable, atMs: number): readonly ZoneSpan[] {
    const firstDay = dayAfter(this.monthAt(atMs));
    const fromMs = this.startOf(firstDay);
    const before = this.#spans.filter((span) => span.fromMs < fromMs);
    return [...before, { fromMs, firstDay, zone }];
  }

  /** The day that a clock of the zone shows; no earlier one than that with which the zone came to hold, and none after the last. */
  #shownDay(atMs: number): number {
    const span = this.#spanAt(atMs);
    if (span === undefined) return Math.floor(atMs / DAY_MS);
    const localMs = atMs + offsetMinutes(span.zone, atMs) * MINUTE_MS;
    return Math.min(LAST_DAY, Math.max(span.firstDay, Math.floor(localMs / DAY_MS)));
  }

  #spanAt(atMs: number): ZoneSpan | undefined {
    return this.#spans.findLast((span) => span.fromMs <= atMs);
  }
}

/** The days of UTC. */
export const UTC_CALENDAR = new ZoneCalendar();

function offsetMinutes({ offsets }: ZoneTable, atMs: number): number {
  const [, minutes] = offsets.findLast(([fromMs]) => fromMs <= atMs) ?? offsets[0] ?? [0, 0];
  return minutes;
}

/** The month, `YYYY-MM`, of a day that is counted from 1970-01-01. */
export function monthOfDay(day: number): string {
  return dayText(day).slice(0, "YYYY-MM".length);
}

/** The count of days from 1970-01-01 to the first day of a month, `YYYY-MM`. */
export function firstDayOf(month: string): number {
  return rangeOfMonth(month).fromMs / DAY_MS;
}

/** The same of the first day after the month. */
function dayAfter(month: string): number {
  return rangeOfMonth(month).belowMs / DAY_MS;
}

/**
 * Days and months of a company's time zone. The offsets of a zone are data that a fact holds, and no call of `Intl`: so
 * days follow from the log alone, whatever tables of time zones the Node.js has that replays it.
 */
import { DAY_MS, MINUTE_MS } from "../../rails/days.ts";
import type { TimeRange } from "../record_walk.ts";

/**
 * A zone as a fact has it. `offsets`: from when on clocks are so many minutes ahead of UTC, ascending by time, milliseconds
 * UTC. Before the first entry its offset holds too, after the last that of the last.
 */
export type Zone = {
  name: string;
  offsets: readonly (readonly [fromMs: number, minutes: number])[];
};

/** The zone of whoever says none. */
export const UTC_ZONE: Zone = { name: "UTC", offsets: [[0, 0]] };

/** A zone and since when days go by it, milliseconds UTC: the first moment of the day `firstDay`, counted from 1970-01-01. */
export type ZoneSpan = { fromMs: number; firstDay: number; zone: Zone };

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
  zoneAt(atMs: number): Zone {
    return this.#spanAt(atMs)?.zone ?? UTC_ZONE;
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
    const [first, next] = [firstDayOf(month), firstDayOf(monthAfter(month))];
    return { fromMs: this.startOf(first), belowMs: this.startOf(next) };
  }

  /** The spans with one more: days go by `zone` from the first month on that begins after `atMs`. */
  movedTo(zone: Zone, atMs: number): readonly ZoneSpan[] {
    const month = monthAfter(this.monthAt(atMs));
    const fromMs = this.rangeOfMonth(month).fromMs;
    const before = this.#spans.filter((span) => span.fromMs < fromMs);
    return [...before, { fromMs, firstDay: firstDayOf(month), zone }];
  }

  /** The day that a clock of the zone shows; no earlier one than that with which the zone came to hold. */
  #shownDay(atMs: number): number {
    const span = this.#spanAt(atMs);
    if (span === undefined) return Math.floor(atMs / DAY_MS);
    const localMs = atMs + offsetMinutes(span.zone, atMs) * MINUTE_MS;
    return Math.max(span.firstDay, Math.floor(localMs / DAY_MS));
  }

  #spanAt(atMs: number): ZoneSpan | undefined {
    return this.#spans.findLast((span) => span.fromMs <= atMs);
  }
}

/** The days of UTC. */
export const UTC_CALENDAR = new ZoneCalendar();

function offsetMinutes({ offsets }: Zone, atMs: number): number {
  const [, minutes] = offsets.findLast(([fromMs]) => fromMs <= atMs) ?? offsets[0] ?? [0, 0];
  return minutes;
}

/** `YYYY-MM-DD` of a day that is counted from 1970-01-01. */
export function textOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length);
}

/** The count of days from 1970-01-01 to a day, `YYYY-MM-DD`. */
export function dayOfText(text: string): number {
  return Date.parse(`${text}T00:00:00.000Z`) / DAY_MS;
}

/** The month, `YYYY-MM`, of a day that is counted from 1970-01-01. */
export function monthOfDay(day: number): string {
  return textOfDay(day).slice(0, "YYYY-MM".length);
}

/** The count of days from 1970-01-01 to the first day of a month, `YYYY-MM`. */
export function firstDayOf(month: string): number {
  return dayOfText(`${month}-01`);
}

/** The month after a month, both `YYYY-MM`. */
export function monthAfter(month: string): string {
  return monthOfDay(firstDayOf(month) + 31);
}

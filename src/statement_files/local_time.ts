/** Times as the clocks of a time zone show them: the days of a statement are those of its reader. */
import { isoTime } from "../base/iso_time.ts";

export type LocalTime = {
  /** `2026-11-30` */
  date: string;
  /** `23:59:59.999` */
  time: string;
  /** How far the clocks there are ahead of UTC. */
  offsetMinutes: number;
};
export type LocalTimes = (timeMs: number) => LocalTime;

const MINUTE_MS = 60_000;
/** No zone changes its offset but at a quarter of an hour, in the years since there are statements. */
const QUARTER_MS = 15 * MINUTE_MS;
const DATE_LENGTH = "2026-11-30".length;

/** By time zone: to make one takes as long as some entries, and a file may have a statement for each of many accounts. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `timeZone`: "UTC" or an IANA name; throws a RangeError for any other. Entries come in order, so the last offset is kept. */
export function localTimes(timeZone: string): LocalTimes {
  const format = formatOf(timeZone);
  let quarter = Number.NaN;
  let offsetMinutes = 0;
  return (timeMs) => {
    const asked = Math.floor(timeMs / QUARTER_MS);
    if (asked !== quarter) {
      offsetMinutes = offsetAt(format, asked * QUARTER_MS);
      quarter = asked;
    }
    const shown = isoTime(timeMs + offsetMinutes * MINUTE_MS);
    return {
      date: shown.slice(0, DATE_LENGTH),
      time: shown.slice(DATE_LENGTH + 1, -1),
      offsetMinutes,
    };
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, made);
  return made;
}

function offsetAt(format: Intl.DateTimeFormat, timeMs: number): number {
  const name = format.formatToParts(timeMs).find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? "") ?? [];
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -1 : 1);
}

/** `+01:00`; of UTC `Z`. */
export function isoOffset(offsetMinutes: number): string {
  if (offsetMinutes === 0) return "Z";
  const minutes = Math.abs(offsetMinutes);
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  const sign = offsetMinutes < 0 ? "-" : "+";
  return `${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** The rules of times and months: what is wrong with a text, and which time was probably meant. */
import type { TextFault, ValueRule } from "./value_rules.ts";

/** Seconds since 1970 from 2001 to 2286 have ten digits, milliseconds thirteen. */
const EPOCH = /^\d{10}(\d{3})?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** Date, time, and what may be absent or written in another way. */
const NEAR_TIME =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:[.,]\d{1,9})?)?\s*([Zz]|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/;

export const TIMESTAMP_RULE: ValueRule = {
  mustBe: "a time of ISO 8601 with date, seconds, and Z or an offset, such as 2026-01-31T09:30:00Z",
  faultOf: timestampFault,
  meantBy: meantTimestamp,
};

function timestampFault(text: string): TextFault | undefined {
  if (text === "") return { says: "is empty" };
  if (EPOCH.test(text)) return { says: "is a number of seconds or milliseconds" };
  if (DATE.test(text)) return { says: "is a date without a time" };
  const parts = NEAR_TIME.exec(text);
  if (parts === null) return undefined;
  if (text[10] === " ") return { says: "has a space in the place of T" };
  const [, , , seconds, offset] = parts;
  if (offset === undefined) return { says: "has neither Z nor an offset" };
  if (seconds === undefined) return { says: "has no seconds" };
  if (/[+-]\d\d(?:\d\d)?$/.test(text)) return { says: "has an offset without a colon" };
  if (meantTimestamp(text) === text) return { says: "is a time that does not exist" };
  return undefined;
}

/** The time that is meant, in the form that is taken; UTC where no offset is named; undefined where it is no time. */
function meantTimestamp(given: unknown): string | undefined {
  const text = typeof given === "number" ? String(given) : given;
  if (typeof text !== "string" || text.length > 40) return undefined;
  if (EPOCH.test(text)) {
    const ms = text.length === 10 ? Number(text) * 1_000 : Number(text);
    return new Date(ms).toISOString().replace(".000Z", "Z");
  }
  if (DATE.test(text)) return `${text}T00:00:00Z`;
  const parts = NEAR_TIME.exec(text);
  if (parts === null) return undefined;
  const [, date, minutes, seconds = ":00", offset = "Z"] = parts;
  return `${date}T${minutes}${seconds.replace(",", ".")}${offsetOf(offset)}`;
}

function offsetOf(text: string): string {
  if (!/^[+-]/.test(text)) return "Z";
  return `${text.slice(0, 3)}:${text.slice(3).replace(":", "").padEnd(2, "0")}`;
}

export const MONTH_RULE: ValueRule = {
  mustBe: "a calendar month, YYYY-MM, from 1970 on",
  meantBy(given) {
    if (typeof given !== "string") return undefined;
    const yearFirst = /^(\d{4})[-/.]?(\d{1,2})(?:[-/.]\d{1,2})?$/.exec(given);
    const monthFirst = /^(\d{1,2})[-/.](\d{4})$/.exec(given);
    const year = yearFirst?.[1] ?? monthFirst?.[2];
    const month = yearFirst?.[2] ?? monthFirst?.[1];
    return year === undefined ? undefined : `${year}-${String(month).padStart(2, "0")}`;
  },
};

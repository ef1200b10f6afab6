/**
 * Values that are no lists: what is wrong with one in its form of JSON, its value, and whether a
 * value that an action computed fits the field that it is set to.
 */
import { wholeNumber } from "../../base/whole_number.ts";
import type { IssueCode } from "../../contract/refusals/issue_codes.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import { boundOf, rangeOf } from "../field_checks.ts";
import type { FieldSource, ListItemSource } from "../field_schema.ts";
import { LIST_ITEMS_MAX, TEXT_LENGTH_MAX } from "../program_limits.ts";
import { DURATION } from "../schema_parts.ts";
import { isDay, itemField } from "../value_type.ts";
import { durationMsOf, LAST_TIME_MS } from "./calendar.ts";
import type { Item, Value } from "./values.ts";

export type SingleValue = Pick<ListItemSource, "type" | "min" | "max" | "values">;
type Fault = { code: IssueCode; says: string };
type Bounds = { least: bigint; most: bigint };

export const AMOUNT = /^(0|[1-9][0-9]{0,17})$/;
/** The form of an id; the platform's ids all have it (`contract/values/formats.ts`). */
export const ID = /^[A-Za-z0-9_-]{1,64}$/;
const IS_DURATION = new RegExp(DURATION);

/**
 * What is wrong with a value of the right type of JSON, as a predicate; undefined where it fits.
 */
export function singleFault(
  given: string | number | boolean,
  source: SingleValue,
  currencies: readonly string[],
): Fault | undefined {
  if (typeof given === "boolean") return undefined;
  if (typeof given === "number") return numberFault(given, source);
  switch (source.type) {
    case "amount":
      return amountFault(given, source);
    case "text":
      return textFault(given, source);
    case "currency":
      return currencies.includes(given) ? undefined : fault("enum", "is another currency");
    case "enum":
      return source.values?.includes(given) ? undefined : fault("enum", "is none of its values");
    case "date":
      return isDay(given) ? undefined : fault("format", "is no date");
    case "time":
      return timeFault(given);
    case "duration":
      return IS_DURATION.test(given) ? undefined : fault("format", "is no duration");
    default:
      return ID.test(given) ? undefined : fault("format", "is no id");
  }
}

/** The value of a text, a number or a boolean that has no fault. */
export function singleValue(given: string | number | boolean, { type }: SingleValue): Value {
  switch (type) {
    case "amount":
      return wholeNumber(given as string);
    case "time":
      return parseTimestamp(given as string) ?? 0;
    case "duration":
      return durationMsOf(given as string);
    default:
      return given;
  }
}

/**
 * Why a value of the type of the field must not be set to it: its bounds are another field's, or
 * its words, or its items; undefined where it fits.
 */
export function misfit(value: Value, field: FieldSource | ListItemSource): string | undefined {
  switch (field.type) {
    case "int":
    case "bps":
      return boundsFault(BigInt(value as number), boundsOf(field))?.says;
    case "amount":
      return boundsFault(value as bigint, boundsOf(field))?.says;
    case "text":
      return textFault(value as string, field)?.says;
    case "enum":
      return field.values?.includes(value as string) ? undefined : "is none of its values";
    case "list":
      return listMisfit(value as readonly Item[], field);
    default:
      return undefined;
  }
}

function listMisfit(items: readonly Item[], field: FieldSource | ListItemSource) {
  const most = typeof field.max === "number" ? field.max : LIST_ITEMS_MAX;
  if (items.length > most) return `has ${items.length} items, and at most ${most} are allowed`;
  const of = Object.entries("of" in field ? (field.of ?? {}) : {});
  for (const item of items) {
    if (item.size !== of.length) return "has items of another form";
    for (const [name, declared] of of) {
      const value = item.get(name);
      const source = itemField(declared);
      if (value === undefined || !isOfType(value, source)) return "has items of another form";
      const says = misfit(value, source);
      if (says !== undefined) return `has an item whose ${name} ${says}`;
    }
  }
  return undefined;
}

/** Lists are compared by their fields alone, so the type of a list says nothing about its items. */
function isOfType(value: Value, { type }: ListItemSource): boolean {
  switch (type) {
    case "amount":
      return typeof value === "bigint";
    case "bool":
      return typeof value === "boolean";
    case "int":
    case "bps":
    case "time":
    case "duration":
      return typeof value === "number";
    case "date":
      return typeof value === "string" && isDay(value);
    default:
      return typeof value === "string";
  }
}

function fault(code: IssueCode, says: string): Fault {
  return { code, says };
}

function numberFault(given: number, source: SingleValue): Fault | undefined {
  if (!Number.isSafeInteger(given)) return fault("format", "is no whole number");
  return boundsFault(BigInt(given), boundsOf(source));
}

function amountFault(given: string, source: SingleValue): Fault | undefined {
  if (AMOUNT.test(given)) return boundsFault(wholeNumber(given), boundsOf(source));
  if (given === "") return fault("format", "is empty");
  if (/^0\d+$/.test(given)) return fault("format", "begins with a zero");
  if (/^\d+$/.test(given)) return fault("range", `has ${given.length} digits`);
  if (/^[+-]/.test(given)) return fault("format", "has a sign");
  if (/^\d*\.\d*$/.test(given)) return fault("format", "has a decimal point");
  return fault("format", "has something beside digits");
}

function boundsFault(value: bigint, { least, most }: Bounds): Fault | undefined {
  if (value < least) return fault("range", "is too small");
  return value > most ? fault("range", "is too large") : undefined;
}

/** The smallest and the largest value of a type that has an order of numbers. */
export function boundsOf({ type, min, max }: SingleValue): Bounds {
  const range = rangeOf(type) ?? { least: 0n, most: 0n };
  return {
    least: (min !== undefined ? boundOf(min, type) : undefined) ?? range.least,
    most: (max !== undefined ? boundOf(max, type) : undefined) ?? range.most,
  };
}

function textFault(given: string, { max }: SingleValue): Fault | undefined {
  const most = typeof max === "number" ? max : TEXT_LENGTH_MAX;
  // A character has one or two UTF-16 units; only where these are too many, characters are counted.
  if (given.length <= most) return undefined;
  const length = given.length > 2 * most ? given.length : Array.from(given).length;
  return length <= most ? undefined : fault("length", `has more than ${most} characters`);
}

function timeFault(given: string): Fault | undefined {
  const timeMs = parseTimestamp(given);
  if (timeMs === undefined) return fault("format", "is no time");
  const isInRange = timeMs >= 0 && timeMs <= LAST_TIME_MS;
  return isInRange ? undefined : fault("range", "is not in the years 1970 to 9999");
}

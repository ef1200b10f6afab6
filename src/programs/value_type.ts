/** The types of values in the language, and which text literals may stand for them. */
import type { FieldSource, ListItemSource } from "./field_schema.ts";
import { listed } from "./finding.ts";
import { DURATION } from "./schema_parts.ts";

export type ValueType =
  | { type: "bool" | "int" | "bps" | "amount" | "text" | "currency" | "date" | "time" | "duration" }
  | { type: "customer" | "account" | "beneficiary" | "consent" | "tier" }
  /** One of some words: an enum field, a state, the kind of an entity. */
  | { type: "enum"; values: readonly string[] }
  /** The id of an object of a kind. */
  | { type: "ref"; kind: string }
  | { type: "list"; of: ReadonlyMap<string, ValueType> };

/** The types that have an order. */
const ORDERED = new Set(["int", "bps", "amount", "date", "time", "duration", "tier"]);
/** The types of which no two are mixed, and that + and - are for. */
const ADDED = new Set(["int", "bps", "amount"]);

export const TIERS = ["tier_0", "tier_1", "tier_2", "tier_3"] as const;

export function isOrdered({ type }: ValueType): boolean {
  return ORDERED.has(type);
}

export function isAdded({ type }: ValueType): boolean {
  return ADDED.has(type);
}

export function isOfCalendar({ type }: ValueType): boolean {
  return type === "date" || type === "time" || type === "duration";
}

export function isSame(one: ValueType, other: ValueType): boolean {
  if (one.type === "ref" && other.type === "ref") return one.kind === other.kind;
  // Words of two lists are compared where the lists have a word in common.
  if (one.type === "enum" && other.type === "enum") {
    return one.values.some((value) => other.values.includes(value));
  }
  return one.type === other.type;
}

/** Whether every value of the type may stand where `wanted` is asked for. */
export function isAssignable(value: ValueType, wanted: ValueType): boolean {
  if (value.type === "enum" && wanted.type === "enum") {
    return value.values.every((word) => wanted.values.includes(word));
  }
  if (value.type !== "list" || wanted.type !== "list") return isSame(value, wanted);
  const fits = ([name, item]: [string, ValueType]) => {
    const other = wanted.of.get(name);
    return other !== undefined && isAssignable(item, other);
  };
  return value.of.size === wanted.of.size && [...value.of].every(fits);
}

/** The type in words, with an article. */
export function typeName(value: ValueType): string {
  switch (value.type) {
    case "int":
      return "a whole number";
    case "bps":
      return "basis points";
    case "bool":
      return "a condition";
    case "ref":
      return `a reference to ${value.kind}`;
    case "enum":
      return `one of ${value.values.slice(0, 6).join(", ")}`;
    case "list":
      return `a list of ${[...value.of.keys()].slice(0, 6).join(", ")}`;
    case "amount":
    case "account":
      return `an ${value.type}`;
    default:
      return `a ${value.type}`;
  }
}

/** How to come from one type to another. */
export function conversion(from: ValueType, to: ValueType): string {
  if (to.type === "amount") {
    return "Amounts are mixed with amounts alone: amount('100'), sum(fields.lines[].amount), bps(…).";
  }
  if (from.type === "date" && to.type === "time") return "Compare a date with today().";
  if (from.type === "time" && to.type === "date")
    return "Compare a date with today(), a time with now().";
  if (to.type === "bool") return "Compare it: fields.total > amount('0').";
  return `Use ${typeName(to)} here.`;
}

/** The type of a field or of a field of an item. Its declaration is complete (`field_checks.ts`). */
export function typeOfField(field: FieldSource | ListItemSource): ValueType {
  const { type } = field;
  if (type === "enum") return { type, values: field.values ?? [] };
  if (type === "ref") return { type, kind: "kind" in field ? (field.kind ?? "") : "" };
  if (type === "list") {
    const of = "of" in field ? Object.entries(field.of ?? {}) : [];
    return { type, of: new Map(of.map(([name, item]) => [name, typeOfField(itemField(item))])) };
  }
  return { type };
}

/** A field of an item, which may be written as its type alone. */
export function itemField(item: string | ListItemSource): ListItemSource {
  return typeof item === "string" ? { type: item as ListItemSource["type"] } : item;
}

/** The form of a date; the calendar has not every text of it. */
export const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/;
const IS_DURATION = new RegExp(DURATION);

/** Whether the text is a day of the calendar, `2026-01-31`. */
export function isDay(text: string): boolean {
  return DAY.test(text) && isCalendarDay(text);
}

/** Whether the text is a time in UTC, `2026-01-31T09:30:00Z`. */
export function isTime(text: string): boolean {
  return TIME.test(text) && isCalendarDay(text.slice(0, 10));
}

function isCalendarDay(day: string): boolean {
  // There is no 31 February, but `Date.parse` finds one.
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === day;
}

/**
 * Whether a text in quotation marks may stand for a value of the type: `undefined` where it may, or else
 * what it must be. `currencies`: those of the program.
 */
export function literalFault(
  text: string,
  wanted: ValueType,
  currencies: readonly string[],
): string | undefined {
  switch (wanted.type) {
    case "text":
      return undefined;
    case "currency":
      return currencies.includes(text)
        ? undefined
        : `one of the program's currencies, ${listed(currencies)}`;
    case "enum":
      return wanted.values.includes(text) ? undefined : `one of ${listed(wanted.values)}`;
    case "tier":
      return (TIERS as readonly string[]).includes(text) ? undefined : `one of ${listed(TIERS)}`;
    case "date":
      return isDay(text) ? undefined : "a day of the calendar, such as '2026-01-31'";
    case "time":
      return isTime(text) ? undefined : "a time in UTC, such as '2026-01-31T09:30:00Z'";
    case "duration":
      return IS_DURATION.test(text) ? undefined : "a duration, such as 'P2D' or 'PT48H'";
    default:
      return `${typeName(wanted)}, which no text can stand for`;
  }
}

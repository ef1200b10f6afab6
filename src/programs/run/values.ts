/**
 * The values of a running program. By type: an amount is a bigint of minor units; `int` and `bps`
 * are numbers; a time is in milliseconds UTC and a duration in milliseconds; a date is a text
 * `2026-01-31`, which sorts as it should; a list is an array of maps; a bool is a boolean; all
 * others are texts. A value that is absent is not in the map of its fields.
 *
 * Maps and not objects: a field may be called `toString`.
 */
import { isoTime } from "../../base/iso_time.ts";
import { wholeNumber } from "../../base/whole_number.ts";
import type { FieldSource, ListItemSource } from "../field_schema.ts";
import { itemField } from "../value_type.ts";
import { durationMsOf, durationText } from "./calendar.ts";

export type Value = bigint | number | string | boolean | readonly Item[];
/** An item of a list, by field. */
export type Item = ReadonlyMap<string, Value>;
export type Fields = ReadonlyMap<string, Value>;
export type FieldSources = Readonly<Record<string, FieldSource>>;

export const NO_FIELDS: Fields = new Map();
export const NO_ITEMS: readonly Item[] = Object.freeze([]);

/** JSON as an answer has it, or a stored document. */
export type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

type AnyField = FieldSource | ListItemSource;

/** The value of a field as JSON has it: amounts as digits, times as ISO 8601, durations as `PT1H`. */
export function toJson(value: Value, field: AnyField): Json {
  switch (field.type) {
    case "amount":
      return String(value);
    case "time":
      return isoTime(value as number);
    case "duration":
      return durationText(value as number);
    case "list":
      return (value as readonly Item[]).map((item) => itemJson(item, field));
    default:
      return value as string | number | boolean;
  }
}

function itemJson(item: Item, field: AnyField): Json {
  const entries = [...item].map(([name, value]) => [name, toJson(value, itemOf(field, name))]);
  return Object.fromEntries(entries);
}

function itemOf(field: AnyField, name: string): ListItemSource {
  const of = "of" in field ? field.of : undefined;
  return itemField(of?.[name] ?? "text");
}

/** The fields as JSON, in the order of their declarations. */
export function fieldsToJson(fields: Fields, sources: FieldSources): Record<string, Json> {
  const json: Record<string, Json> = {};
  for (const [name, source] of Object.entries(sources)) {
    const value = fields.get(name);
    if (value !== undefined) json[name] = toJson(value, source);
  }
  return json;
}

/**
 * What `toJson` gave, as a value again. For what was stored: a caller's fields are read by
 * `field_reading.ts`.
 */
export function fromJson(json: Json, field: AnyField): Value {
  switch (field.type) {
    case "amount":
      return wholeNumber(json as string);
    case "time":
      return Date.parse(json as string);
    case "duration":
      return durationMsOf(json as string);
    case "list":
      return (json as readonly Record<string, Json>[]).map(
        (item) =>
          new Map(
            Object.entries(item).map(([name, each]) => [name, fromJson(each, itemOf(field, name))]),
          ),
      );
    default:
      return json as string | number | boolean;
  }
}

/** What `fieldsToJson` gave, as fields again. */
export function fieldsFromJson(
  json: Readonly<Record<string, Json>>,
  sources: FieldSources,
): Fields {
  const fields = new Map<string, Value>();
  for (const [name, source] of Object.entries(sources)) {
    const value = Object.hasOwn(json, name) ? json[name] : undefined;
    if (value !== undefined) fields.set(name, fromJson(value, source));
  }
  return fields;
}

/**
 * Ways to break exactly one constraint of a valid input. Each way names the place at which the
 * server must report it. A constraint that this file does not know is not broken.
 */
import type { Schema } from "../../test/support/json_schema.ts";
import type { Field } from "./inputs.ts";
import { plain } from "./inputs.ts";
import type { Making } from "./values.ts";

/** The place of an issue: names and numbers from the input's root. */
export type Place = readonly (string | number)[];

export type Break = {
  at: Place;
  why: string;
  /** The new value at `at`; undefined: the field is removed. */
  value: unknown;
};

/** The size of the largest list or object that is made too long by one. */
const SIZE_MAX = 1_100;

/** Every way to break `value`, which `schema` allows. `at` is the place of `value`. */
export function breaksOf(making: Making, schema: Schema, value: unknown, at: Place): Break[] {
  const one = plain(making.document, schema);
  if ("anyOf" in one || "oneOf" in one || "allOf" in one || "const" in one) return [];
  const breaks = wrongTypes(one).map((wrong) => ({ at, why: "type", value: wrong }));
  if (typeof value === "string") breaks.push(...textBreaks(one, at));
  else if (typeof value === "number") breaks.push(...numberBreaks(one, at));
  else if (Array.isArray(value)) breaks.push(...arrayBreaks(making, one, value, at));
  else if (typeof value === "object" && value !== null) {
    breaks.push(...objectBreaks(making, one, value as Record<string, unknown>, at));
  }
  return breaks;
}

/** Every way to break a field of path or query, where all values are texts without nesting. */
export function parameterBreaks(making: Making, { name, schema }: Field): Break[] {
  const one = plain(making.document, schema);
  const at = [name];
  if (one["type"] === "string") return textBreaks(one, at);
  const numbers = numberBreaks(one, at).map((found) => ({ ...found, value: String(found.value) }));
  const isNumber = one["type"] === "integer" || one["type"] === "number";
  return isNumber ? [...numbers, { at, why: "type", value: "ten" }] : [];
}

function wrongTypes(schema: Schema): unknown[] {
  const types = [schema["type"]].flat();
  if (schema["type"] === undefined) return [];
  const values: [string, unknown][] = [
    ["null", null],
    ["number", 7.5],
    ["string", "text"],
    ["boolean", true],
    ["array", []],
    ["object", { a: 1 }],
  ];
  return values
    .filter(([type]) => !types.includes(type) && !(type === "number" && types.includes("integer")))
    .filter(([type]) => !(type === "array" && types.includes("object")))
    .map(([, wrong]) => wrong);
}

function textBreaks(schema: Schema, at: Place): Break[] {
  const breaks: Break[] = [];
  const add = (why: string, value: string) => breaks.push({ at, why, value });
  if (schema["enum"] !== undefined) add("enum", "none_of_these");
  const pattern = schema["pattern"] as string | undefined;
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, "u");
    for (const wrong of ["ü", "a b\n", "x".repeat(600), "{}", " \u2003\u00a0", "\u200b"]) {
      if (!expression.test(wrong)) add("pattern", wrong);
    }
  }
  if (["uuid", "date-time", "date"].includes(String(schema["format"]))) add("format", "no-format");
  const most = schema["maxLength"] as number | undefined;
  if (most !== undefined && most < 100_000) {
    add("maxLength", "x".repeat(most + 1));
    add("maxLength in code points", "\u{1f600}".repeat(most + 1));
  }
  if (Number(schema["minLength"] ?? 0) > 0) add("minLength", "");
  return breaks;
}

function numberBreaks(schema: Schema, at: Place): Break[] {
  const breaks: Break[] = [];
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  if (minimum !== undefined) breaks.push({ at, why: "minimum", value: minimum - 1 });
  if (maximum !== undefined) breaks.push({ at, why: "maximum", value: maximum + 1 });
  if (schema["type"] === "integer") breaks.push({ at, why: "integer", value: 1.5 });
  return breaks;
}

function arrayBreaks(making: Making, schema: Schema, value: unknown[], at: Place): Break[] {
  const items = (schema["items"] ?? {}) as Schema;
  const breaks = value.flatMap((item, index) => breaksOf(making, items, item, [...at, index]));
  const { minItems = 0, maxItems } = schema as { minItems?: number; maxItems?: number };
  if (minItems > 0) breaks.push({ at, why: "minItems", value: value.slice(0, minItems - 1) });
  if (maxItems !== undefined && maxItems < SIZE_MAX && value.length > 0) {
    const many = Array.from({ length: maxItems + 1 }, () => value[0]);
    breaks.push({ at, why: "maxItems", value: many });
  }
  return breaks;
}

function objectBreaks(
  making: Making,
  schema: Schema,
  value: Record<string, unknown>,
  at: Place,
): Break[] {
  const properties = (schema["properties"] ?? {}) as Record<string, Schema>;
  const breaks: Break[] = [];
  for (const name of (schema["required"] ?? []) as string[]) {
    breaks.push({ at: [...at, name], why: "required", value: undefined });
  }
  for (const [name, field] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) {
      breaks.push(...breaksOf(making, field, value[name], [...at, name]));
    }
  }
  const isClosed = schema["additionalProperties"] === false;
  if (isClosed && schema["patternProperties"] === undefined) {
    breaks.push({ at: [...at, "unexpectedField"], why: "additionalProperties", value: "x" });
  }
  const { maxProperties } = schema as { maxProperties?: number };
  if (maxProperties !== undefined && maxProperties < SIZE_MAX) {
    const names = Array.from({ length: maxProperties + 1 }, (_, number) => [`k${number}`, "v"]);
    breaks.push({ at, why: "maxProperties", value: Object.fromEntries(names) });
  }
  return breaks;
}

/** A copy of `root` with the break in it; `root` itself does not change. */
export function broken(root: unknown, { at, value }: Break): unknown {
  const [first, ...rest] = at;
  if (first === undefined) return value;
  const copy: Record<string | number, unknown> = Array.isArray(root)
    ? ([...root] as unknown as Record<number, unknown>)
    : { ...(root as Record<string, unknown>) };
  const inside = broken(copy[first], { at: rest, value, why: "" });
  if (inside === undefined) delete copy[first];
  else copy[first] = inside;
  return copy;
}

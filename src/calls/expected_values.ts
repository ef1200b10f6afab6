/** What a schema expects of a value, in the words of a message. */
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { nearest } from "../base/nearest.ts";
import type { IssueCode } from "../contract/refusals/issue_codes.ts";
import { type Beside, ruleOf } from "../contract/values/value_rules.ts";
import { lengthsOf } from "./text_lengths.ts";

/** The most characters of a list of allowed values or names in a message. */
const LISTED_MAX = 400;

/** What a value must be, after "must be": "a whole number of at least 1", "one of open, closed". */
export function mustBe(schema: TSchema): string {
  const rule = ruleOf(schema);
  if (rule !== undefined) {
    return lengthsOf(schema) === undefined ? rule.mustBe : `${lengthsIn(schema)}, ${rule.mustBe}`;
  }
  const allowed = allowedBy(schema);
  if (allowed !== undefined) return `one of ${listed(allowed)}`;
  switch (schema["type"]) {
    case "string":
      return lengthsIn(schema);
    case "boolean":
      return "true or false";
    case "integer":
    case "number":
      return boundsIn(schema);
    case "array":
      return "an array";
    case "object":
      return `an object${fieldsIn(schema)}`;
  }
  const { description } = schema;
  return description === undefined ? "another value" : `as described: ${description}`;
}

/** The code of an issue about a value that has the right type. */
export function codeOfSchema(schema: TSchema): IssueCode {
  const rule = ruleOf(schema);
  if (rule !== undefined) return rule.code ?? "format";
  if (allowedBy(schema) !== undefined) return "enum";
  return schema["type"] === "integer" || schema["type"] === "number" ? "range" : "format";
}

/** The values that a schema of literals allows; undefined for other schemas. */
export function allowedBy({ anyOf, const: only }: TSchema): string[] | undefined {
  if (only !== undefined) return [String(only)];
  const members = anyOf as TSchema[] | undefined;
  if (members === undefined || members.some((member) => member["const"] === undefined)) {
    return undefined;
  }
  return members.map((member) => String(member["const"]));
}

/** Whether a value is of the type of JSON that the schema takes. */
export function hasType(schema: TSchema, value: unknown): boolean {
  const type = allowedBy(schema) === undefined ? schema["type"] : "string";
  switch (type) {
    case "integer":
    case "number":
      return typeof value === "number";
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return type === undefined || typeof value === type;
  }
}

/** The type of a value in a message: "a string", "null". */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * What the caller probably meant, as JSON; undefined where nobody can say. Fits the schema in any case.
 */
export function meantBy(schema: TSchema, given: unknown, beside: Beside): unknown {
  for (const candidate of candidatesOf(schema, given, beside)) {
    if (candidate !== undefined && candidate !== given && Value.Check(schema, candidate)) {
      return candidate;
    }
  }
  return undefined;
}

function candidatesOf(schema: TSchema, given: unknown, beside: Beside): unknown[] {
  const allowed = allowedBy(schema);
  if (allowed !== undefined) {
    return typeof given === "string" ? [nearest(given, allowed)] : [];
  }
  // The text of an object could be as deep as the body.
  const text = typeof given === "object" ? "" : String(given).trim();
  switch (schema["type"]) {
    case "boolean":
      return /^(?:true|yes|on|1)$/i.test(text)
        ? [true]
        : /^(?:false|no|off|0)$/i.test(text)
          ? [false]
          : [];
    case "integer":
      return typeof given === "string" && /^\d{1,15}$/.test(text) ? [Number(text)] : [];
    case "string": {
      const rule = ruleOf(schema);
      if (rule !== undefined) return [rule.meantBy?.(given, beside)];
      return typeof given === "number" || typeof given === "boolean" ? [text] : [];
    }
    default:
      return [];
  }
}

/** Values or names with commas between, as many as fit into a message. */
export function listed(values: readonly string[]): string {
  let text = "";
  for (const [at, value] of values.entries()) {
    const longer = text === "" ? value : `${text}, ${value}`;
    if (longer.length > LISTED_MAX) return `${text} and ${values.length - at} more`;
    text = longer;
  }
  return text;
}

function lengthsIn(schema: TSchema): string {
  const { minLength = 0, maxLength } = lengthsOf(schema) ?? {};
  if (maxLength === undefined) {
    return minLength === 0 ? "a string" : `a string of at least ${counted(minLength)}`;
  }
  if (minLength === 0) return `a string of at most ${counted(maxLength)}`;
  return `a string of ${minLength} to ${counted(maxLength)}`;
}

/** "1 character", "2 characters". */
export function counted(number: number, unit = "character"): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

function boundsIn({ type, minimum, maximum }: TSchema): string {
  const what = type === "integer" ? "a whole number" : "a number";
  if (minimum === undefined) return maximum === undefined ? what : `${what} of at most ${maximum}`;
  return maximum === undefined
    ? `${what} of at least ${minimum}`
    : `${what} from ${minimum} to ${maximum}`;
}

function fieldsIn({ properties, required }: TSchema): string {
  const names = (required as string[] | undefined) ?? Object.keys(properties ?? {});
  return names.length === 0 ? "" : ` with ${listed(names)}`;
}

/**
 * The defaults that the schemas of an operation declare. To leave a field out and to send its default
 * is the same request, so the digest of a request is made without the fields that have their default.
 */
import type { TSchema } from "@sinclair/typebox";
import { canonicalText } from "../../base/canonical_json.ts";
import type { Environment } from "./principal.ts";
import type { Keywords } from "./redaction.ts";
import { PUBLISHED_AS } from "./schema_marks.ts";

/** Key of a schema option: the default of each environment, where the environments differ in it. */
export const DEFAULT_OF_ENVIRONMENT: unique symbol = Symbol("default of environment");

export type Defaults = {
  /** The input without its fields that have their default. */
  leftOutOf(input: unknown, environment: Environment): unknown;
  /** The input with the default of every field that it lacks. */
  filledInto(input: unknown, environment: Environment): unknown;
};

/** Undefined where no schema declares a default, which is nearly always so. */
export function defaultsOf(schemas: readonly (TSchema | undefined)[]): Defaults | undefined {
  const parts = schemas.flatMap((schema) => (schema === undefined ? [] : [partOf(schema)]));
  const part = parts.reduce(merged, {});
  if (isWithout(part)) return undefined;
  return {
    leftOutOf: (input, environment) => walked(part, input, environment, leaveOut),
    filledInto: (input, environment) => walked(part, input, environment, fillIn),
  };
}

/** A schema reduced to what leads to a default. */
type Part = {
  fields?: ReadonlyMap<string, Field>;
  items?: Part;
};
type Field = { defaults: Readonly<Record<Environment, unknown>> | undefined; part: Part };

function isWithout({ fields, items }: Part): boolean {
  return fields === undefined && items === undefined;
}

function partOf(schema: Keywords): Part {
  const fields = new Map<string, Field>();
  for (const [name, field] of Object.entries(
    (schema["properties"] ?? {}) as Record<string, Keywords>,
  )) {
    const defaults = defaultsIn(field);
    const part = partOf(field);
    if (defaults !== undefined || !isWithout(part)) fields.set(name, { defaults, part });
  }
  const items = schema["items"] === undefined ? {} : partOf(schema["items"] as Keywords);
  const own: Part = {
    ...(fields.size > 0 && { fields }),
    ...(!isWithout(items) && { items }),
  };
  const lists = [schema["anyOf"], schema["allOf"]] as (Keywords[] | undefined)[];
  return lists
    .flatMap((list) => list ?? [])
    .map(partOf)
    .reduce(merged, own);
}

/** A query has every value as a text, also the default that the contract shows as a number. */
function defaultsIn(schema: Keywords): Field["defaults"] {
  const byEnvironment = schema[DEFAULT_OF_ENVIRONMENT as never] as Field["defaults"];
  if (byEnvironment !== undefined) return byEnvironment;
  const published = schema[PUBLISHED_AS as never] as Keywords | undefined;
  const text = published?.["default"] === undefined ? undefined : String(published["default"]);
  const value = schema["default"] ?? text;
  return value === undefined ? undefined : { sandbox: value, live: value };
}

function merged(one: Part, other: Part): Part {
  const fields = new Map([...(one.fields ?? []), ...(other.fields ?? [])]);
  const items =
    one.items && other.items ? merged(one.items, other.items) : (one.items ?? other.items);
  return { ...(fields.size > 0 && { fields }), ...(items !== undefined && { items }) };
}

type Values = Record<string, unknown>;
type Rule = (values: Values, name: string, byDefault: unknown) => void;

const leaveOut: Rule = (values, name, byDefault) => {
  const value = values[name];
  if (value !== undefined && canonicalText(value) === canonicalText(byDefault)) delete values[name];
};
const fillIn: Rule = (values, name, byDefault) => {
  if (values[name] === undefined) values[name] = byDefault;
};

/** A copy of what the part leads to; all else is shared with `value`. */
function walked(
  { fields, items }: Part,
  value: unknown,
  environment: Environment,
  rule: Rule,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return items === undefined
      ? value
      : value.map((item) => walked(items, item, environment, rule));
  }
  if (fields === undefined) return value;
  const values: Values = { ...value };
  for (const [name, { defaults, part }] of fields) {
    if (values[name] !== undefined) values[name] = walked(part, values[name], environment, rule);
    if (defaults !== undefined) rule(values, name, defaults[environment]);
  }
  return values;
}

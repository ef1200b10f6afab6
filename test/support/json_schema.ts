/**
 * Checks a value against a schema of the published contract, with the contract as the only source:
 * the part of JSON Schema that the document uses; an unknown keyword is a fault. Stricter in one
 * way: a field that the schema does not name is a fault too; within `allOf`, where another part may name
 * the field, it is none.
 */
export type Schema = { readonly [keyword: string]: unknown };

const KNOWN = new Set(
  (
    "title description examples default example deprecated $ref type enum const pattern format " +
    "if then else not required properties patternProperties additionalProperties items anyOf oneOf allOf minLength " +
    "maxLength x-pii x-secret minimum maximum minItems maxItems uniqueItems minProperties " +
    "maxProperties"
  ).split(" "),
);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

// The same schemas come with every answer, so what was found out about them is kept.
/** Schemas without an unknown keyword. */
const sound = new WeakSet<Schema>();
/** By the document and the reference: where the reference leads. */
const resolved = new WeakMap<object, Map<string, Schema>>();
/** By their texts. */
const patterns = new Map<string, RegExp>();

/** The faults of `value`, one sentence each. `root`: the document in which `$ref` is looked up. */
export function faultsOf(root: unknown, schema: Schema, value: unknown, path = "$"): string[] {
  return faultsIn({ root, isPart: false }, schema, value, path);
}

/** Where `$ref` is looked up, and whether the schema is a part of an `allOf`. */
type Within = { root: unknown; isPart: boolean };

function faultsIn(within: Within, schema: Schema, value: unknown, path: string): string[] {
  if (!sound.has(schema)) {
    const unknown = Object.keys(schema).find((keyword) => !KNOWN.has(keyword));
    if (unknown !== undefined)
      return [`${path}: the schema uses ${unknown}, unknown to this check`];
    sound.add(schema);
  }
  const reference = schema["$ref"];
  if (typeof reference === "string")
    return faultsIn(within, resolve(within.root, reference), value, path);
  const faults: string[] = [];
  const one = (schema["anyOf"] ?? schema["oneOf"]) as Schema[] | undefined;
  if (one !== undefined && !one.some((part) => faultsIn(within, part, value, path).length === 0)) {
    faults.push(`${path}: matches none of the alternatives: ${JSON.stringify(value)}`);
  }
  for (const part of (schema["allOf"] ?? []) as Schema[]) {
    faults.push(...faultsIn({ ...within, isPart: true }, part, value, path));
  }
  faults.push(...conditionFaults({ ...within, isPart: true }, schema, value, path));
  const types = schema["type"] === undefined ? [] : [schema["type"]].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, String(type)))) {
    return [...faults, `${path}: is not ${types.join(" or ")}: ${JSON.stringify(value)}`];
  }
  const allowed = schema["enum"] as unknown[] | undefined;
  if (allowed !== undefined && !allowed.includes(value)) {
    faults.push(`${path}: ${JSON.stringify(value)} is not in the enum`);
  }
  if ("const" in schema && schema["const"] !== value) faults.push(`${path}: is not the constant`);
  if (typeof value === "string") faults.push(...textFaults(schema, value, path));
  if (typeof value === "number") faults.push(...boundFaults(schema, value, path, "imum"));
  if (Array.isArray(value)) {
    faults.push(...boundFaults(schema, value.length, path, "Items"));
    if (schema["uniqueItems"] === true) {
      const texts = new Set(value.map((item) => JSON.stringify(item)));
      if (texts.size < value.length) faults.push(`${path}: has an item twice`);
    }
    const items = schema["items"] as Schema | undefined;
    if (items !== undefined) {
      faults.push(...value.flatMap((item, at) => faultsIn(within, items, item, `${path}[${at}]`)));
    }
  } else if (typeof value === "object" && value !== null) {
    faults.push(...objectFaults(within, schema, value as Record<string, unknown>, path));
  }
  return faults;
}

/** The faults by `if`, `then`, `else` and `not`. */
function conditionFaults(within: Within, schema: Schema, value: unknown, path: string): string[] {
  const fits = (part: unknown) => faultsIn(within, part as Schema, value, path).length === 0;
  const faults = "not" in schema && fits(schema["not"]) ? [`${path}: is what it must not be`] : [];
  if (!("if" in schema)) return faults;
  const branch = schema[fits(schema["if"]) ? "then" : "else"] as Schema | undefined;
  return branch === undefined ? faults : [...faults, ...faultsIn(within, branch, value, path)];
}

export function resolve(root: unknown, reference: string): Schema {
  const known = resolved.get(root as object) ?? new Map<string, Schema>();
  resolved.set(root as object, known);
  const found = known.get(reference) ?? lookedUp(root, reference);
  known.set(reference, found);
  return found;
}

function lookedUp(root: unknown, reference: string): Schema {
  let at: unknown = root;
  for (const part of reference.replace(/^#\//, "").split("/")) {
    at = (at as Record<string, unknown> | undefined)?.[part];
  }
  if (typeof at !== "object" || at === null) throw new Error(`${reference} leads nowhere`);
  return at as Schema;
}

function objectFaults(
  within: Within,
  schema: Schema,
  value: Record<string, unknown>,
  path: string,
): string[] {
  const required = (schema["required"] ?? []) as string[];
  const faults = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${path}: lacks ${name}`);
  faults.push(...boundFaults(schema, Object.keys(value).length, path, "Properties"));
  const properties = (schema["properties"] ?? {}) as Record<string, Schema>;
  const byPattern = Object.entries((schema["patternProperties"] ?? {}) as Record<string, Schema>);
  const isOpen = schema["properties"] === undefined && schema["additionalProperties"] !== false;
  for (const [name, field] of Object.entries(value)) {
    const declared = Object.hasOwn(properties, name)
      ? properties[name]
      : byPattern.find(([pattern]) => patternOf(pattern).test(name))?.[1];
    if (declared !== undefined)
      faults.push(...faultsIn(within, declared, field, `${path}.${name}`));
    else if (!isOpen && !within.isPart)
      faults.push(`${path}: has ${name}, which the contract does not name`);
  }
  return faults;
}

function textFaults(schema: Schema, value: string, path: string): string[] {
  const isBound = schema["minLength"] !== undefined || schema["maxLength"] !== undefined;
  const faults = isBound ? boundFaults(schema, [...value].length, path, "Length") : [];
  const pattern = schema["pattern"] as string | undefined;
  if (pattern !== undefined && !patternOf(pattern).test(value)) {
    faults.push(`${path}: "${value}" does not match ${pattern}`);
  }
  if (schema["format"] === "uuid" && !UUID.test(value)) faults.push(`${path}: is no UUID`);
  if (schema["format"] === "date-time" && !DATE_TIME.test(value)) {
    faults.push(`${path}: "${value}" is no time in UTC to the millisecond`);
  }
  return faults;
}

function patternOf(text: string): RegExp {
  const known = patterns.get(text);
  if (known !== undefined) return known;
  const pattern = new RegExp(text, "u");
  patterns.set(text, pattern);
  return pattern;
}

/** `suffix` completes "min" and "max": minLength, minimum, minItems, minProperties. */
function boundFaults(schema: Schema, size: number, path: string, suffix: string): string[] {
  const least = schema[`min${suffix}`] as number | undefined;
  const most = schema[`max${suffix}`] as number | undefined;
  if (least !== undefined && size < least) return [`${path}: ${size} is below min${suffix}`];
  if (most !== undefined && size > most) return [`${path}: ${size} is above max${suffix}`];
  return [];
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "null":
      return value === null;
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

/** Schemas of the contract as plain JSON Schema 2020-12, and values made of their examples. */
import type { TSchema } from "@sinclair/typebox";

export type JsonSchema = { readonly [keyword: string]: unknown };

/** The schema without TypeBox's symbols, and with open objects: later versions may add fields. */
export function openedSchema(schema: TSchema): JsonSchema {
  const text = JSON.stringify(schema, (_key, value: unknown) => {
    const isClosed =
      typeof value === "object" &&
      value !== null &&
      "properties" in value &&
      "additionalProperties" in value;
    if (!isClosed) return value;
    const { additionalProperties: _closed, ...open } = value;
    return open;
  });
  return JSON.parse(text) as JsonSchema;
}

/**
 * A value that the schema allows, with every field of each object. A string with a pattern must
 * declare `examples`.
 */
export function exampleOf(schema: JsonSchema): unknown {
  const { examples, anyOf, properties, items, type } = schema;
  if ("const" in schema) return schema["const"];
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as JsonSchema);
  if (type === "object") {
    const entries = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
    return Object.fromEntries(entries.map(([name, each]) => [name, exampleOf(each)]));
  }
  if (type === "array") return items === undefined ? [] : [exampleOf(items as JsonSchema)];
  if (type === "integer" || type === "number") return schema["minimum"] ?? 1;
  if (type === "boolean") return true;
  return "text";
}

/**
 * `base` changed by `over` as by a JSON Merge Patch (RFC 7396): objects are merged at every depth, null takes
 * a field away, and any other value takes the place of that of `base`.
 */
export function mergedDeeply(base: unknown, over: unknown): unknown {
  if (!isPlainObject(over)) return over;
  const merged = new Map(Object.entries(isPlainObject(base) ? base : {}));
  for (const [name, value] of Object.entries(over)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergedDeeply(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Bodies as the log of requests may keep them: without the fields that the schema marks as personal
 * (`x-pii`) or as secret (`x-secret`), and without every field that the schema does not know,
 * because its content is unknown. `secrets.ts` has the other rules for secrets.
 */
import type { TSchema } from "@sinclair/typebox";

/** The option that marks a schema as personal data. */
export const PII = { "x-pii": true } as const;
/**
 * The option that marks a schema as a secret (a key, a token, a password): a secret is shown at
 * most once, to the one it is for, and never stored.
 */
export const SECRET = { "x-secret": true } as const;
export const REDACTED = "[redacted]";

/** Key of a schema option; not published. */
const DECIDED_ABOUT: unique symbol = Symbol("what a person decides about");
/**
 * The option of a secret that is personal too, and that a person must see who decides about the call: where the money of a
 * payment goes. It is shown as personal values are, and else kept as other secrets.
 */
export const SHOWN_TO_APPROVERS = { [DECIDED_ABOUT]: true } as const;

/** A schema as this room reads it; TypeBox does not type the keywords. */
export type Keywords = { readonly [keyword: string]: unknown };

export type Redaction = {
  /** True when no part of the schema is marked: a value that fits it may be kept unchanged. */
  isPlain: boolean;
  /** A copy of the value without the parts that must not be kept. */
  redact(value: unknown): unknown;
};

/** The redaction of values of `schema`. Without a schema nothing is known, so nothing is kept. */
export function redactionOf(schema: TSchema | undefined): Redaction {
  if (schema === undefined) return { isPlain: false, redact: () => REDACTED };
  return {
    isPlain: !isMarked(schema),
    redact: (value) => redacted(schema, value),
  };
}

/** Whether the schema itself, not a part of it, is marked as personal or secret. */
export function isHidden(schema: Keywords): boolean {
  return schema["x-pii"] === true || isSecret(schema);
}

export function isSecret(schema: Keywords): boolean {
  return schema["x-secret"] === true;
}

/** Whether the value is shown to nobody, whoever decides about the call. */
export function isShownToNobody(schema: Keywords): boolean {
  return isSecret(schema) && (schema as { [DECIDED_ABOUT]?: true })[DECIDED_ABOUT] !== true;
}

/** Every schema that is a direct part of `schema`. */
export function partsOf(schema: Keywords): Keywords[] {
  const maps = [schema["properties"], schema["patternProperties"]];
  const parts = maps.flatMap((map) => Object.values((map ?? {}) as Record<string, Keywords>));
  for (const list of [schema["anyOf"], schema["allOf"]]) {
    if (Array.isArray(list)) parts.push(...(list as Keywords[]));
  }
  return [...parts, ...itemsOf(schema)];
}

/** The schema itself and every schema that it is composed of. */
export function alternativesOf(schema: Keywords): Keywords[] {
  const lists = [schema["anyOf"], schema["allOf"]] as (Keywords[] | undefined)[];
  return [schema, ...lists.flatMap((list) => (list ?? []).flatMap(alternativesOf))];
}

/** The schemas of the field of that name in a value of `schema`. */
export function fieldOf(schema: Keywords, name: string): Keywords[] {
  const properties = (schema["properties"] ?? {}) as Record<string, Keywords>;
  if (Object.hasOwn(properties, name)) return [properties[name] as Keywords];
  return Object.values((schema["patternProperties"] ?? {}) as Record<string, Keywords>);
}

/** The schema of the items of a list. */
export function itemsOf(schema: Keywords): Keywords[] {
  const { items } = schema as { items?: Keywords };
  return items === undefined ? [] : [items];
}

/** Whether the schema, or a part of it, is marked as personal or secret. */
export function isMarked(schema: Keywords): boolean {
  return isHidden(schema) || partsOf(schema).some(isMarked);
}

function redacted(schema: Keywords, value: unknown): unknown {
  if (isHidden(schema)) return REDACTED;
  const { anyOf, items } = schema as { anyOf?: Keywords[]; items?: Keywords };
  if (anyOf !== undefined) return redactedAlternative(schema, anyOf, value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return items === undefined ? REDACTED : value.map((item) => redacted(items, item));
  }
  const properties = (schema["properties"] ?? {}) as Record<string, Keywords>;
  const [pattern] = Object.values((schema["patternProperties"] ?? {}) as Record<string, Keywords>);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : pattern;
      return [name, known === undefined ? REDACTED : redacted(known, field)];
    }),
  );
}

/**
 * The redacted value of a union. This function does not find out which alternative a value belongs
 * to: it redacts a scalar when any alternative is marked, and an object or array when the union
 * does not have exactly one alternative that is an object.
 */
function redactedAlternative(schema: Keywords, anyOf: Keywords[], value: unknown): unknown {
  if (typeof value !== "object" || value === null) return isMarked(schema) ? REDACTED : value;
  const objects = anyOf.filter((part) => part["type"] === "object");
  return objects.length === 1 ? redacted(objects[0] as Keywords, value) : REDACTED;
}

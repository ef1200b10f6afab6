/**
 * Secrets of a schema: the fields that it marks with `x-secret`. A secret leaves the process in the
 * first answer to the request that made it. No record, state, backup, event or entry of the log of
 * requests holds it. decisions/0034 says why a replay lacks the secret.
 */
import type { TSchema } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { isSecret, type Keywords, partsOf } from "./redaction.ts";

export type Secrets = {
  /** A copy of the value without its secrets. */
  removedFrom(value: unknown): unknown;
  /** Every text in a secret field of the value. */
  textsIn(value: unknown): string[];
};

/**
 * The secrets of the schema of an answer or an input; undefined when the schema has none. Throws
 * when a secret could not be left out: it must be an optional field of an object.
 */
export function secretsOf(
  schema: TSchema | undefined,
  of: "input" | "output",
): Secrets | undefined {
  if (schema === undefined || !hasSecret(schema)) return undefined;
  invariant(!isSecret(schema), "a secret is a field of an object, never the whole value");
  if (of === "output") assertOptional(schema);
  return {
    removedFrom: (value) => walk([schema], value, () => {}),
    textsIn(value) {
      const texts: string[] = [];
      walk([schema], value, (secret) => texts.push(...textsOf(secret)));
      return texts;
    },
  };
}

function hasSecret(schema: Keywords): boolean {
  return isSecret(schema) || partsOf(schema).some(hasSecret);
}

/** Checks that every secret is optional, because a replay leaves it out. */
function assertOptional(schema: Keywords): void {
  const required = (schema["required"] ?? []) as string[];
  for (const [name, field] of Object.entries(propertiesOf(schema))) {
    invariant(
      !isSecret(field) || !required.includes(name),
      `the secret ${name} of an answer is optional, because a replay of the answer lacks it`,
    );
  }
  for (const part of partsOf(schema)) assertOptional(part);
}

/**
 * A copy of `value` without its secret fields; calls `onSecret` with each of them. `value` may
 * belong to any of `schemas`: a field is secret when any of them marks it.
 */
function walk(
  schemas: readonly Keywords[],
  value: unknown,
  onSecret: (secret: unknown) => void,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  const alternatives = schemas.flatMap(alternativesOf);
  if (Array.isArray(value)) {
    const items = alternatives.flatMap(({ items: of }) =>
      of === undefined ? [] : [of as Keywords],
    );
    return value.map((item) => walk(items, item, onSecret));
  }
  const kept: [string, unknown][] = [];
  for (const [name, field] of Object.entries(value)) {
    const fieldSchemas = alternatives.flatMap((one) => fieldOf(one, name));
    if (fieldSchemas.some((one) => alternativesOf(one).some(isSecret))) onSecret(field);
    else kept.push([name, walk(fieldSchemas, field, onSecret)]);
  }
  return Object.fromEntries(kept);
}

/** The schema itself and every schema that it is composed of by `anyOf` and `allOf`. */
function alternativesOf(schema: Keywords): Keywords[] {
  const lists = [schema["anyOf"], schema["allOf"]] as (Keywords[] | undefined)[];
  return [schema, ...lists.flatMap((list) => (list ?? []).flatMap(alternativesOf))];
}

function propertiesOf(schema: Keywords): Record<string, Keywords> {
  return (schema["properties"] ?? {}) as Record<string, Keywords>;
}

function fieldOf(schema: Keywords, name: string): Keywords[] {
  const properties = propertiesOf(schema);
  if (Object.hasOwn(properties, name)) return [properties[name] as Keywords];
  return Object.values((schema["patternProperties"] ?? {}) as Record<string, Keywords>);
}

function textsOf(secret: unknown): string[] {
  if (typeof secret === "string") return [secret];
  if (typeof secret !== "object" || secret === null) return [];
  return Object.values(secret).flatMap(textsOf);
}

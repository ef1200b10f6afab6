/**
 * The arguments of a call as a person is shown them who decides about the call: all of them, but for what the
 * schemas mark as personal or as secret. What the schemas do not know, such as the fields of a program's
 * objects, is shown, because the person decides by it.
 */
import type { TSchema } from "@sinclair/typebox";
import { isHidden, isMarked, type Keywords, REDACTED } from "./redaction.ts";

export type ShownArguments = (input: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * How arguments are shown; those of which nothing is marked as they are. `schemas`: of path, query and body, whose
 * fields the arguments have together.
 */
export function shownArgumentsOf(schemas: readonly (TSchema | undefined)[]): ShownArguments {
  const known = schemas.filter((schema) => schema !== undefined);
  if (!known.some(isMarked)) return (input) => input;
  return (input) => shown(known, input) as Record<string, unknown>;
}

/** `value` may belong to any of `schemas`: a part is hidden where any of them marks it. */
function shown(schemas: readonly Keywords[], value: unknown): unknown {
  const alternatives = schemas.flatMap(alternativesOf);
  if (alternatives.some(isHidden)) return REDACTED;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = alternatives.flatMap(({ items: of }) => (of === undefined ? [] : [of]));
    return value.map((item) => shown(items as Keywords[], item));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      shown(
        alternatives.flatMap((one) => fieldOf(one, name)),
        field,
      ),
    ]),
  );
}

/** The schema itself and every schema that it is composed of. */
function alternativesOf(schema: Keywords): Keywords[] {
  const lists = [schema["anyOf"], schema["allOf"]] as (Keywords[] | undefined)[];
  return [schema, ...lists.flatMap((list) => (list ?? []).flatMap(alternativesOf))];
}

function fieldOf(schema: Keywords, name: string): Keywords[] {
  const properties = (schema["properties"] ?? {}) as Record<string, Keywords>;
  if (Object.hasOwn(properties, name)) return [properties[name] as Keywords];
  return Object.values((schema["patternProperties"] ?? {}) as Record<string, Keywords>);
}

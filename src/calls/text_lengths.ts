/**
 * Lengths of texts as JSON Schema counts them, in code points. The compiled checks of TypeBox count
 * UTF-16 units, and so do its regular expressions, which lack the flag `u`. A schema that is to be
 * compiled therefore gets a format in the place of its lengths, and in its patterns a negated class
 * of characters matches a whole surrogate pair.
 */
import { FormatRegistry, type TSchema } from "@sinclair/typebox";
import { invariant } from "../base/invariant.ts";

type Lengths = { minLength?: number; maxLength?: number };

/** Key of a schema option: the lengths that the schema had. */
const LENGTHS: unique symbol = Symbol("lengths");

const SCHEMA_MAPS: ReadonlySet<string> = new Set(["properties", "patternProperties"]);
const SCHEMA_LISTS: ReadonlySet<string> = new Set(["anyOf", "allOf"]);

/** A copy of `schema` whose compiled check counts code points, at every depth. */
export function countingCodePoints<T extends TSchema>(schema: T): T {
  return converted(schema) as T;
}

/**
 * What is wrong with the length of a text that does not fit `schema`, as a predicate ("is empty");
 * undefined where another part of the schema is the reason, or the schema has no length.
 */
export function lengthFault(schema: TSchema, value: unknown): string | undefined {
  const lengths = lengthsOf(schema);
  if (lengths === undefined || typeof value !== "string") return undefined;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = lengths;
  if (hasAtLeast(value, minLength) && hasAtMost(value, maxLength)) return undefined;
  const length = codePointsOf(value);
  return length === 0 ? "is empty" : `has ${length} character${length === 1 ? "" : "s"}`;
}

/** The lengths that a schema had; undefined where it had none. */
export function lengthsOf(schema: TSchema): Lengths | undefined {
  return (schema as { [LENGTHS]?: Lengths })[LENGTHS];
}

function converted(schema: TSchema): TSchema {
  const copy: TSchema = { ...schema };
  for (const [key, value] of Object.entries(schema)) {
    if (SCHEMA_MAPS.has(key)) {
      copy[key] = Object.fromEntries(
        Object.entries(value as Record<string, TSchema>).map(([name, one]) => [
          key === "patternProperties" ? patternOfCodePoints(name) : name,
          converted(one),
        ]),
      );
    } else if (SCHEMA_LISTS.has(key)) copy[key] = (value as TSchema[]).map(converted);
    else if (key === "items") copy[key] = converted(value as TSchema);
    else if (key === "pattern") copy[key] = patternOfCodePoints(value as string);
  }
  const { minLength, maxLength, ...rest } = copy as TSchema & Lengths;
  if (rest["type"] !== "string" || (minLength ?? maxLength) === undefined) return copy;
  invariant(rest["format"] === undefined, "a text has a format or lengths, never both");
  const lengths: Lengths = {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
  return { ...rest, format: formatOf(lengths), [LENGTHS]: lengths } as TSchema;
}

const NEGATED_CLASS = /\[\^((?:[^\]\\]|\\.)*)\]/g;
const PAIR = "[\\ud800-\\udbff][\\udc00-\\udfff]";

/** The pattern, without the flag `u`, that matches what `pattern` matches with it. */
function patternOfCodePoints(pattern: string): string {
  return pattern.replaceAll(NEGATED_CLASS, `(?:[^$1\\ud800-\\udfff]|${PAIR})`);
}

/** The name of the format of these lengths, which TypeBox knows afterwards. */
function formatOf({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Lengths): string {
  const name = `${minLength} to ${maxLength} code points`;
  FormatRegistry.Set(name, (text) => hasAtLeast(text, minLength) && hasAtMost(text, maxLength));
  return name;
}

/** Counts only where the number of UTF-16 units, which is at most twice as large, leaves it open. */
function hasAtMost(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && codePointsOf(text) <= most);
}

function hasAtLeast(text: string, least: number): boolean {
  return text.length >= 2 * least || (text.length >= least && codePointsOf(text) >= least);
}

/** The length of a text in code points, as JSON Schema counts `minLength` and `maxLength`. */
export function codePointsOf(text: string): number {
  let pairs = 0;
  for (let at = 1; at < text.length; at++) {
    const isLow = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
    if (isLow && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) pairs++;
  }
  return text.length - pairs;
}

/**
 * Schemas as lists of fields for readers of text. A schema with a title is a shape: the guide has it
 * once, and fields refer to it by its title.
 */
import type { TObject, TSchema } from "@sinclair/typebox";
import { OWN_DESCRIPTION, PUBLISHED_AS } from "../contract/declare/schema_marks.ts";

/** The most values that are listed; a longer list is counted. */
const VALUES_MAX = 20;

type Loose = Partial<TObject> & {
  type?: string | string[];
  anyOf?: TSchema[];
  items?: TSchema;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  patternProperties?: Record<string, TSchema>;
  [PUBLISHED_AS]?: TSchema;
};

/** A field is among the common ones from so many times on. */
const COMMON_MIN = 3;
/** A line of a field, as `fields` writes it, with words and without. */
const FIELD_LINE = /^( *- `(\w+)` \((.*), (?:required|optional)\)): (.+)$/gm;
const WORDLESS_LINE = /^ *- `(\w+)` \(.*, (?:required|optional)\)$/gm;

/**
 * The text without the words of fields that stand in it again and again, and these fields with their words, a line
 * each: a name, its type and what it means. Of the meanings of one name at most one is common, and none of a name
 * of which a field had no words before: so a field without words means what its name means there, or its shape.
 */
export function withCommonFields(text: string): { text: string; fields: string } {
  const counts = new Map<string, { name: string; line: string; count: number }>();
  for (const [, , name = "", type, words] of text.matchAll(FIELD_LINE)) {
    const line = `- \`${name}\` (${type}): ${words}`;
    const known = counts.get(line) ?? { name, line, count: 0 };
    counts.set(line, { ...known, count: known.count + 1 });
  }
  const wordless = new Set([...text.matchAll(WORDLESS_LINE)].map(([, name]) => name));
  const common = new Map<string, string>();
  for (const { name, line, count } of [...counts.values()].sort((a, b) => b.count - a.count)) {
    const isClear = !wordless.has(name) && !common.has(name);
    if (count >= COMMON_MIN && isClear) common.set(name, line);
  }
  const shorter = text.replaceAll(FIELD_LINE, (whole, head, name, type, words) =>
    common.get(name) === `- \`${name}\` (${type}): ${words}` ? head : whole,
  );
  return { text: shorter, fields: [...common.values()].sort().join("\n") };
}

export class Shapes {
  readonly #shapes = new Map<string, TSchema>();

  /** A line for each field: name, type, whether it is required, what it means; nested ones below. */
  fields(schema: TSchema | undefined, indent = "  "): string[] {
    const { properties = {}, required = [] } = (schema ?? {}) as Loose;
    return Object.entries(properties).flatMap(([name, declared]) => {
      const field = publishedForm(declared);
      const words = [this.type(field), required.includes(name) ? "required" : "optional"];
      const isShapes = field.title !== undefined && field.description === ownWordsOf(declared);
      const text = isShapes ? "" : oneLine(field.description);
      const line = `${indent}- \`${name}\` (${words.join(", ")})${text === "" ? "" : `: ${text}`}`;
      return [line, ...this.#nested(field, `${indent}  `)];
    });
  }

  /** The type in words; a shape by its title. */
  type(declared: TSchema): string {
    const schema = publishedForm(declared);
    const { title, type, anyOf, items, const: only, enum: values } = schema as Loose & TSchema;
    if (typeof title === "string") {
      const own = ownWordsOf(declared);
      this.#shapes.set(title, own === undefined ? schema : { ...schema, description: own });
      return title;
    }
    if (only !== undefined) return JSON.stringify(only);
    if (values !== undefined) return valuesText(values);
    if (anyOf !== undefined) return [...new Set(anyOf.map((one) => this.type(one)))].join(" or ");
    if (items !== undefined) return `array of ${this.type(items)}`;
    return [type ?? "any"].flat().join(" or ");
  }

  /** The shapes that were named, and those that they name, in alphabetical order. */
  text(): string {
    const texts = new Map<string, string>();
    for (let size = -1; size !== this.#shapes.size; ) {
      size = this.#shapes.size;
      for (const [title, schema] of [...this.#shapes]) {
        if (!texts.has(title)) texts.set(title, this.#shape(title, schema));
      }
    }
    const sorted = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([, text]) => text).join("\n");
  }

  #shape(title: string, schema: TSchema): string {
    const { title: _, ...rest } = schema;
    const { description, pattern } = schema;
    const words = [this.type(rest), oneLine(description)].filter((word) => word !== "");
    if (description === undefined && pattern !== undefined) words.push(`pattern \`${pattern}\``);
    return [`- \`${title}\`: ${words.join(". ")}`, ...this.#nested(rest, "  ")].join("\n");
  }

  /** The fields of an object without a title, or of the objects of such a list or choice. */
  #nested(schema: TSchema, indent: string): string[] {
    if (schema.title !== undefined) return [];
    const { items, anyOf } = schema as Loose;
    if (items !== undefined) return this.#nested(items, indent);
    if (anyOf !== undefined) return anyOf.flatMap((one) => this.#nested(one, indent));
    return this.fields(schema, indent);
  }
}

/** What a schema says of itself, whatever is said of it at one place. */
function ownWordsOf(schema: TSchema): string | undefined {
  const { [OWN_DESCRIPTION]: own } = schema as { [OWN_DESCRIPTION]?: string };
  return own ?? publishedForm(schema).description;
}

/** The form of a value on the wire, where it is another than the declared one. */
function publishedForm(schema: TSchema): TSchema {
  return (schema as Loose)[PUBLISHED_AS] ?? schema;
}

function valuesText(values: readonly unknown[]): string {
  if (values.length > VALUES_MAX) return `one of ${values.length} values`;
  return values.map((value) => JSON.stringify(value)).join(" or ");
}

function oneLine(text: string | undefined): string {
  return (text ?? "").replaceAll("\n", " ");
}

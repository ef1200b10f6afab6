/**
 * The normal form of a program: what says the same has the same text, and so the same digest. Expressions are
 * written in one way, and a field of an item that is written as its type alone is written out.
 */
import type { TSchema } from "@sinclair/typebox";
import { ExpressionTrees } from "./expression_trees.ts";
import { Program } from "./program_schema.ts";
import { itemField } from "./value_type.ts";

/**
 * `program` has no findings of P01, and stays as it is. A part of it that is in its normal form is part of the answer
 * too, and a program that is so as a whole is the answer. `trees`: where its expressions were read before.
 */
export function normalizedProgram(program: Program, trees = new ExpressionTrees()): Program {
  return normalized(Program, program, trees) as Program;
}

function normalized(schema: TSchema, value: unknown, trees: ExpressionTrees): unknown {
  if (!hasForms(schema)) return value;
  if (schema.title === ITEM && typeof value === "string") return itemField(value);
  const fitting = fittingOf(schema, value);
  if (fitting === undefined) return value;
  if (typeof value === "string") {
    return fitting.title === EXPRESSION ? trees.normalText(value) : value;
  }
  if (Array.isArray(value)) return normalizedItems(fitting["items"] as TSchema, value, trees);
  return isObject(value) ? normalizedMembers(fitting, value, trees) : value;
}

function fittingOf(schema: TSchema, value: unknown): TSchema | undefined {
  for (const each of (schema["anyOf"] as TSchema[] | undefined) ?? [schema]) {
    if (hasType(each, value)) return each;
  }
  return undefined;
}

function normalizedItems(schema: TSchema, value: unknown[], trees: ExpressionTrees): unknown[] {
  const items = value.map((item) => normalized(schema, item, trees));
  return items.every((item, index) => item === value[index]) ? value : items;
}

function normalizedMembers(schema: TSchema, value: Members, trees: ExpressionTrees): Members {
  const [named] = Object.values((schema["patternProperties"] ?? {}) as Record<string, TSchema>);
  const properties = (schema["properties"] ?? {}) as Record<string, TSchema>;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const before = value[name];
    const known = named ?? properties[name];
    const after = known === undefined ? before : normalized(known, before, trees);
    if (after === before) continue;
    copy ??= { ...value };
    copy[name] = after;
  }
  return copy ?? value;
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const EXPRESSION = "expression";
const ITEM = "field of an item";

const HAVE_FORMS = new WeakMap<TSchema, boolean>();

/** Whether values of the schema may be written in several ways: most lists and texts may not. */
function hasForms(schema: TSchema): boolean {
  const known = HAVE_FORMS.get(schema);
  if (known !== undefined) return known;
  const inside = [
    ...((schema["anyOf"] ?? []) as TSchema[]),
    ...(schema["items"] === undefined ? [] : [schema["items"] as TSchema]),
    ...Object.values((schema["patternProperties"] ?? {}) as Record<string, TSchema>),
    ...Object.values((schema["properties"] ?? {}) as Record<string, TSchema>),
  ];
  const found = schema.title === EXPRESSION || schema.title === ITEM || inside.some(hasForms);
  HAVE_FORMS.set(schema, found);
  return found;
}

function hasType({ type }: TSchema, value: unknown): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return typeof value === "number";
    default:
      return typeof value === type;
  }
}

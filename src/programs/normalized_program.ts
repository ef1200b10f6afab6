/**
 * The normal form of a program: what says the same has the same text, and so the same digest. Expressions are
 * written in one way, and a field of an item that is written as its type alone is written out.
 */
import type { TSchema } from "@sinclair/typebox";
import { parseExpression } from "./expression.ts";
import { printExpression } from "./expression_print.ts";
import { Program } from "./program_schema.ts";
import { itemField } from "./value_type.ts";

/** `program` has no findings of P01. Makes a copy. */
export function normalizedProgram(program: Program): Program {
  return normalized(Program, program) as Program;
}

function normalized(schema: TSchema, value: unknown): unknown {
  const alternatives = (schema["anyOf"] as TSchema[] | undefined) ?? [schema];
  if (schema.title === "field of an item" && typeof value === "string") return itemField(value);
  const fitting = alternatives.find((each) => hasType(each, value));
  if (fitting === undefined) return value;
  if (typeof value === "string") return fitting.title === "expression" ? rewritten(value) : value;
  if (Array.isArray(value)) {
    return value.map((item) => normalized(fitting["items"] as TSchema, item));
  }
  if (typeof value !== "object" || value === null) return value;
  const named = Object.values((fitting["patternProperties"] ?? {}) as Record<string, TSchema>)[0];
  const properties = (fitting["properties"] ?? {}) as Record<string, TSchema>;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const known = named ?? properties[name];
      return [name, known === undefined ? each : normalized(known, each)];
    }),
  );
}

function hasType({ type }: TSchema, value: unknown): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return typeof value === "number";
    default:
      return typeof value === type;
  }
}

function rewritten(text: string): string {
  const parsed = parseExpression(text);
  return "expression" in parsed ? printExpression(parsed.expression) : text;
}

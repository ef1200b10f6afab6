/** The one text of an expression: what is equal but for its spaces and brackets has one text, and so one digest. */
import type { Expression } from "./expression.ts";
import { EXPRESSION_LENGTH_MAX } from "./program_limits.ts";

const LEVEL: Readonly<Record<string, number>> = {
  "||": 1,
  "&&": 2,
  "==": 3,
  "!=": 3,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
};
const SPACED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(LEVEL).map((operator) => [operator, ` ${operator} `]),
);
const SIGN = 6;
/** Levels whose operators may not follow each other, on either side. */
const ONCE = new Set([3, 4]);

/**
 * Reads back as the same tree. The spaces are left out where the text would be too long with them, so that the
 * text of an expression that is short enough is so too.
 */
export function printExpression(expression: Expression): string {
  const text = print(expression, " ");
  return text.length <= EXPRESSION_LENGTH_MAX ? text : print(expression, "");
}

function print(expression: Expression, space: "" | " "): string {
  switch (expression.kind) {
    case "number":
    case "bool":
      return String(expression.value);
    case "text":
      return `'${expression.value.replaceAll("'", "''")}'`;
    case "path":
      return joined(expression.names);
    case "call": {
      const { name, args, names } = expression;
      const call = `${name}(${args.map((arg) => print(arg, space)).join(`,${space}`)})`;
      return names.length === 0 ? call : `${call}.${names.join(".")}`;
    }
    case "unary":
      return expression.operator + within(expression.operand, SIGN, space);
    case "binary": {
      const { operator, left, right } = expression;
      const level = LEVEL[operator] as number;
      const least = ONCE.has(level) ? level + 1 : level;
      const one = within(left, least, space);
      const between = space === "" ? operator : SPACED[operator];
      return one + between + within(right, level + 1, space);
    }
  }
}

function joined(names: readonly string[]): string {
  let text = names[0] as string;
  for (let at = 1; at < names.length; at++) text += `.${names[at]}`;
  return text;
}

function within(expression: Expression, least: number, space: "" | " "): string {
  const text = print(expression, space);
  const level = expression.kind === "binary" ? (LEVEL[expression.operator] as number) : SIGN;
  return level < least ? `(${text})` : text;
}

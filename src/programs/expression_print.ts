/** The one text of an expression: what is equal but for its spaces and brackets has one text, and so one digest. */
import type { Expression } from "./expression.ts";

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
const SIGN = 6;
/** Levels whose operators may not follow each other, on either side. */
const ONCE = new Set([3, 4]);

/** Reads back as the same tree. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case "number":
    case "bool":
      return String(expression.value);
    case "text":
      return `'${expression.value.replaceAll("'", "''")}'`;
    case "path":
      return expression.names.join(".");
    case "call": {
      const { name, args, names } = expression;
      const call = `${name}(${args.map(printExpression).join(", ")})`;
      return names.length === 0 ? call : `${call}.${names.join(".")}`;
    }
    case "unary":
      return expression.operator + within(expression.operand, SIGN);
    case "binary": {
      const { operator, left, right } = expression;
      const level = LEVEL[operator] as number;
      const least = ONCE.has(level) ? level + 1 : level;
      return `${within(left, least)} ${operator} ${within(right, level + 1)}`;
    }
  }
}

function within(expression: Expression, least: number): string {
  const text = printExpression(expression);
  const level = expression.kind === "binary" ? (LEVEL[expression.operator] as number) : SIGN;
  return level < least ? `(${text})` : text;
}

/**
 * A typed expression as a function of an evaluation: its tree is walked once, when a program is
 * compiled.
 *
 * Inside an expression amounts and numbers may be out of range, so that `max(fields.a - fields.b,
 * amount('0'))` means what it says; the value of the whole is refused where its type has no room
 * for it, and so are the amounts that shares are taken of. A let is a whole. A value that is absent
 * refuses the call (`missing_value`), except of `has`, and of what stands behind `has(…) &&`; a
 * list that is absent has no items.
 */
import type { Expression } from "../expression.ts";
import { quoted } from "../finding.ts";
import type { Typed } from "../typed_expression.ts";
import type { ValueType } from "../value_type.ts";
import { amountInRange, bpsInRange, intInRange } from "./amounts.ts";
import { durationMsOf } from "./calendar.ts";
import { compileCall } from "./compiled_functions.ts";
import { compilePath } from "./compiled_path.ts";
import type { Compiled } from "./evaluation.ts";
import type { Names } from "./names.ts";
import type { Value } from "./values.ts";

/** The value of the whole expression, which is in the range of its type. */
export function compileExpression<T extends Value = Value>(
  typed: Typed,
  names: Names,
): Compiled<T> {
  const compiled = compileNode(typed.expression, typed, names);
  return inRange(compiled, typed) as Compiled<T>;
}

function inRange(compiled: Compiled, { type, text }: Typed): Compiled {
  const what = `the value of ${quoted(text)}`;
  switch (type.type) {
    case "amount":
      return (call) => amountInRange(compiled(call) as bigint, what);
    case "int":
      return (call) => intInRange(compiled(call) as number, what);
    case "bps":
      return (call) => bpsInRange(compiled(call) as number, what);
    default:
      return compiled;
  }
}

/** The value of a part of an expression, which may be out of the range of its type. */
export function compileNode(expression: Expression, typed: Typed, names: Names): Compiled {
  switch (expression.kind) {
    case "bool":
    case "number": {
      const { value } = expression;
      return () => value;
    }
    case "text": {
      const value = literalOf(expression.value, typed.types.get(expression));
      return () => value;
    }
    case "path":
      return compilePath(expression.names, names);
    case "call":
      return compileCall(expression, typed, names, (arg) => compileNode(arg, typed, names));
    case "unary": {
      const operand = compileNode(expression.operand, typed, names);
      if (expression.operator === "!") return (call) => operand(call) !== true;
      return (call) => -(operand(call) as number);
    }
    case "binary":
      return compileBinary(expression, typed, names);
  }
}

/** The value of a text in quotation marks, by the type that the checks gave it. */
function literalOf(text: string, type: ValueType | undefined): Value {
  if (type?.type === "time") return Date.parse(text);
  return type?.type === "duration" ? durationMsOf(text) : text;
}

function compileBinary(
  { operator, left, right }: Extract<Expression, { kind: "binary" }>,
  typed: Typed,
  names: Names,
): Compiled {
  const one = compileNode(left, typed, names);
  const other = compileNode(right, typed, names);
  switch (operator) {
    case "&&":
      return (call) => one(call) === true && other(call) === true;
    case "||":
      return (call) => one(call) === true || other(call) === true;
    case "==":
      return (call) => one(call) === other(call);
    case "!=":
      return (call) => one(call) !== other(call);
    case "<":
      return (call) => one(call) < other(call);
    case "<=":
      return (call) => one(call) <= other(call);
    case ">":
      return (call) => one(call) > other(call);
    case ">=":
      return (call) => one(call) >= other(call);
    case "+":
    case "-":
      return compileSum(operator, typed.types.get(left), one, other);
  }
}

function compileSum(
  operator: "+" | "-",
  type: ValueType | undefined,
  one: Compiled,
  other: Compiled,
): Compiled {
  if (type?.type === "amount") {
    return operator === "+"
      ? (call) => (one(call) as bigint) + (other(call) as bigint)
      : (call) => (one(call) as bigint) - (other(call) as bigint);
  }
  return operator === "+"
    ? (call) => (one(call) as number) + (other(call) as number)
    : (call) => (one(call) as number) - (other(call) as number);
}

/** Calls of the language's functions as functions of an evaluation. */
import { invariant } from "../../base/invariant.ts";
import { wholeNumber } from "../../base/whole_number.ts";
import type { Expression } from "../expression.ts";
import type { Rounding } from "../functions.ts";
import type { Typed } from "../typed_expression.ts";
import { bpsOf, splitPart } from "./amounts.ts";
import * as calendar from "./calendar.ts";
import { compileAccount, selectorIn } from "./compiled_account.ts";
import { compileHas, compileItems } from "./compiled_path.ts";
import type { Compiled } from "./evaluation.ts";
import type { Names } from "./names.ts";
import type { Item } from "./values.ts";

type Call = Extract<Expression, { kind: "call" }>;

/**
 * The value of a function call of the language, whose arguments were checked when the program was typed. `compile`: makes
 * the function of an argument that is an expression.
 */
export function compileCall(
  { name, args }: Call,
  typed: Typed,
  names: Names,
  compile: (argument: Expression) => Compiled,
): Compiled {
  const [first, second, third] = args;
  const value = (arg: Expression | undefined): Compiled => {
    invariant(arg !== undefined, "a function of an accepted program has its arguments");
    return compile(arg);
  };
  switch (name) {
    case "amount": {
      const amount = wholeNumber(textOf(first));
      return () => amount;
    }
    case "bps": {
      const [amount, bps] = [value(first), value(second)];
      const rounding = textOf(third) as Rounding;
      return (call) => bpsOf(amount(call) as bigint, bps(call) as number, rounding);
    }
    case "min":
    case "max":
      return compileChoice(name, value(first), value(second));
    case "split": {
      const [amount, count, index] = [value(first), value(second), value(third)];
      return (call) =>
        splitPart(amount(call) as bigint, count(call) as number, index(call) as number);
    }
    case "now":
      return (call) => call.nowMs;
    case "today":
      return (call) => calendar.dateOf(call.nowMs);
    case "balance": {
      const account = compileAccount(selectorIn(first, names), names);
      return (call) => call.balance(account(call));
    }
    case "size": {
      const list = value(first);
      return (call) => (list(call) as readonly Item[]).length;
    }
    case "sum":
      return compileTotal(namesOf(first), typed, first, names);
    case "has":
      return compileHas(namesOf(first), names);
    default:
      return compileCalendar(name, value(first), value(second), typed, first);
  }
}

function compileChoice(name: "min" | "max", one: Compiled, other: Compiled): Compiled {
  if (name === "min") {
    return (call) => {
      const [a, b] = [one(call), other(call)];
      const isFirst = a <= b;
      return isFirst ? a : b;
    };
  }
  return (call) => {
    const [a, b] = [one(call), other(call)];
    const isFirst = a >= b;
    return isFirst ? a : b;
  };
}

function compileTotal(
  path: readonly string[],
  typed: Typed,
  first: Expression | undefined,
  names: Names,
): Compiled {
  const { items, name } = compileItems(path, names);
  const text = path.join(".");
  const isAmount = first !== undefined && typed.types.get(first)?.type === "amount";
  return (call) =>
    call.total(text, () =>
      isAmount ? amountsOf(items(call), name) : numbersOf(items(call), name),
    );
}

function amountsOf(items: readonly Item[], name: string): bigint {
  let total = 0n;
  for (const item of items) total += item.get(name) as bigint;
  return total;
}

function numbersOf(items: readonly Item[], name: string): number {
  let total = 0;
  for (const item of items) total += item.get(name) as number;
  return total;
}

function compileCalendar(
  name: string,
  moment: Compiled,
  count: Compiled,
  typed: Typed,
  first: Expression | undefined,
): Compiled {
  const isDate = first !== undefined && typed.types.get(first)?.type === "date";
  const later = isDate ? LATER_DATE[name] : undefined;
  if (later !== undefined) {
    return (call) => later(moment(call) as string, count(call) as number);
  }
  const laterTime = LATER_TIME[name];
  invariant(laterTime !== undefined, "an accepted program calls functions of the language");
  return (call) => laterTime(moment(call) as number, count(call) as number);
}

const LATER_DATE: Readonly<Record<string, (date: string, count: number) => string>> = {
  addDays: calendar.addDays,
  addMonths: calendar.addMonths,
  addYears: calendar.addYears,
};
const LATER_TIME: Readonly<Record<string, (timeMs: number, count: number) => number>> = {
  addDays: calendar.addDaysToTime,
  addMonths: calendar.addMonthsToTime,
  addYears: calendar.addYearsToTime,
  addDuration: calendar.addDuration,
};

function textOf(expression: Expression | undefined): string {
  invariant(expression?.kind === "text", "the argument is a text in quotation marks");
  return expression.value;
}

function namesOf(expression: Expression | undefined): readonly string[] {
  invariant(expression?.kind === "path", "the argument is a path");
  return expression.names;
}

/**
 * The rules of types that need no names: what a literal, an operator or an argument is of given types, or what is
 * wrong with it.
 */
import { didYouMean } from "../base/nearest.ts";
import type { BinaryOperator } from "./expression.ts";
import { type CheckCode, quoted } from "./finding.ts";
import type { Argument } from "./functions.ts";
import { BPS_MAX } from "./program_limits.ts";
import {
  conversion,
  isAdded,
  isOfCalendar,
  isOrdered,
  isSame,
  literalFault,
  typeName,
  type ValueType,
} from "./value_type.ts";

export type TypeFault = { code: CheckCode; message: string; hint: string };

export const BOOL: ValueType = { type: "bool" };
const LITERAL_HINT =
  "Write one that fits, in single quotation marks, or a name without them: fields.currency.";

/** Types for which no text can stand. */
const NAMED = new Set([
  "customer",
  "account",
  "beneficiary",
  "consent",
  "ref",
  "list",
  "amount",
  "bool",
  "int",
  "bps",
]);

export function numberType(value: number, wanted: ValueType | undefined): ValueType | TypeFault {
  if (wanted?.type === "amount") {
    const hint = `Write amount('${value}').`;
    return { code: "P03", message: "this is a number, and must be an amount", hint };
  }
  if (wanted?.type !== "bps") return { type: "int" };
  if (value <= BPS_MAX) return wanted;
  const message = `${value} basis points are more than ${BPS_MAX}, which is all`;
  return { code: "P03", message, hint: "100 basis points are one percent." };
}

/** `currencies`: those of the program. */
export function textType(
  value: string,
  wanted: ValueType | undefined,
  currencies: readonly string[],
): ValueType | TypeFault {
  if (wanted === undefined) return { type: "text" };
  const isPlain = wanted.type === "amount" && /^(0|[1-9][0-9]{0,17})$/.test(value);
  if (isPlain) {
    const hint = `Write amount('${value}').`;
    return { code: "P03", message: "a text is not an amount", hint };
  }
  const must = literalFault(value, wanted, currencies);
  if (must === undefined) return wanted;
  const words = wanted.type === "enum" ? wanted.values : [];
  const isName = wanted.type === "enum" || wanted.type === "currency";
  const message = `the text ${quoted(value)} must be ${must}${didYouMean(value, words)}`;
  const hint = NAMED.has(wanted.type) ? "Write a field of that type." : LITERAL_HINT;
  return { code: isName ? "P02" : "P03", message, hint };
}

export function signedType(operator: "!" | "-", type: ValueType): ValueType | TypeFault {
  if (operator === "!") {
    if (type.type === "bool") return BOOL;
    const message = `! stands before a condition, and this is ${typeName(type)}`;
    return { code: "P03", message, hint: "Write a comparison: !(rem.due == amount('0'))." };
  }
  if (type.type === "int") return type;
  const message = `only whole numbers have a sign, and this is ${typeName(type)}`;
  const hint = "Amounts are never negative: subtract one from another.";
  return { code: "P03", message, hint };
}

export function comparedType(
  operator: BinaryOperator,
  one: ValueType,
  other: ValueType,
): ValueType | TypeFault {
  if (!isSame(one, other)) {
    const message = `${typeName(one)} is not compared with ${typeName(other)}`;
    return { code: "P03", message, hint: conversion(other, one) };
  }
  const isEquality = operator === "==" || operator === "!=";
  if (isEquality ? one.type !== "list" : isOrdered(one)) return BOOL;
  const isList = one.type === "list";
  const message = isList ? "lists are not compared" : `${typeName(one)} has no order`;
  const hint = isList ? "Compare what size() or sum() gives of them." : "Write == or !=.";
  return { code: "P03", message, hint };
}

export function sumType(
  operator: "+" | "-",
  one: ValueType,
  other: ValueType,
): ValueType | TypeFault {
  if (isOfCalendar(one) || isOfCalendar(other)) {
    const message = `${operator} is not for dates, times and durations`;
    const hint = "Write addDays(fields.dueDate, 3), addMonths, addYears or addDuration.";
    return { code: "P20", message, hint };
  }
  if (isAdded(one) && isSame(one, other)) return one;
  if (!isSame(one, other)) {
    const message = `${typeName(one)} and ${typeName(other)} are not mixed`;
    return { code: "P03", message, hint: conversion(other, one) };
  }
  const message = `${operator} is for numbers and amounts, and this is ${typeName(one)}`;
  const hint = one.type === "bool" ? "Write && or || between conditions." : "Leave it out.";
  return { code: "P03", message, hint };
}

/** An argument that is a value, of one type or of one of several. */
export type ValueArgument = Exclude<Argument, "digits" | "rounding" | "account" | "items" | "path">;

/** What a literal in the argument may stand for. `first`: the type of the function's first argument. */
export function wantedOf(
  argument: ValueArgument,
  first: ValueType | undefined,
): ValueType | undefined {
  switch (argument) {
    case "like":
      return first;
    case "moment":
    case "ordered":
    case "list":
      return undefined;
    default:
      return { type: argument };
  }
}

/** Arguments that are of one of several types: which, and in words. */
const SEVERAL: Readonly<Partial<Record<ValueArgument, Kind>>> = {
  moment: { words: "a date or a time", has: ({ type }) => type === "date" || type === "time" },
  ordered: { words: "a value that has an order", has: isOrdered },
  list: { words: "a list", has: ({ type }) => type === "list" },
};
type Kind = { words: string; has(type: ValueType): boolean };

/** `hint`: how the function is called. */
export function argumentType(
  argument: ValueArgument,
  type: ValueType,
  first: ValueType | undefined,
  hint: string,
): ValueType | TypeFault {
  const several = SEVERAL[argument];
  const wanted = wantedOf(argument, first);
  const fits = several?.has(type) ?? (wanted !== undefined && isSame(type, wanted));
  if (fits) return type;
  const must = several?.words ?? typeName(wanted as ValueType);
  return { code: "P03", message: `this is ${typeName(type)}, and must be ${must}`, hint };
}

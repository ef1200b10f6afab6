/** A text of the program as an expression with its types, or as the account that it names. */
import type { AccountSelector, AccountUse } from "./account_selector.ts";
import type { Expression } from "./expression.ts";
import type { ExpressionTrees } from "./expression_trees.ts";
import type { Findings } from "./finding.ts";
import { Typing, type TypingParts } from "./typing.ts";
import { isAssignable, type ValueType } from "./value_type.ts";

/** An expression whose types are right. */
export type Typed = {
  text: string;
  /** JSON Pointer to the text. */
  path: string;
  expression: Expression;
  type: ValueType;
  /** The type of each node but comparisons and what joins them; of literals that of the value they stand for. */
  types: ReadonlyMap<Expression, ValueType>;
  /** True: the value never changes after the object was made. */
  isFixed: boolean;
  /** True: the value depends on the Product's clock. */
  usesClock: boolean;
  /** True: there may be no value. */
  isOptional: boolean;
};

export type ReadingParts = { trees: ExpressionTrees; findings: Findings; path: string };
type Parts = TypingParts & ReadingParts;

/** The tree of a text; a fault of its syntax is a finding of P01. */
export function read(
  text: string,
  { trees, findings, path }: ReadingParts,
): Expression | undefined {
  const parsed = trees.of(text);
  if ("expression" in parsed) return parsed.expression;
  const { at, message, hint } = parsed.fault;
  findings.add("P01", path, `${message} (character ${at + 1})`, hint);
  return undefined;
}

/** The expression with its types; undefined where it has a fault, which is then a finding. */
export function typed(
  text: string,
  wanted: ValueType | undefined,
  parts: Parts,
): Typed | undefined {
  const expression = read(text, parts);
  return expression && typedTree(expression, text, wanted, parts);
}

/** The sum of what a text leads to through a list, as `fields.lines[].amount`. */
export function typedItems(text: string, wanted: ValueType, parts: Parts): Typed | undefined {
  const items = read(text, parts);
  if (items === undefined) return undefined;
  const sum: Expression = { kind: "call", name: "sum", args: [items], names: [], at: 0 };
  return typedTree(sum, text, wanted, parts);
}

function typedTree(
  expression: Expression,
  text: string,
  wanted: ValueType | undefined,
  parts: TypingParts,
): Typed | undefined {
  const typing = new Typing(parts);
  const type = typing.typeOf(expression, wanted);
  if (type === undefined) return undefined;
  if (wanted !== undefined && !isAssignable(type, wanted)) {
    typing.mismatch(expression, type, wanted);
    return undefined;
  }
  const { types, isFixed, usesClock, isOptional } = typing;
  return { text, path: parts.path, expression, type, types, isFixed, usesClock, isOptional };
}

/** The account that a text names; a fault is a finding. `place`: where it stands. */
export function typedAccount(
  text: string,
  parts: Parts,
  place: AccountUse,
): AccountSelector | undefined {
  const expression = read(text, parts);
  return expression && new Typing(parts).account(expression, place);
}

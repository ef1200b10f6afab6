/** An action of a program, ready to run. */
import { invariant } from "../../base/invariant.ts";
import type { ThenSource } from "../action_schema.ts";
import type { Expression } from "../expression.ts";
import type { FieldSource } from "../field_schema.ts";
import { collectionsOf, debitsOf } from "../mandates.ts";
import { payoutsOf } from "../payouts.ts";
import type { TypedAction, TypedMove, TypedSplit } from "../typed_action.ts";
import type { Typed } from "../typed_expression.ts";
import { amountInRange, bpsOf, ratioOf } from "./amounts.ts";
import { type CompiledAccount, compileAccount } from "./compiled_account.ts";
import type { CompiledDecision } from "./compiled_decision.ts";
import { compileExpression, compileNode } from "./compiled_expression.ts";
import type { Compiled, CompiledAggregate, Evaluation } from "./evaluation.ts";
import { type ConsentField, consentsOf, type Reference, referencesOf } from "./field_types.ts";
import type { Names } from "./names.ts";
import type { FieldSources } from "./values.ts";

export type CompiledAction = {
  name: string;
  from: readonly string[];
  input: FieldSources;
  needsInput: boolean;
  inputReferences: readonly Reference[];
  inputConsents: readonly ConsentField[];
  gate: CompiledDecision | undefined;
  opens: CompiledDecision | undefined;
  requires: readonly { that: Compiled<boolean>; otherwise: string; usesInput: boolean }[];
  aggregateConditions: readonly AggregateCondition[];
  consume: readonly { name: string; amount: Compiled<bigint> }[];
  add: readonly { aggregate: CompiledAggregate; amount: Compiled<bigint> }[];
  set: readonly { name: string; source: FieldSource; value: Compiled }[];
  claim: readonly Reference[];
  release: readonly Reference[];
  moves: readonly CompiledMove[];
  /** The accounts of customers that the moves take money from, each once. */
  debits: readonly CompiledAccount[];
  /** By label of each payout, and of each collection by a mandate: the actions that are called when it has ended. */
  then: ReadonlyMap<string, ThenSource>;
  /** The state after the action. */
  target: { condition: Compiled<boolean>; met: string; otherwise: string } | string;
};

export type AggregateCondition = {
  that: Compiled<boolean>;
  usesInput: boolean;
  text: string;
  /** The aggregate that the condition names first. */
  aggregate: string;
  /** Of a comparison: the side with the aggregate, and what it is compared with. */
  sides: { actual: Compiled; expected: Compiled; operator: string } | undefined;
};

export type CompiledMove = {
  label: string;
  book: string | undefined;
  amount: Compiled<bigint>;
  from: CompiledAccount;
  /** One account, or the parts of a split list. */
  to: CompiledAccount | readonly CompiledPart[];
};

export type CompiledPart = {
  label: string;
  book: string | undefined;
  account: CompiledAccount;
  /** What the part asks for of an amount; absent of the part that gets what remains. */
  share: ((call: Evaluation, amount: bigint) => bigint) | undefined;
  cap: Compiled<bigint> | undefined;
  min: Compiled<bigint> | undefined;
};

type Parts = {
  names: Names;
  decisions: ReadonlyMap<string, CompiledDecision>;
  /** The references among the object's fields. */
  references: readonly Reference[];
};

/** The action of an accepted program, with its expressions as functions. */
export function compileAction(action: TypedAction, parts: Parts): CompiledAction {
  const { name, source, targets, condition } = action;
  const { names, decisions, references } = parts;
  const input = source.input ?? {};
  const [met = "", otherwise = ""] = targets;
  const decision = (each: string | undefined) =>
    each === undefined ? undefined : decisions.get(each);
  const claims = (wanted: readonly string[] = []) =>
    references.filter((reference) => wanted.includes(reference.name));
  const compiled = <T extends bigint | boolean>(typed: Typed | undefined): Compiled<T> =>
    compileExpression<T>(accepted(typed), names);
  return {
    name,
    from: source.from,
    input,
    needsInput: Object.values(input).some(({ required }) => required === true),
    inputReferences: referencesOf(input),
    inputConsents: consentsOf(input),
    gate: decision(source.gate),
    opens: decision(source.opens),
    requires: (source.require ?? []).map(({ else: otherwise }, index) => ({
      that: compiled<boolean>(action.requires[index]),
      otherwise,
      usesInput: usesInput(accepted(action.requires[index]).expression),
    })),
    aggregateConditions: action.aggregateConditions.map((each) =>
      aggregateCondition(accepted(each), names),
    ),
    consume: [...action.consume].map(([remainder, amount]) => ({
      name: remainder,
      amount: compiled<bigint>(amount),
    })),
    add: [...action.add].map(([aggregate, amount]) => ({
      aggregate: names.aggregate(aggregate),
      amount: compiled<bigint>(amount),
    })),
    set: [...action.set].map(([field, value]) => ({
      name: field,
      source: names.source.fields[field] as FieldSource,
      value: compileExpression(value, names),
    })),
    claim: claims(source.claim),
    release: claims(source.release),
    moves: action.moves.map((move) => compileMove(move, names)),
    debits: debitsOf(action).map((account) => compileAccount(account, names)),
    // biome-ignore lint/suspicious/noThenProperty: the word of the language
    then: new Map(
      [...payoutsOf(action), ...collectionsOf(action)].map(({ label, then }) => [label, then]),
    ),
    target:
      typeof source.to === "string"
        ? source.to
        : { condition: compiled<boolean>(condition), met, otherwise },
  };
}

function compileMove({ source, amount, from, to, splits }: TypedMove, names: Names): CompiledMove {
  return {
    label: source.label,
    book: source.book,
    amount: compileExpression<bigint>(accepted(amount), names),
    from: compileAccount(from, names),
    to:
      splits === undefined
        ? compileAccount(to, names)
        : splits.map((split) => compilePart(split, source.book, names)),
  };
}

/** A part of a split list. Where the part has no label for the books, it gets the label of its move. */
function compilePart(split: TypedSplit, book: string | undefined, names: Names): CompiledPart {
  const { source, account, cap, min } = split;
  return {
    label: source.label,
    book: source.book ?? book,
    account: compileAccount(account, names),
    share: shareOf(split, names),
    cap: cap && compileExpression<bigint>(cap, names),
    min: min && compileExpression<bigint>(min, names),
  };
}

function shareOf({ source, bps, ratio, amount }: TypedSplit, names: Names): CompiledPart["share"] {
  const rounding = source.round ?? "down";
  if (source.remaining === true) return undefined;
  if (typeof bps === "number") return (_, whole) => bpsOf(whole, bps, rounding);
  if (bps !== undefined) {
    const points = compileExpression<number>(bps, names);
    return (call, whole) => bpsOf(whole, points(call), rounding);
  }
  if (ratio !== undefined) {
    const one = compileExpression<bigint>(ratio[0], names);
    const other = compileExpression<bigint>(ratio[1], names);
    return (call, whole) => ratioOf(whole, [one(call), other(call)], rounding);
  }
  const part = compileExpression<bigint>(accepted(amount), names);
  return (call) => amountInRange(part(call), "a part");
}

function aggregateCondition(typed: Typed, names: Names): AggregateCondition {
  const { expression, text } = typed;
  const compiled = { that: compileExpression<boolean>(typed, names), text };
  const aggregate = aggregateIn(expression) ?? "";
  const isComparison = expression.kind === "binary" && MIRRORED[expression.operator] !== undefined;
  const common = { ...compiled, usesInput: usesInput(expression), aggregate };
  if (!isComparison) return { ...common, sides: undefined };
  const { left, right, operator } = expression;
  // One side of the comparison is the aggregate; the condition keeps it on the left.
  const isMirrored = aggregateIn(left) === undefined;
  const [one, other] = isMirrored ? [right, left] : [left, right];
  const sides = {
    actual: compileNode(one, typed, names),
    expected: compileNode(other, typed, names),
    operator: (isMirrored ? MIRRORED[operator] : operator) ?? operator,
  };
  return { ...common, sides };
}

const MIRRORED: Readonly<Partial<Record<string, string>>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

function* nodesOf(expression: Expression): Generator<Expression> {
  yield expression;
  if (expression.kind === "unary") yield* nodesOf(expression.operand);
  else if (expression.kind === "call") for (const arg of expression.args) yield* nodesOf(arg);
  else if (expression.kind === "binary") {
    yield* nodesOf(expression.left);
    yield* nodesOf(expression.right);
  }
}

function usesInput(expression: Expression): boolean {
  return [...nodesOf(expression)].some((node) => node.kind === "path" && node.names[0] === "input");
}

function aggregateIn(expression: Expression): string | undefined {
  for (const node of nodesOf(expression)) {
    if (node.kind === "path" && node.names[0] === "agg") return node.names[1];
  }
  return undefined;
}

function accepted(typed: Typed | undefined): Typed {
  invariant(typed !== undefined, "an expression of an accepted program is typed");
  return typed;
}

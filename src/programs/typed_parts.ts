/** Every expression of a noun, for the checks that look at all of them. */
import type { TypedAction } from "./typed_action.ts";
import type { Typed } from "./typed_expression.ts";
import type { TypedNoun } from "./typed_noun.ts";

/** `action`: the one whose input the expression may use. */
export type Part = { typed: Typed; action: TypedAction | undefined };

/**
 * What has no fault, in the order of the program's sections. Accounts and the parts of partitions, which are paths
 * alone, are not among them.
 */
export function partsOf(noun: TypedNoun): Part[] {
  const parts: Part[] = [];
  const add = (typed: Typed | number | undefined, action?: TypedAction) => {
    if (typeof typed === "object") parts.push({ typed, action });
  };
  for (const each of noun.lets.values()) add(each);
  for (const { whole } of noun.partitions.values()) add(whole);
  for (const each of noun.remainders.values()) add(each);
  for (const { cap } of noun.aggregates.values()) add(cap);
  for (const action of noun.actions.values()) {
    for (const each of inAction(action)) add(each, action);
  }
  for (const { at, repeat, amount, input } of noun.schedules.values()) {
    for (const each of [at, repeat, amount, ...input.values()]) add(each);
  }
  return parts;
}

function inAction(action: TypedAction): (Typed | number | undefined)[] {
  const { condition, requires, aggregateConditions, consume, add, set, moves } = action;
  return [
    ...[condition, ...requires, ...aggregateConditions],
    ...[...consume.values(), ...add.values(), ...set.values()],
    ...moves.flatMap(({ amount, splits = [] }) => [
      amount,
      ...splits.flatMap(({ bps, ratio = [], amount, cap, min }) => [
        bps,
        ...ratio,
        amount,
        cap,
        min,
      ]),
    ]),
  ];
}

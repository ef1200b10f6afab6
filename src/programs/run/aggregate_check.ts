/**
 * Counts and sums of step 9 of a call. A sum takes amounts of its own currency alone; a cap is
 * looked at when a call raises the count or the sum, so that what is over a cap can still go down.
 * A count of the scope `self` is 1 or 0.
 */
import { refuse } from "../../contract/refusals/refusal.ts";
import type { AggregateCondition, CompiledAction } from "./compiled_action.ts";
import type { CompiledNoun } from "./compiled_noun.ts";
import type { CompiledAggregate, Evaluation } from "./evaluation.ts";
import type { Outcome } from "./outcome.ts";
import { stop } from "./refused.ts";

const NOTHING: ReadonlyMap<CompiledAggregate, bigint> = new Map();

/**
 * The amounts that a call adds to the object's sums, by name, computed from the values at the beginning of the call.
 */
export function addedBy(
  call: Evaluation,
  add: CompiledAction["add"],
): ReadonlyMap<CompiledAggregate, bigint> {
  if (add.length === 0) return NOTHING;
  return new Map(add.map(({ aggregate, amount }) => [aggregate, amount(call)]));
}

/** The changes of aggregates over a subject or the Product. Stops where one would go over its cap. */
export function checkAggregates(
  call: Evaluation,
  noun: CompiledNoun,
  {
    added,
    before,
    after,
  }: {
    added: ReadonlyMap<CompiledAggregate, bigint>;
    /**
     * The states; absent of an object that is not there yet, and of one whose state is not known.
     */
    before: string | undefined;
    after: string | undefined;
  },
): Outcome["aggregates"] {
  return noun.aggregates.flatMap((aggregate) => {
    const { isCount, scope } = aggregate;
    const change = isCount ? countChange(aggregate, before, after) : (added.get(aggregate) ?? 0n);
    if (!isCount && added.has(aggregate)) checkCurrency(call, aggregate);
    if (change > 0n) checkCap(call, aggregate, change);
    return scope === "self" || change === 0n ? [] : [{ ...call.aggregateKey(aggregate), change }];
  });
}

function countChange(
  { counts }: CompiledAggregate,
  before: string | undefined,
  after: string | undefined,
): bigint {
  if (after === undefined) return 0n;
  const counted = before !== undefined && counts(before);
  if (counts(after) === counted) return 0n;
  return counted ? -1n : 1n;
}

function checkCurrency(call: Evaluation, { name, currency }: CompiledAggregate): void {
  const expected = currency?.(call);
  const received = call.object.currency;
  if (expected === undefined || received === undefined || expected === received) return;
  const message = `the sum ${name} is in ${expected}, and the object in ${received}`;
  stop(
    refuse("noun_aggregate_currency_mismatch", message, { aggregate: name, expected, received }),
  );
}

/** Stops where the change raises the aggregate over its cap. */
export function checkCap(call: Evaluation, aggregate: CompiledAggregate, change: bigint): void {
  const cap = aggregate.cap?.(call);
  if (cap === undefined) return;
  // The object itself may be the first to count.
  const current = aggregate.scope === "self" && aggregate.isCount ? 0n : call.aggregate(aggregate);
  if (current + change <= cap) return;
  const { name } = aggregate;
  const message = `${name} is ${current} of at most ${cap}, and would grow by ${change}`;
  const details = {
    aggregate: name,
    cap: String(cap),
    current: String(current),
    requested: String(change),
  };
  stop(refuse("noun_aggregate_cap_exceeded", message, details));
}

/** Stops where the condition does not hold for the aggregates as they are before the call. */
export function checkCondition(call: Evaluation, condition: AggregateCondition): void {
  if (condition.that(call)) return;
  const { aggregate, sides, text } = condition;
  const [expected, actual] = sides === undefined ? [text, "false"] : comparisonText(call, sides);
  const message = `the condition on ${aggregate || "aggregates"} does not hold: ${text}`;
  stop(refuse("aggregate_condition_unmet", message, { aggregate, expected, actual }));
}

/** `31000` of an equality, and else `>= 31000`; and what there is instead. */
function comparisonText(
  call: Evaluation,
  { expected, actual, operator }: NonNullable<AggregateCondition["sides"]>,
): [expected: string, actual: string] {
  const value = String(expected(call));
  return [operator === "==" ? value : `${operator} ${value}`, String(actual(call))];
}

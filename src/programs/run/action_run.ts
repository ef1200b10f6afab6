/**
 * Steps 6 to 14 of a call of an action. Every expression of an action (requirements, amounts,
 * fields that it sets) sees the object at the beginning of the call, so that `consume` and a move
 * may both say `rem.due`; only balances follow the moves. The condition of the next state sees all
 * effects, but still the state before.
 *
 * A condition may ask for balances after the moves, so the moves are planned before the counts of
 * step 9 are known. A refusal of the plan is still one of step 11: a refusal of an earlier step
 * is answered before it.
 */
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { Begun } from "./action_begin.ts";
import { addedBy, checkAggregates, checkCondition } from "./aggregate_check.ts";
import type { CompiledAction } from "./compiled_action.ts";
import type { CompiledNoun } from "./compiled_noun.ts";
import { type CompiledAggregate, Evaluation } from "./evaluation.ts";
import { checkLimits } from "./limit_check.ts";
import type { ActionCall, ObjectRecord } from "./object_record.ts";
import type { Outcome } from "./outcome.ts";
import { type Plan, planMoves } from "./planned_moves.ts";
import { checkConsents, checkReferences, releasedBy } from "./reference_check.ts";
import { isRefusal, refusalOr, stop, stopAt } from "./refused.ts";
import { checkPartitions, checkRequirement, fieldsGiven } from "./requirement_check.ts";
import { rowsOf } from "./schedule_rows.ts";
import { misfit } from "./single_values.ts";
import type { Fields, Value } from "./values.ts";
import type { ClaimKey, World } from "./world.ts";

/** One call of an action of an object that exists. `outcome` changes nothing in the world. */
export class ActionRun {
  readonly #begun: Begun;
  readonly #noun: CompiledNoun;
  readonly #action: CompiledAction;
  readonly #before: Evaluation;
  readonly #object: ObjectRecord;
  readonly #call: ActionCall;
  readonly #world: World;

  constructor(begun: Begun, object: ObjectRecord, call: ActionCall, world: World) {
    this.#begun = begun;
    this.#noun = begun.noun;
    this.#action = begun.action;
    this.#before = begun.evaluation;
    this.#object = object;
    this.#call = call;
    this.#world = world;
  }

  /** What the call does. Stops (`refused.ts`) at the first refusal, in the order of the steps. */
  outcome(): Outcome {
    const before = this.#before;
    const { requires, aggregateConditions, add } = this.#action;
    const claimed = this.#readInput();
    for (const each of requires) checkRequirement(before, each);
    const fields = this.#fieldsSet();
    const remainders = this.#remaindersLeft();
    const added = addedBy(before, add);
    const effects: ObjectRecord = { ...this.#object, fields, remainders, sums: this.#sums(added) };
    // Conditions see the balances before the moves, and refuse after the caps.
    const conditions = refusalOr(() => {
      for (const each of aggregateConditions) checkCondition(before, each);
      return HOLDS;
    });
    const plan = refusalOr(() => planMoves(before, this.#action.moves));
    const next = refusalOr(() => this.#next(effects, added, isRefusal(plan)));
    const aggregates = checkAggregates(before, this.#noun, {
      added,
      before: this.#object.state,
      after: isRefusal(next) ? undefined : next.state,
    });
    if (isRefusal(conditions)) return stop(conditions);
    const revision = this.#object.revision + 1;
    const after = (state: string): ObjectRecord => ({ ...effects, state, revision });
    const limits = isRefusal(next)
      ? []
      : checkLimits(this.#begun.program, before, {
          before: this.#object,
          after: after(next.state),
          isPlanned: !isRefusal(plan),
        });
    if (isRefusal(plan)) return stop(plan);
    if (isRefusal(next)) return stop(next);
    return this.#finished(after(next.state), { plan, aggregates, limits, claimed });
  }

  /** The last steps: whether the object may enter its next state, and which rows of schedules are made there. */
  #finished(
    after: ObjectRecord,
    found: Pick<Outcome, "aggregates" | "limits" | "claimed"> & { plan: Plan },
  ): Outcome {
    const { plan, aggregates, limits, claimed } = found;
    this.#checkDrained(after.state);
    const { rows, rounds } = this.#rows(after, aggregates);
    if (plan.shortage !== undefined) return stop(plan.shortage);
    const { opened, usedDecisionId } = this.#begun.decided;
    return {
      action: this.#action.name,
      object: { ...after, rounds },
      stateBefore: this.#object.state,
      moves: plan.transfers,
      aggregates,
      limits,
      claimed,
      released: releasedBy(this.#object, this.#action.release, this.#world),
      ownAccounts: [],
      opened,
      usedDecisionId,
      rows,
    };
  }

  /** Steps 6 and 7: the input and its references. Returns the claims that the action makes. */
  #readInput(): ClaimKey[] {
    const { input, inputReferences, inputConsents, claim } = this.#action;
    const { currencies } = this.#begun.program;
    const values = fieldsGiven(input, this.#call.input, { at: "input", currencies });
    this.#before.input = values;
    const references = { given: inputReferences, values, taken: claim };
    const claimed = checkReferences(this.#object, references, this.#world);
    checkConsents(this.#object, inputConsents, values, this.#world);
    return claimed;
  }

  /**
   * The fields after the call. A value that is set must fit its field as if a caller had given it.
   */
  #fieldsSet(): Fields {
    const { set } = this.#action;
    if (set.length === 0) return this.#object.fields;
    const fields = new Map<string, Value>(this.#object.fields);
    for (const { name, source, value } of set) {
      const next = value(this.#before);
      const says = misfit(next, source);
      if (says !== undefined) stopAt("field_range", `fields.${name} would be set: it ${says}`);
      fields.set(name, next);
    }
    const consents = this.#noun.consents.filter(({ name }) =>
      set.some((each) => each.name === name),
    );
    checkConsents(this.#object, consents, fields, this.#world);
    checkPartitions(this.#evaluationOf({ ...this.#object, fields }), this.#noun);
    return fields;
  }

  #remaindersLeft(): ObjectRecord["remainders"] {
    const { consume } = this.#action;
    if (consume.length === 0) return this.#object.remainders;
    const remainders = new Map(this.#object.remainders);
    for (const { name, amount } of consume) {
      const requested = amount(this.#before);
      const left = remainders.get(name) ?? 0n;
      if (requested > left) stop(remainderExceeded(name, left, requested));
      remainders.set(name, left - requested);
    }
    return remainders;
  }

  /** The next state. A condition may ask for balances, and is not known where there is no plan. */
  #next(
    effects: ObjectRecord,
    added: ReadonlyMap<CompiledAggregate, bigint>,
    isWithoutPlan: boolean,
  ): { state: string } | Refusal {
    const { target } = this.#action;
    if (typeof target === "string") return { state: target };
    if (isWithoutPlan) return NO_PLAN;
    const call = this.#evaluationOf(effects);
    for (const [{ name }, change] of added) call.added.set(name, change);
    return { state: target.condition(call) ? target.met : target.otherwise };
  }

  #sums(added: ReadonlyMap<CompiledAggregate, bigint>): ObjectRecord["sums"] {
    const { sums } = this.#object;
    const own = [...added].filter(([{ scope }]) => scope === "self");
    if (own.length === 0) return sums;
    const after = new Map(sums);
    for (const [{ name }, change] of own) after.set(name, (after.get(name) ?? 0n) + change);
    return after;
  }

  /** An own account is empty when the object enters a state that asks for it; what payouts have reserved is still there. */
  #checkDrained(state: string): void {
    if (state === this.#object.state) return;
    for (const { name, drainBefore } of this.#noun.own) {
      if (!drainBefore.has(state)) continue;
      const account = this.#before.ownAccount(name);
      const balance = this.#before.heldBalance(account);
      if (balance === 0n) continue;
      const accountId = this.#world.accountIdOf(account);
      const message = `${name} holds ${balance} ${account.currency}; it must be empty before ${state}`;
      stop(refuse("noun_account_not_drained", message, { accountId, balance: String(balance) }));
    }
  }

  #rows(after: ObjectRecord, aggregates: Outcome["aggregates"]): ReturnType<typeof rowsOf> {
    if (after.state === this.#object.state) return { rows: [], rounds: after.rounds };
    const call = this.#evaluationOf(after);
    for (const { name, change } of aggregates) call.added.set(name, change);
    return rowsOf(call, this.#noun, this.#object.state, after);
  }

  /** An evaluation with another state of the object, and with the input and the moves of this one. */
  #evaluationOf(object: ObjectRecord): Evaluation {
    return new Evaluation({ noun: this.#noun, world: this.#world }, object, this.#before);
  }
}

const HOLDS = {};
/** Stands for a state that is not known; the plan's own refusal is the answer. */
const NO_PLAN = refuseConstraint("missing_value", "the moves have no plan");

function remainderExceeded(remainder: string, left: bigint, requested: bigint): Refusal {
  const message = `${remainder} has ${left} left; ${requested} is more`;
  const details = { remainder, left: String(left), requested: String(requested) };
  return refuse("noun_remainder_exceeded", message, details);
}

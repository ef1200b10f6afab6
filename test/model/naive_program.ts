/**
 * The naive interpreter: a program run from its JSON, as the specification says it, one step after the other. It
 * compiles nothing and remembers nothing: each call copies the whole world, changes the copy in the order of the
 * specification, and keeps it when nothing refused.
 */
import {
  amountsAdded,
  checkAggregates,
  checkDrained,
  checkLimits,
  checkPartitions,
  consume,
} from "./naive_amounts.ts";
import { amountOf, evaluate, holds, type Place } from "./naive_expression.ts";
import { checkFits, ofType, readValues, withDefaults } from "./naive_fields.ts";
import {
  type Caller,
  checkCaller,
  checkConsents,
  checkCustomers,
  checkGate,
  checkPort,
  checkReferences,
  checkSubject,
  claimedAtOnce,
} from "./naive_guards.ts";
import { plan, transfer } from "./naive_moves.ts";
import { rowsOf } from "./naive_rows.ts";
import { attempt, refuse, spanMsOf, type Value } from "./naive_value.ts";
import {
  copyOf,
  type Decision,
  keep,
  type Move,
  type NaiveObject,
  nounOf,
  objectOf,
  type Row,
  type World,
} from "./naive_world.ts";

type Json = Readonly<Record<string, unknown>>;
export type Done = {
  objectId: string;
  state: string;
  moves: Move[];
  rows: Row[];
  opened?: Decision;
};

type Source = ReturnType<typeof nounOf>["actions"][string];

export function create(
  world: World,
  kind: string,
  objectId: string,
  given: Readonly<Record<string, unknown>>,
  caller: Caller,
): Done {
  const draft = copyOf(world);
  const noun = nounOf(draft, kind);
  const [state = ""] = Object.entries(noun.states).find(([, { initial }]) => initial) ?? [];
  const object: NaiveObject = {
    objectId,
    kind,
    state,
    revision: 1,
    createdAtMs: draft.nowMs,
    fields: textsOf(given),
    remainders: new Map(),
    sums: new Map(),
    made: new Set(),
    claims: new Set(),
  };
  checkPort(draft, object, "create", caller);
  checkSubject(draft, object);
  checkCaller(draft, caller);
  checkCustomers(draft, noun.fields, given);
  object.fields = readValues(draft, noun.fields, given);
  const all = { declared: noun.fields, values: object.fields };
  checkReferences(draft, object, all, claimedAtOnce(noun));
  checkConsents(draft, object, noun.fields, object.fields);
  draft.objects.set(objectId, object);
  const place = { world: draft, object };
  checkPartitions(place);
  for (const [name, { start }] of Object.entries(noun.remainders ?? {})) {
    object.remainders.set(name, amountOf(start, place));
  }
  for (const [name, { sum }] of Object.entries(noun.aggregates ?? {})) {
    if (sum === true) object.sums.set(name, 0n);
  }
  checkAggregates(place, new Map(), { from: undefined });
  checkLimits(place, world);
  const rows = rowsOf(place, ["create", `enter:${state}`]);
  draft.rows.push(...rows);
  keep(world, draft);
  return { objectId, state, moves: [], rows };
}

/** Fields whose form nobody has looked at yet: who calls is asked before what is given. */
function textsOf(given: Readonly<Record<string, unknown>>): Map<string, Value> {
  const texts = Object.entries(given).filter(([, value]) => typeof value === "string");
  return new Map(texts as [string, string][]);
}

export type Call = {
  objectId: string;
  action: string;
  input: Readonly<Record<string, unknown>> | ReadonlyMap<string, Value>;
  caller: Caller;
};

export function call(world: World, { objectId, action, input, caller }: Call): Done {
  if (!world.objects.has(objectId)) refuse("noun_instance_not_found", objectId);
  const draft = copyOf(world);
  const object = objectOf(draft, objectId);
  const noun = nounOf(draft, object.kind);
  const source = noun.actions[action];
  if (source === undefined) throw new Error(`${object.kind} has no action ${action}`);
  checkPort(draft, object, action, caller);
  checkSubject(draft, object);
  checkCaller(draft, caller);
  if (!(input instanceof Map)) checkCustomers(draft, source.input ?? {}, input as Json);
  if (!source.from.includes(object.state) && !draft.off.has("transitions")) {
    refuse("invalid_noun_transition", `${action} from ${object.state}`);
  }
  checkGate(draft, object, action);
  const declared = source.input ?? {};
  const values =
    input instanceof Map
      ? withDefaults(draft, declared, input)
      : readValues(draft, declared, input as Json);
  checkReferences(draft, object, { declared, values }, source.claim ?? []);
  checkConsents(draft, object, declared, values);
  const before: Place = { world, object: objectOf(world, objectId), input: values, action };
  for (const { that } of source.require ?? []) {
    if (!draft.off.has("requirements") && !holds(that, before)) {
      refuse("state_constraint_failed", that);
    }
  }
  const after: Place = { world: draft, object, input: values, action };
  const moves = takeEffect(before, after, source);
  for (const field of source.release ?? []) object.claims.delete(field);
  object.revision++;
  const opened = source.opens === undefined ? undefined : open(draft, object, source.opens);
  const hasEntered = object.state !== before.object.state;
  const rows = hasEntered ? rowsOf(after, [`enter:${object.state}`]) : [];
  draft.rows.push(...rows);
  if (!draft.off.has("balances")) transfer(moves, world);
  keep(world, draft);
  return { objectId, state: object.state, moves, rows, ...(opened && { opened }) };
}

/** Steps 9 to 13, and the state after them. */
function takeEffect(before: Place, after: Place, source: Source): Move[] {
  const { world, object } = after;
  setFields(before, after, source);
  consume(source.consume ?? {}, before, object);
  const added = amountsAdded(source.add ?? {}, before);
  for (const [name, amount] of added) {
    object.sums.set(name, (object.sums.get(name) ?? 0n) + amount);
  }
  const moved = { balances: new Map(world.balances), payouts: [...world.payouts] };
  // Amounts are of the object before the action, over the balances that the moves before leave.
  const planned = attempt(() =>
    plan(source.moves ?? [], { ...before, world: { ...before.world, ...moved } }),
  );
  const fault = "refused" in planned ? planned.refused : undefined;
  if (fault === undefined) Object.assign(world, moved);
  const next = attempt(() => {
    if (typeof source.to === "string") return source.to;
    if (fault !== undefined) throw fault;
    const { if: condition, then, else: otherwise } = source.to;
    return holds(condition, after) && !world.off.has("conditional_state") ? then : otherwise;
  });
  if ("value" in next) object.state = next.value;
  const enters = "value" in next ? { from: before.object.state } : undefined;
  checkAggregates(after, added, enters);
  for (const { that } of source.aggregate ?? []) {
    if (!world.off.has("aggregate_conditions") && !holds(that, before)) {
      refuse("aggregate_condition_unmet", that);
    }
  }
  if ("value" in next) checkLimits({ ...after, noBalances: fault }, before.world);
  if ("refused" in planned) throw planned.refused;
  if ("refused" in next) throw next.refused;
  checkDrained(world, object, before.object.state);
  return planned.value;
}

/** What is set must be what a caller might have given. */
function setFields(before: Place, { world, object }: Place, { set = {} }: Source): void {
  if (world.off.has("set")) return;
  const { fields } = nounOf(world, object.kind);
  for (const [name, text] of Object.entries(set)) {
    const value = ofType(evaluate(text, before), fields[name]?.type ?? "text");
    checkFits(value, fields[name], "state_constraint_failed");
    object.fields.set(name, value);
  }
  if (Object.keys(set).length > 0) checkPartitions({ world, object });
}

function open(world: World, object: NaiveObject, gate: string): Decision {
  const { objectId, kind } = object;
  const timeout = nounOf(world, kind).decisions?.[gate]?.timeout ?? "";
  const decision: Decision = {
    decisionId: `decision-${world.decisions.length + 1}`,
    objectId,
    gate,
    deadlineMs: world.nowMs + (spanMsOf(timeout) ?? 0),
    status: "pending",
    isUsed: false,
  };
  world.decisions.push(decision);
  return decision;
}

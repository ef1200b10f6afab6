/** An action with its expressions read and typed. */
import type { AccountSelector, AccountUse } from "./account_selector.ts";
import {
  type ActionSource,
  ENDS,
  type MoveSource,
  type SplitPartSource,
  type ThenSource,
} from "./action_schema.ts";
import { checkInputs } from "./field_checks.ts";
import type { FieldSource } from "./field_schema.ts";
import { at, quoted } from "./finding.ts";
import { guardsOf } from "./guards.ts";
import { AMOUNT, BOOL, CALLED, fixedBy, type NounContext } from "./noun_context.ts";
import type { Scope } from "./scope.ts";
import { type Typed, typedAccount } from "./typed_expression.ts";
import { typeOfField, type ValueType } from "./value_type.ts";

export type TypedSplit = {
  path: string;
  source: SplitPartSource;
  bps?: Typed | number | undefined;
  ratio?: readonly [Typed, Typed] | undefined;
  amount?: Typed | undefined;
  cap?: Typed | undefined;
  min?: Typed | undefined;
  account: AccountSelector | undefined;
};

export type TypedMove = {
  path: string;
  source: MoveSource;
  amount: Typed | undefined;
  from: AccountSelector | undefined;
  /** One account, or the parts of a split list. */
  to: AccountSelector | undefined;
  splits: readonly TypedSplit[] | undefined;
};

export type TypedAction = {
  name: string;
  path: string;
  source: ActionSource;
  /** The states that the action may lead to. */
  targets: readonly string[];
  condition: Typed | undefined;
  requires: readonly (Typed | undefined)[];
  aggregateConditions: readonly (Typed | undefined)[];
  consume: ReadonlyMap<string, Typed>;
  add: ReadonlyMap<string, Typed>;
  set: ReadonlyMap<string, Typed>;
  moves: readonly TypedMove[];
};

export function readAction(noun: NounContext, name: string, source: ActionSource): TypedAction {
  const path = at(noun.path, "actions", name);
  const { program, findings, kind, uses } = noun.parts;
  const { input = {}, to, moves = [] } = source;
  if (source.input !== undefined) checkInputs(input, at(path, "input"), program, findings);
  const scope = noun.scope(CALLED, { action: name, input });
  noun.checkStates(source.from, at(path, "from"));
  const targets = typeof to === "string" ? [to] : [to.then, to.else];
  for (const [index, target] of targets.entries()) {
    if (Object.hasOwn(noun.source.states, target)) continue;
    const place =
      typeof to === "string" ? at(path, "to") : at(path, "to", index === 0 ? "then" : "else");
    noun.checkName(target, noun.source.states, "a state", place);
  }
  for (const key of DECIDED) {
    const decision = source[key];
    if (decision === undefined) continue;
    noun.checkName(decision, noun.source.decisions ?? {}, "a decision", at(path, key), "P13");
    uses.add(kind, "decisions", decision);
  }
  checkClaims(noun, source, path);
  const called = (text: string, wanted: ValueType, place: string) =>
    noun.typed(text, wanted, scope, place);
  const requires = (source.require ?? []).map(({ that }, index) => {
    const found = called(that, BOOL, at(path, "require", index, "that"));
    // What is required to have a value has one in all that follows.
    for (const guard of found === undefined ? [] : guardsOf(found.expression)) {
      scope.guarded.add(guard);
    }
    return found;
  });
  return {
    name,
    path,
    source,
    targets,
    condition: typeof to === "string" ? undefined : called(to.if, BOOL, at(path, "to", "if")),
    requires,
    aggregateConditions: (source.aggregate ?? []).map(({ that }, index) =>
      called(that, BOOL, at(path, "aggregate", index, "that")),
    ),
    consume: amountsOf(noun, source.consume, "consume", scope, path),
    add: amountsOf(noun, source.add, "add", scope, path),
    set: settingsOf(noun, source.set, scope, at(path, "set")),
    moves: moves.map((move, index) => readMove(noun, move, scope, at(path, "moves", index))),
  };
}

/** Of the many actions that change nothing so: one map for all of them. */
const NONE: ReadonlyMap<string, Typed> = new Map();

/** Amounts by the remainder that they go off, or by the sum that they are added to. */
function amountsOf(
  noun: NounContext,
  amounts: Readonly<Record<string, string>> | undefined,
  key: "consume" | "add",
  scope: Scope,
  path: string,
): ReadonlyMap<string, Typed> {
  if (amounts === undefined) return NONE;
  const found = new Map<string, Typed>();
  const { remainders = {}, aggregates = {} } = noun.source;
  for (const [name, text] of Object.entries(amounts)) {
    const place = at(path, key, name);
    const isRemainder = Object.hasOwn(remainders, name);
    if (key === "add" && isRemainder) {
      const hint = "Consume it, or count what is added with an aggregate of its own.";
      noun.fault("P15", place, `the remainder ${quoted(name)} only goes down`, hint);
      continue;
    }
    const declared = key === "add" ? aggregates : remainders;
    const what = key === "add" ? "an aggregate" : "a remainder";
    if (!noun.checkName(name, declared, what, place)) continue;
    noun.parts.uses.add(noun.parts.kind, key === "add" ? "agg" : "rem", name);
    const amount = noun.typed(text, AMOUNT, scope, place);
    if (amount !== undefined) found.set(name, amount);
  }
  return found;
}

function settingsOf(
  noun: NounContext,
  set: Readonly<Record<string, string>> | undefined,
  scope: Scope,
  path: string,
): ReadonlyMap<string, Typed> {
  if (set === undefined) return NONE;
  const found = new Map<string, Typed>();
  const { fields } = noun.source;
  for (const [name, text] of Object.entries(set)) {
    const place = at(path, name);
    if (!noun.checkName(name, fields, "a field", place)) continue;
    const why = fixedBy(noun.source, name);
    if (why !== undefined) {
      const hint = "Add another field for what changes.";
      noun.fault("P02", place, `the field ${quoted(name)} ${why} and cannot be set`, hint);
      continue;
    }
    const field = fields[name] as FieldSource;
    const value = noun.typed(text, typeOfField(field), scope, place);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

const DECIDED = ["gate", "opens"] as const;

function checkClaims(noun: NounContext, { claim, release }: ActionSource, path: string): void {
  if (claim !== undefined) checkClaimed(noun, claim, at(path, "claim"));
  if (release !== undefined) checkClaimed(noun, release, at(path, "release"));
  const both = claim?.find((name) => release?.includes(name));
  if (both === undefined) return;
  const message = `${quoted(both)} is claimed and released in one action`;
  noun.fault("P14", at(path, "release"), message, "Leave it out of one of them.");
}

function checkClaimed(noun: NounContext, names: readonly string[], path: string): void {
  for (const [index, name] of names.entries()) {
    const place = at(path, index);
    if (!noun.checkName(name, noun.source.fields, "a field", place)) continue;
    const { type, exclusive } = noun.source.fields[name] as FieldSource;
    noun.parts.uses.add(noun.parts.kind, "fields", name);
    if (type === "ref" && exclusive === true) continue;
    const hint = 'Give the reference "exclusive": true.';
    noun.fault("P14", place, `${quoted(name)} is no exclusive reference`, hint);
  }
}

function readMove(noun: NounContext, source: MoveSource, scope: Scope, path: string): TypedMove {
  const { amount, from, to } = source;
  const amountOf = (text: string, place: string) => noun.typed(text, AMOUNT, scope, place);
  const accountOf = (text: string, place: string, where: AccountUse) => {
    const { terms, findings, trees } = noun.parts;
    return typedAccount(text, { scope, terms, findings, trees, path: place }, where);
  };
  const account = (text: string, place: string) => accountOf(text, place, "destination");
  checkThen(noun, source.then, path);
  return {
    path,
    source,
    amount: amountOf(amount, at(path, "amount")),
    from: accountOf(from, at(path, "from"), "source"),
    to: typeof to === "string" ? account(to, at(path, "to")) : undefined,
    splits:
      typeof to === "string"
        ? undefined
        : to.map((part, index) =>
            readSplit(noun, part, at(path, "to", index), { amountOf, account, scope }),
          ),
  };
}

/** The actions that are called when a payout or a collection has ended are actions of the noun. */
function checkThen(noun: NounContext, then: ThenSource | undefined, path: string): void {
  for (const end of ENDS) {
    const action = then?.[end];
    if (action === undefined) continue;
    noun.checkName(action, noun.source.actions, "an action", at(path, "then", end));
  }
}

function readSplit(
  noun: NounContext,
  source: SplitPartSource,
  path: string,
  {
    amountOf,
    account,
    scope,
  }: {
    amountOf: (text: string, place: string) => Typed | undefined;
    account: (text: string, place: string) => AccountSelector | undefined;
    scope: Scope;
  },
): TypedSplit {
  const { bps, ratio, amount, cap, min } = source;
  checkThen(noun, source.then, path);
  const [one, other] = (ratio ?? []).map((text, index) =>
    noun.typed(text, AMOUNT, scope, at(path, "ratio", index)),
  );
  return {
    path,
    source,
    bps: typeof bps === "string" ? noun.typed(bps, { type: "bps" }, scope, at(path, "bps")) : bps,
    ratio: one !== undefined && other !== undefined ? [one, other] : undefined,
    amount: amount === undefined ? undefined : amountOf(amount, at(path, "amount")),
    cap: cap === undefined ? undefined : amountOf(cap, at(path, "cap")),
    min: min === undefined ? undefined : amountOf(min, at(path, "min")),
    account: account(source.account, at(path, "account")),
  };
}

/** A noun of a program, ready to run. */
import { invariant } from "../../base/invariant.ts";
import type { Program } from "../program_schema.ts";
import type { TypedNoun } from "../typed_noun.ts";
import { type CompiledAction, compileAction } from "./compiled_action.ts";
import { type CompiledDecision, decisionsOf } from "./compiled_decision.ts";
import { compileExpression } from "./compiled_expression.ts";
import { type CompiledSchedule, compileSchedule } from "./compiled_schedule.ts";
import type { Compiled, CompiledAggregate } from "./evaluation.ts";
import { type ConsentField, consentsOf, type Reference, referencesOf } from "./field_types.ts";
import { type Names, namesOf } from "./names.ts";
import type { FieldSources } from "./values.ts";

export type CompiledNoun = {
  kind: string;
  initial: string;
  fields: FieldSources;
  /** The fields of each type that the engine looks at. */
  references: readonly Reference[];
  consents: readonly ConsentField[];
  subject:
    | { field: string; kinds: readonly string[] | undefined; minTier: string | undefined }
    | undefined;
  currency: Compiled<string> | undefined;
  lets: readonly Compiled[];
  partitions: readonly CompiledPartition[];
  remainders: readonly { name: string; start: Compiled<bigint> }[];
  aggregates: readonly CompiledAggregate[];
  own: readonly { name: string; drainBefore: ReadonlySet<string> }[];
  terminal: ReadonlySet<string>;
  decisions: ReadonlyMap<string, CompiledDecision>;
  actions: ReadonlyMap<string, CompiledAction>;
  schedules: readonly CompiledSchedule[];
  /** Exclusive references that are claimed when an object is made: those that no action claims. */
  claimedAtCreation: readonly Reference[];
};

export type CompiledPartition = {
  name: string;
  /** The list whose items are the parts. */
  list: string;
  whole: Compiled<bigint>;
  sum: Compiled<bigint>;
};

type Filled = { -readonly [K in keyof CompiledAggregate]: CompiledAggregate[K] };

/** A noun of an accepted program, with its actions, schedules and aggregates as functions. */
export function compileNoun(noun: TypedNoun, program: Program): CompiledNoun {
  const { source, kind, initial } = noun;
  invariant(initial !== undefined, "a noun of an accepted program has an initial state");
  const aggregates = new Map<string, Filled>();
  for (const name of noun.aggregates.keys()) aggregates.set(name, bareAggregate(noun, name));
  const names = namesOf(noun, program, aggregates);
  for (const [name, { currency, cap }] of noun.aggregates) {
    const aggregate = aggregates.get(name) as Filled;
    if (currency !== undefined) aggregate.currency = compileExpression<string>(currency, names);
    aggregate.cap = capOf(cap, names);
  }
  const decisions = decisionsOf(noun);
  const references = referencesOf(source.fields);
  const actions = new Map(
    [...noun.actions.values()].map((action) => [
      action.name,
      compileAction(action, {
        names: { ...names, input: action.source.input ?? {} },
        decisions,
        references,
      }),
    ]),
  );
  const claimed = new Set([...noun.actions.values()].flatMap((each) => each.source.claim ?? []));
  return {
    kind,
    initial,
    fields: source.fields,
    references,
    consents: consentsOf(source.fields),
    subject: source.subject && {
      field: source.subject.field,
      kinds: source.subject.kinds,
      minTier: source.subject.minTier,
    },
    currency: noun.currency && compileExpression<string>(noun.currency, names),
    lets: Object.keys(source.let ?? {}).map((name) => {
      const each = noun.lets.get(name);
      invariant(each !== undefined, "a let of an accepted program is typed");
      return compileExpression(each, names);
    }),
    partitions: partitionsOf(noun, names),
    remainders: [...noun.remainders].map(([name, start]) => ({
      name,
      start: compileExpression<bigint>(start, names),
    })),
    aggregates: [...aggregates.values()],
    own: Object.entries(source.own ?? {}).map(([name, { drainBefore }]) => ({
      name,
      drainBefore: new Set(drainBefore),
    })),
    terminal: new Set(
      Object.entries(source.states).flatMap(([name, { terminal }]) =>
        terminal === true ? [name] : [],
      ),
    ),
    decisions,
    actions,
    schedules: [...noun.schedules.values()].map((schedule) => compileSchedule(schedule, names)),
    claimedAtCreation: references.filter(
      ({ name, source: { exclusive } }) => exclusive === true && !claimed.has(name),
    ),
  };
}

function bareAggregate({ source }: TypedNoun, name: string): Filled {
  const declared = source.aggregates?.[name];
  invariant(declared !== undefined, "an aggregate that was typed is declared");
  const { scope, count, where } = declared;
  const states = where && new Set(where);
  return {
    name,
    scope,
    isCount: count === true,
    // A count without `where` is of all objects.
    counts: (state) => states === undefined || states.has(state),
    currency: undefined,
    cap: undefined,
  };
}

function capOf(
  cap: number | Parameters<typeof compileExpression>[0] | undefined,
  names: Names,
): CompiledAggregate["cap"] {
  if (cap === undefined) return undefined;
  if (typeof cap === "number") {
    const value = BigInt(cap);
    return () => value;
  }
  const compiled = compileExpression<bigint | number>(cap, names);
  return (call) => BigInt(compiled(call));
}

function partitionsOf({ partitions }: TypedNoun, names: Names): CompiledPartition[] {
  return [...partitions].map(([name, { whole, parts }]) => {
    invariant(whole !== undefined && parts !== undefined, "a partition is typed");
    const { expression } = parts;
    const path = expression.kind === "call" ? expression.args[0] : undefined;
    const list = path?.kind === "path" && path.names[0] === "fields" ? path.names[1] : undefined;
    return {
      name,
      list: list?.slice(0, -2) ?? "",
      whole: compileExpression<bigint>(whole, names),
      sum: compileExpression<bigint>(parts, names),
    };
  });
}

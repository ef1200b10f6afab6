/** A noun of a program, ready to run. */
import { invariant } from "../../base/invariant.ts";
import type { Program } from "../program_schema.ts";
import type { TypedNoun } from "../typed_noun.ts";
import { durationMsOf } from "./calendar.ts";
import { compileAction } from "./compiled_action.ts";
import { compileExpression } from "./compiled_expression.ts";
import type {
  CompiledAggregate,
  CompiledDecision,
  CompiledNoun,
  CompiledPartition,
  Names,
  Reference,
} from "./compiled_program.ts";
import { compileSchedule } from "./compiled_schedule.ts";
import type { FieldSources } from "./values.ts";

type Filled = { -readonly [K in keyof CompiledAggregate]: CompiledAggregate[K] };

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

/** `aggregates`: those that an expression may ask for; none of an expression that sees fields alone. */
export function namesOf(
  { source }: Pick<TypedNoun, "source">,
  program: Program,
  aggregates: ReadonlyMap<string, CompiledAggregate> = new Map(),
): Names {
  const lets = Object.keys(source.let ?? {});
  return {
    source,
    input: {},
    letIndex: (name) => lets.indexOf(name),
    aggregate(name) {
      const aggregate = aggregates.get(name);
      invariant(aggregate !== undefined, "an aggregate of an accepted program is declared");
      return aggregate;
    },
    productAccount(name) {
      const account = program.accounts?.[name];
      invariant(account !== undefined, "an account of an accepted program is declared");
      return { role: account.role, currency: account.currency };
    },
    fieldsOf: (kind) => program.nouns[kind]?.fields ?? {},
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

function decisionsOf({ source }: TypedNoun): ReadonlyMap<string, CompiledDecision> {
  const actions = Object.entries(source.actions);
  return new Map(
    Object.entries(source.decisions ?? {}).map(([name, { by, timeout, onTimeout }]) => [
      name,
      {
        name,
        by,
        timeoutMs: durationMsOf(timeout),
        onTimeout,
        autoActions: actions.flatMap(([action, { gate, auto }]) =>
          gate === name && auto === true ? [action] : [],
        ),
        openedBy: actions.flatMap(([action, { opens }]) => (opens === name ? [action] : [])),
      },
    ]),
  );
}

export function referencesOf(fields: FieldSources): Reference[] {
  return Object.entries(fields).flatMap(([name, source]) =>
    source.type === "ref" ? [{ name, kind: source.kind ?? "", source }] : [],
  );
}

export function consentsOf(fields: FieldSources): CompiledNoun["consents"] {
  return Object.entries(fields).flatMap(([name, { type, consentType }]) =>
    type === "consent" ? [{ name, consentType }] : [],
  );
}

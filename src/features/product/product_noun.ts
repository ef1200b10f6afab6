/** The kinds of the program that a realm runs, as documents of answers. */
import type { TSchema } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import type { Environment, Principal } from "../../contract/declare/principal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";
import { requestSchema } from "../../programs/run/fields_schema.ts";
import { mermaidOf } from "../../programs/state_graph.ts";
import type { TypedAction } from "../../programs/typed_action.ts";
import type { TypedNoun } from "../../programs/typed_noun.ts";
import type { TypedSchedule } from "../../programs/typed_schedule.ts";
import type { ProductProgramDocument } from "./product_build_document.ts";
import type { ProductNoun, ProductNounSummary, ProductPort } from "./product_noun_schema.ts";
import { compiledIn, programIn } from "./running_program.ts";

/** What an environment of a Product runs, with the names of both. */
export type RunningProgram = {
  names: { productId: string; environment: Environment };
  installed: ProductProgramDocument;
  compiled: CompiledProgram;
};

/** What the environment of the principal runs, as a snapshot shows it; undefined for a Product without a Build. */
export function runningProgram(
  snapshot: Snapshot,
  realm: number | undefined,
  { productId, environment }: Principal,
): RunningProgram | undefined {
  const installed = programIn(snapshot, realm);
  if (realm === undefined || installed === undefined) return undefined;
  const compiled = compiledIn(snapshot, realm, installed.buildId);
  invariant(compiled !== undefined, "the Build that runs is installed");
  return { names: { productId, environment }, installed, compiled };
}

/** The kinds of the program, in the order in which its normal form has them. */
export function nounsOf({ compiled: { typed } }: RunningProgram): TypedNoun[] {
  return [...typed.nouns.values()];
}

/** The ports of the program, in the same order. */
export function productPorts({ compiled: { typed } }: RunningProgram): ProductPort[] {
  return Object.entries(typed.source.ports).map(([port, { actors, as, allow }]) => ({
    port,
    actors: [...new Set(actors)],
    ...(as !== undefined && { as }),
    allow: [...new Set(allow)],
  }));
}

export function nounSummary(running: RunningProgram, noun: TypedNoun): ProductNounSummary {
  const allowing = portsByEntry(running);
  const actions = [...noun.actions.values()];
  return {
    ...commonOf(running, noun, allowing),
    actions: actions.map((action) => actionOf(noun, action, allowing)),
  };
}

export function nounDocument(running: RunningProgram, noun: TypedNoun): ProductNoun {
  const { source } = noun;
  const { currencies } = running.compiled;
  const { currency, fields, subject } = source;
  const allowing = portsByEntry(running);
  const sources = Object.entries(fields);
  return {
    ...commonOf(running, noun, allowing),
    actions: [...noun.actions.values()].map((action) => ({
      ...actionOf(noun, action, allowing),
      input: published(requestSchema(action.source.input ?? {}, { currencies })),
    })),
    ...(subject !== undefined && { subject: subjectOf(subject) }),
    ...(currency !== undefined && { currency }),
    fields: published(requestSchema(fields, { currencies, subject })),
    indexedFields: sources.flatMap(([field, { indexed }]) => (indexed === true ? [field] : [])),
    references: sources.flatMap(
      ([field, { type, kind = "", states, exclusive, congruent = [] }]) =>
        type === "ref"
          ? [
              {
                field,
                kind,
                ...(states !== undefined && { states: [...states] }),
                isExclusive: exclusive === true,
                congruent: [...congruent],
              },
            ]
          : [],
    ),
    ownAccounts: Object.entries(source.own ?? {}).map(([name, account]) => ({
      name,
      currency: account.currency,
      drainBefore: [...(account.drainBefore ?? [])],
      isExported: account.export === true,
    })),
    decisions: Object.entries(source.decisions ?? {}).map(
      ([decision, { by, timeout, onTimeout }]) => ({
        decision,
        by: [...new Set(by)],
        timeout,
        onTimeout,
      }),
    ),
    schedules: [...noun.schedules.values()].map(scheduleOf),
    stateGraph: mermaidOf(noun),
  };
}

type Allowing = ReadonlyMap<string, ProductNounSummary["creators"]>;

/** The ports by what they allow: made once for an answer, because a program may have many of both. */
function portsByEntry(running: RunningProgram): Allowing {
  const allowing = new Map<string, ProductNounSummary["creators"]>();
  for (const { allow, ...port } of productPorts(running)) {
    for (const entry of allow) {
      const known = allowing.get(entry);
      if (known === undefined) allowing.set(entry, [port]);
      else known.push(port);
    }
  }
  return allowing;
}

function commonOf(
  { names, installed: { buildId, digest, retiredKinds } }: RunningProgram,
  { kind, source }: TypedNoun,
  allowing: Allowing,
): Omit<ProductNounSummary, "actions"> {
  return {
    ...names,
    kind,
    buildId,
    digest,
    isRetired: retiredKinds.includes(kind),
    states: Object.entries(source.states).map(([state, { initial, terminal }]) => ({
      state,
      isInitial: initial === true,
      isTerminal: terminal === true,
    })),
    creators: allowing.get(`${kind}.create`) ?? [],
  };
}

function actionOf(
  { kind }: TypedNoun,
  { name, source: { from, gate, opens, auto }, targets }: TypedAction,
  allowing: Allowing,
): ProductNounSummary["actions"][number] {
  return {
    action: name,
    from: [...from],
    to: [...new Set(targets)],
    ...(gate !== undefined && { gate }),
    ...(opens !== undefined && { opens }),
    isAuto: auto === true,
    ports: allowing.get(`${kind}.${name}`) ?? [],
  };
}

function subjectOf({
  field,
  kinds = ["person", "organization"],
  minTier,
}: NonNullable<TypedNoun["source"]["subject"]>): NonNullable<ProductNoun["subject"]> {
  return { field, kinds: [...kinds], ...(minTier !== undefined && { minTier }) };
}

function scheduleOf({ name, source, calls }: TypedSchedule): ProductNoun["schedules"][number] {
  const { on, at, repeat, max = 1, once, collect, retry, until = [] } = source;
  invariant(calls !== undefined, "a schedule of an accepted program calls an action");
  return {
    schedule: name,
    on,
    at,
    ...(repeat !== undefined && { repeat }),
    max,
    isOnce: once === true,
    action: calls,
    ...(collect !== undefined && {
      collect: { consent: collect.consent, amount: collect.amount },
    }),
    ...(retry !== undefined && {
      retry: {
        after: [...retry.after],
        ...(retry.finally !== undefined && { finally: retry.finally }),
      },
    }),
    until: [...until],
  };
}

/** The schema as JSON has it, without what TypeBox keeps beside it. */
function published(schema: TSchema): Record<string, unknown> {
  const $schema = "https://json-schema.org/draft/2020-12/schema";
  return { $schema, ...(JSON.parse(JSON.stringify(schema)) as object) };
}

/**
 * A program ready to run: its expressions as functions, its names looked up. A typed program is
 * compiled once and its compiled form shared by all who run it: it holds nothing of any call.
 */
import { invariant } from "../../base/invariant.ts";
import type { FieldSource } from "../field_schema.ts";
import { type Ports, portsOf } from "../ports.ts";
import type { Measure } from "../typed_limit.ts";
import type { TypedProgram } from "../typed_program.ts";
import type { CompiledAccount } from "./compiled_account.ts";
import { compileNoun } from "./compiled_noun.ts";
import type { CompiledSchedule } from "./compiled_schedule.ts";
import type { Evaluation } from "./evaluation.ts";
import type { FieldSources, Value } from "./values.ts";

/** An expression. Stops the call where it has no value, or one that is out of range. */
export type Compiled<T = Value> = (call: Evaluation) => T;

/** What the compiler of an expression knows of names. */
export type Names = {
  source: { fields: FieldSources };
  input: FieldSources;
  letIndex(name: string): number;
  aggregate(name: string): CompiledAggregate;
  productAccount(name: string): { role: string; currency: string | undefined };
  /** The fields of another noun. */
  fieldsOf(kind: string): FieldSources;
};

export type CompiledProgram = {
  typed: TypedProgram;
  ports: Ports;
  currencies: readonly string[];
  nouns: ReadonlyMap<string, CompiledNoun>;
  limits: readonly CompiledLimit[];
};

export type CompiledLimit = {
  name: string;
  measure: Measure;
  /** Objects of other currencies are not measured. */
  currency: string | undefined;
  cap: bigint;
  isOfSubject: boolean;
};

export type CompiledNoun = {
  kind: string;
  initial: string;
  fields: FieldSources;
  /** The fields of each type that the engine looks at. */
  references: readonly Reference[];
  consents: readonly { name: string; consentType: string | undefined }[];
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

export type Reference = { name: string; kind: string; source: FieldSource };

export type CompiledPartition = {
  name: string;
  /** The list whose items are the parts. */
  list: string;
  whole: Compiled<bigint>;
  sum: Compiled<bigint>;
};

export type CompiledAggregate = {
  name: string;
  scope: "self" | "subject" | "product";
  isCount: boolean;
  /** Of a count: whether an object in the state counts. */
  counts(state: string): boolean;
  currency: Compiled<string> | undefined;
  cap: Compiled<bigint> | undefined;
};

export type CompiledDecision = {
  name: string;
  by: readonly string[];
  timeoutMs: number;
  onTimeout: "decline" | "approve";
  /** The actions that the platform calls by itself once it is approved. */
  autoActions: readonly string[];
  /** The actions that ask for it. */
  openedBy: readonly string[];
};

export type CompiledAction = {
  name: string;
  from: readonly string[];
  input: FieldSources;
  needsInput: boolean;
  inputReferences: readonly Reference[];
  inputConsents: readonly { name: string; consentType: string | undefined }[];
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

const compiledPrograms = new WeakMap<TypedProgram, CompiledProgram>();

/** `typed` is of a program without findings that are errors. */
export function compileProgram(typed: TypedProgram): CompiledProgram {
  const known = compiledPrograms.get(typed);
  if (known !== undefined) return known;
  const { source } = typed;
  const nouns = new Map<string, CompiledNoun>();
  for (const [kind, noun] of typed.nouns) nouns.set(kind, compileNoun(noun, source));
  const program: CompiledProgram = {
    typed,
    ports: portsOf(source),
    currencies: source.currencies,
    nouns,
    limits: typed.limits.map(({ measure, source: { name, cap, currency, scope } }) => ({
      name,
      measure,
      currency,
      cap: BigInt(cap),
      isOfSubject: scope === "subject",
    })),
  };
  compiledPrograms.set(typed, program);
  return program;
}

/** The noun of an object. */
export function nounOf({ nouns }: CompiledProgram, kind: string): CompiledNoun {
  const noun = nouns.get(kind);
  invariant(noun !== undefined, "the kind of an object is a noun of its program");
  return noun;
}

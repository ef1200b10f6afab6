/** A noun with its expressions read and typed. */
import { checkFields } from "./field_checks.ts";
import { at, quoted } from "./finding.ts";
import { AMOUNT, CURRENCY, FIXED, type NounContext } from "./noun_context.ts";
import type { NounSource } from "./noun_schema.ts";
import { unknownName } from "./scope.ts";
import { readAction, type TypedAction } from "./typed_action.ts";
import { type Typed, typedItems } from "./typed_expression.ts";
import { readSchedule, type TypedSchedule } from "./typed_schedule.ts";
import type { ValueType } from "./value_type.ts";

export type TypedAggregate = {
  source: NonNullable<NounSource["aggregates"]>[string];
  path: string;
  currency: Typed | undefined;
  cap: Typed | number | undefined;
};

export type TypedNoun = {
  kind: string;
  path: string;
  source: NounSource;
  initial: string | undefined;
  currency: Typed | undefined;
  lets: ReadonlyMap<string, Typed>;
  partitions: ReadonlyMap<string, { whole: Typed | undefined; parts: Typed | undefined }>;
  remainders: ReadonlyMap<string, Typed>;
  aggregates: ReadonlyMap<string, TypedAggregate>;
  own: ReadonlyMap<string, Typed | undefined>;
  actions: ReadonlyMap<string, TypedAction>;
  schedules: ReadonlyMap<string, TypedSchedule>;
};

export function readNoun(noun: NounContext): TypedNoun {
  const { program, kind, findings } = noun.parts;
  const source = noun.source;
  checkFields(source.fields, at(noun.path, "fields"), program, findings);
  checkSubject(noun);
  for (const name of Object.keys(source.let ?? {})) noun.let(name);
  const states = Object.entries(source.states);
  return {
    kind,
    path: noun.path,
    source,
    initial: states.find(([, { initial }]) => initial === true)?.[0],
    currency: noun.fixed(source.currency, CURRENCY, "currency"),
    lets: noun.lets,
    partitions: partitionsOf(noun),
    remainders: noun.each(source.remainders, "remainders", ({ start }, path) =>
      noun.typed(start, AMOUNT, noun.scope(FIXED), at(path, "start")),
    ),
    aggregates: aggregatesOf(noun),
    own: ownOf(noun),
    actions: new Map(
      Object.entries(source.actions).map(([name, action]) => [
        name,
        readAction(noun, name, action),
      ]),
    ),
    schedules: new Map(
      Object.entries(source.schedules ?? {}).map(([name, each]) => [
        name,
        readSchedule(noun, name, each),
      ]),
    ),
  };
}

function checkSubject(noun: NounContext): void {
  const { subject, fields } = noun.source;
  if (subject === undefined) return;
  const path = at(noun.path, "subject", "field");
  const field = Object.hasOwn(fields, subject.field) ? fields[subject.field] : undefined;
  noun.parts.uses.add(noun.parts.kind, "fields", subject.field);
  if (field === undefined) {
    const fault = unknownName(subject.field, Object.keys(fields), "a field");
    noun.fault("P02", path, fault.message, fault.hint);
  } else if (field.type !== "customer") {
    const hint = 'Give the field "type": "customer".';
    noun.fault("P03", path, `the subject ${quoted(subject.field)} is no customer`, hint);
  } else if (field.required !== true) {
    const hint = 'Give the field "required": true.';
    noun.fault("P03", path, `the subject ${quoted(subject.field)} may be absent`, hint);
  }
}

function partitionsOf(noun: NounContext): TypedNoun["partitions"] {
  const partitions = new Map<string, { whole: Typed | undefined; parts: Typed | undefined }>();
  for (const [name, { whole, parts }] of Object.entries(noun.source.partitions ?? {})) {
    const path = at(noun.path, "partitions", name);
    const scope = noun.scope(FIXED);
    const { terms, findings, trees } = noun.parts;
    partitions.set(name, {
      whole: noun.typed(whole, AMOUNT, scope, at(path, "whole")),
      parts: typedItems(parts, AMOUNT, { scope, terms, findings, trees, path: at(path, "parts") }),
    });
  }
  return partitions;
}

function aggregatesOf(noun: NounContext): TypedNoun["aggregates"] {
  const aggregates = new Map<string, TypedAggregate>();
  for (const [name, source] of Object.entries(noun.source.aggregates ?? {})) {
    const path = at(noun.path, "aggregates", name);
    const { cap, count } = source;
    const capType: ValueType = { type: count === true ? "int" : "amount" };
    // What is declared as both or as neither has no type: P16 says so.
    const isTyped = (count === true) !== (source.sum === true);
    noun.checkStates(source.where, at(path, "where"));
    aggregates.set(name, {
      source,
      path,
      currency: noun.fixed(source.currency, CURRENCY, "aggregates", name, "currency"),
      cap:
        typeof cap !== "string"
          ? cap
          : isTyped
            ? noun.fixed(cap, capType, "aggregates", name, "cap")
            : undefined,
    });
  }
  return aggregates;
}

function ownOf(noun: NounContext): TypedNoun["own"] {
  const own = new Map<string, Typed | undefined>();
  for (const [name, { currency, drainBefore }] of Object.entries(noun.source.own ?? {})) {
    own.set(name, noun.fixed(currency, CURRENCY, "own", name, "currency"));
    noun.checkStates(drainBefore, at(noun.path, "own", name, "drainBefore"));
  }
  return own;
}

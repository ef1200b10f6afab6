/** P14: references lead to nouns and states that there are, and to no circle that nobody could begin. */
import { didYouMean } from "../../base/nearest.ts";
import type { FieldSource } from "../field_schema.ts";
import { at, type Findings, listed, quoted, thereAre } from "../finding.ts";
import type { TypedNoun } from "../typed_noun.ts";
import type { TypedProgram } from "../typed_program.ts";
import { isSame, typeName, typeOfField, type ValueType } from "../value_type.ts";

export function checkReferences(program: TypedProgram, findings: Findings): void {
  for (const noun of program.nouns.values()) {
    for (const [name, field] of Object.entries(noun.source.fields)) {
      if (field.type !== "ref" || field.kind === undefined) continue;
      const path = at(noun.path, "fields", name);
      checkTarget(program, noun, { field, kind: field.kind, path }, findings);
    }
    for (const action of noun.actions.values()) {
      for (const [name, field] of Object.entries(action.source.input ?? {})) {
        if (field.type !== "ref" || field.kind === undefined) continue;
        const path = at(action.path, "input", name);
        checkTarget(program, noun, { field, kind: field.kind, path }, findings);
      }
    }
  }
  checkCircles(program, findings);
}

type Reference = { field: FieldSource; kind: string; path: string };

function checkTarget(
  { nouns }: TypedProgram,
  noun: TypedNoun,
  { field, kind, path }: Reference,
  findings: Findings,
): void {
  const target = nouns.get(kind);
  if (target === undefined) {
    const message = `there is no noun ${quoted(kind)}${didYouMean(kind, nouns.keys())}`;
    findings.add("P14", at(path, "kind"), message, thereAre(nouns.keys()));
    return;
  }
  const { states } = target.source;
  for (const [index, state] of (field.states ?? []).entries()) {
    if (Object.hasOwn(states, state)) continue;
    const known = Object.keys(states);
    const message = `${kind} has no state ${quoted(state)}${didYouMean(state, known)}`;
    findings.add("P14", at(path, "states", index), message, `It has ${listed(known)}.`);
  }
  for (const [index, name] of (field.congruent ?? []).entries()) {
    checkCongruent(noun, target, name, at(path, "congruent", index), findings);
  }
}

/** What must be equal in two objects is in both, and can be equal. */
function checkCongruent(
  noun: TypedNoun,
  target: TypedNoun,
  name: string,
  path: string,
  findings: Findings,
): void {
  const lacking = [noun, target].find((each) => !hasPart(each, name));
  if (lacking !== undefined) {
    const message = `${lacking.kind} has no ${quoted(name)} to compare`;
    const hint = "Name currency, subject, or a field that both nouns have.";
    findings.add("P14", path, message, hint);
    return;
  }
  // These two are what the nouns declare, whatever fields have the name.
  if (name === "currency" || name === "subject") return;
  const [one, other] = [noun, target].map(({ source }) =>
    typeOfField(source.fields[name] as FieldSource),
  ) as [ValueType, ValueType];
  if (isSame(one, other) && one.type !== "list") return;
  const message = `${quoted(name)} is ${typeName(one)} in ${noun.kind} and ${typeName(other)} in ${target.kind}, which are never equal`;
  findings.add("P14", path, message, "Compare fields of one type, and no lists.");
}

function hasPart({ source }: TypedNoun, name: string): boolean {
  if (name === "currency") return source.currency !== undefined;
  if (name === "subject") return source.subject !== undefined;
  return Object.hasOwn(source.fields, name);
}

/** Nouns that require each other: no object of them could be the first. */
function checkCircles({ nouns }: TypedProgram, findings: Findings): void {
  const told = new Set<string>();
  for (const kind of [...nouns.keys()].sort()) {
    const { source } = nouns.get(kind) as TypedNoun;
    const circle = told.has(kind) ? undefined : circleOf(kind, nouns);
    if (circle === undefined) continue;
    for (const each of circle) told.add(each);
    const [next = kind] = circle.slice(1);
    const field = Object.keys(source.fields).find((name) => needs(source.fields[name]) === next);
    const says = circle.map(
      (each, index) => `${quoted(each)} needs ${quoted(circle[index + 1] ?? kind)}`,
    );
    const message = `${says.slice(0, NEEDS_SHOWN).join(", ")}: no object of them can be the first`;
    const hint = 'Leave "required" out of one of the references.';
    findings.add("P14", at("/nouns", kind, "fields", field ?? ""), message, hint);
  }
}

const NEEDS_SHOWN = 4;

function needs(field: FieldSource | undefined): string | undefined {
  return field?.type === "ref" && field.required === true ? field.kind : undefined;
}

/** The nouns from `kind` back to itself over required references; undefined where there is no such way. */
function circleOf(kind: string, nouns: TypedProgram["nouns"]): string[] | undefined {
  const before = new Map<string, string>();
  const reached = new Set([kind]);
  for (const each of reached) {
    for (const field of Object.values(nouns.get(each)?.source.fields ?? {})) {
      const next = needs(field);
      if (next === undefined) continue;
      if (next === kind) {
        const circle = [each];
        while (circle[0] !== kind) circle.unshift(before.get(circle[0] as string) as string);
        return circle;
      }
      if (!reached.has(next)) before.set(next, each);
      reached.add(next);
    }
  }
  return undefined;
}

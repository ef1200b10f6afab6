/** P04: everything that is declared is used. What is only shown to people, texts above all, needs no use. */
import type { FieldSource } from "../field_schema.ts";
import { at, type Findings, quoted } from "../finding.ts";
import type { TypedNoun } from "../typed_noun.ts";
import type { TypedProgram } from "../typed_program.ts";

/** Types whose values say something by themselves. */
const SHOWN = new Set(["text", "ref", "consent"]);

export function checkUsage(program: TypedProgram, findings: Findings): void {
  const { uses, source } = program;
  for (const name of Object.keys(source.accounts ?? {})) {
    if (uses.has("program", "accounts", name)) continue;
    const message = `the account ${quoted(name)} is in no move`;
    findings.add("P04", at("/accounts", name), message, "Leave it out, or use it in a move.");
  }
  addUses(program);
  for (const noun of program.nouns.values()) checkNoun(program, noun, findings);
}

/** Fields that are used by their names, not by expressions. */
function addUses({ uses, source, nouns }: TypedProgram): void {
  for (const { as, allow } of Object.values(source.ports)) {
    if (as?.startsWith("fields.") !== true) continue;
    for (const entry of allow) {
      uses.add(entry.slice(0, entry.indexOf(".")), "fields", as.slice("fields.".length));
    }
  }
  for (const { kind, source: noun } of nouns.values()) {
    for (const { kind: target, congruent } of Object.values(noun.fields)) {
      for (const name of congruent ?? []) {
        uses.add(kind, "fields", name);
        if (target !== undefined) uses.add(target, "fields", name);
      }
    }
  }
}

function checkNoun({ uses }: TypedProgram, noun: TypedNoun, findings: Findings): void {
  const { kind, source, path } = noun;
  const unused = (place: string, what: string, name: string) =>
    findings.add("P04", place, `${what} ${quoted(name)} is never used`, "Leave it out, or use it.");
  for (const [name, field] of Object.entries(source.fields)) {
    if (isShown(field) || uses.has(kind, "fields", name)) continue;
    unused(at(path, "fields", name), "the field", name);
  }
  const parts = [
    { key: "let", root: "let", what: "the let" },
    { key: "remainders", root: "rem", what: "the remainder" },
    { key: "own", root: "own", what: "the own account" },
  ] as const;
  for (const { key, root, what } of parts) {
    for (const name of Object.keys(source[key] ?? {})) {
      if (!uses.has(kind, root, name)) unused(at(path, key, name), what, name);
    }
  }
  for (const action of noun.actions.values()) {
    for (const [name, field] of Object.entries(action.source.input ?? {})) {
      if (isShown(field) || uses.has(kind, "input", `${action.name}.${name}`)) continue;
      unused(at(action.path, "input", name), "the input", name);
    }
  }
}

function isShown({ type, indexed, of }: FieldSource): boolean {
  return SHOWN.has(type) || indexed === true || of !== undefined;
}

/**
 * The expressions of a migration: what a field of the program is for an object of the previous Build. They see the
 * fields that the object had, and nothing else.
 */
import { ExpressionTrees } from "./expression_trees.ts";
import { at, type Findings, quoted } from "./finding.ts";
import type { PlatformTerms } from "./platform_terms.ts";
import type { Program } from "./program_schema.ts";
import { Scope, Uses } from "./scope.ts";
import { type Typed, typed } from "./typed_expression.ts";
import { typeOfField } from "./value_type.ts";

/** By field of the program; one with a fault is left out, and the fault is a finding. */
export function typedMigration(
  previous: Program,
  next: Program,
  kind: string,
  { terms, findings }: { terms: PlatformTerms; findings: Findings },
): ReadonlyMap<string, Typed> {
  const scope = new Scope(
    {
      // The value is for the program: its currencies are those of the program.
      program: { ...previous, currencies: next.currencies },
      kind,
      letOf: () => undefined,
      roots: ["fields"],
      changed: new Set(),
    },
    new Uses(),
  );
  const trees = new ExpressionTrees();
  const found = new Map<string, Typed>();
  const fields = next.nouns[kind]?.fields ?? {};
  for (const [name, text] of Object.entries(next.migrations?.[kind]?.fields ?? {})) {
    const path = at("/migrations", kind, "fields", name);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      findings.add("P24", path, `the program has no field ${quoted(name)}`, "Leave it out.");
      continue;
    }
    const value = typed(text, typeOfField(field), { scope, terms, findings, path, trees });
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

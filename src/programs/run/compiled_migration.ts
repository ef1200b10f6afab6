/** The migration of the objects of one kind from the earlier Build, with its expressions as functions. */
import { invariant } from "../../base/invariant.ts";
import { Findings } from "../finding.ts";
import type { PlatformTerms } from "../platform_terms.ts";
import type { Program } from "../program_schema.ts";
import { typedMigration } from "../typed_migration.ts";
import { compileExpression } from "./compiled_expression.ts";
import type { CompiledNoun } from "./compiled_noun.ts";
import type { CompiledProgram } from "./compiled_program.ts";
import type { Compiled } from "./evaluation.ts";
import { namesOf } from "./names.ts";

export type CompiledMigration = {
  before: CompiledProgram;
  after: CompiledProgram;
  /** The noun in each of them. */
  from: CompiledNoun;
  to: CompiledNoun;
  /** By state of the earlier program: the state that replaces it. All other states stay. */
  states: ReadonlyMap<string, string>;
  /** By field of the next program: the expression of its value, which reads the fields of the earlier program. */
  fields: ReadonlyMap<string, Compiled>;
};

/** The kinds whose objects the program migrates: those that its migrations name and do not retire. */
export function migratedKinds({
  migrations = {},
}: {
  migrations?: Program["migrations"];
}): string[] {
  return Object.entries(migrations).flatMap(([kind, { retired }]) =>
    retired === true ? [] : [kind],
  );
}

/** Both programs have the kind, and `after` was checked against `before`. */
export function compileMigration(
  before: CompiledProgram,
  after: CompiledProgram,
  kind: string,
  terms: PlatformTerms,
): CompiledMigration {
  const [from, to] = [before.nouns.get(kind), after.nouns.get(kind)];
  invariant(from !== undefined && to !== undefined, "both programs have a kind that is migrated");
  const [previous, next] = [before.typed.source, after.typed.source];
  const source = previous.nouns[kind];
  invariant(source !== undefined, "a noun that was compiled has its source");
  const findings = new Findings();
  const typed = typedMigration(previous, next, kind, { terms, findings });
  invariant(!findings.hasErrors, "a migration that was checked before has no faults");
  const names = namesOf({ source }, previous);
  return {
    before,
    after,
    from,
    to,
    states: new Map(Object.entries(next.migrations?.[kind]?.states ?? {})),
    fields: new Map([...typed].map(([name, each]) => [name, compileExpression(each, names)])),
  };
}

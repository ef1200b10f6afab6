/** What the compiler of an expression knows of the names that a program declares. */
import { invariant } from "../../base/invariant.ts";
import type { Program } from "../program_schema.ts";
import type { TypedNoun } from "../typed_noun.ts";
import type { CompiledAggregate } from "./evaluation.ts";
import type { FieldSources } from "./values.ts";

export type Names = {
  source: { fields: FieldSources };
  input: FieldSources;
  letIndex(name: string): number;
  aggregate(name: string): CompiledAggregate;
  productAccount(name: string): { role: string; currency: string | undefined };
  /** The fields of another noun. */
  fieldsOf(kind: string): FieldSources;
};

/** The names that an expression of the noun may use. `aggregates`: empty for an expression that sees fields alone. */
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

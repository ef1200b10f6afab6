/**
 * A program ready to run: its expressions as functions, its names looked up. A typed program is
 * compiled once and its compiled form shared by all who run it: it holds nothing of any call.
 */
import { invariant } from "../../base/invariant.ts";
import { type Ports, portsOf } from "../ports.ts";
import type { Measure } from "../typed_limit.ts";
import type { TypedProgram } from "../typed_program.ts";
import { type CompiledNoun, compileNoun } from "./compiled_noun.ts";

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

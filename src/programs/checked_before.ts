/** A program that the checks have passed before: it is read and typed, and not checked again. */
import { invariant } from "../base/invariant.ts";
import { Findings } from "./finding.ts";
import type { PlatformTerms } from "./platform_terms.ts";
import type { Program } from "./program_schema.ts";
import { type TypedProgram, typeProgram } from "./typed_program.ts";

/**
 * `source` is the normal form of a program without errors. Throws where it has a fault all the same: a part
 * with a fault would be left out, and an action must not run without one of its parts.
 */
export function typedProgramOf(source: Program, terms: PlatformTerms): TypedProgram {
  const findings = new Findings();
  const typed = typeProgram(source, terms, findings);
  invariant(!findings.hasErrors, "a program that was checked before has no faults");
  return typed;
}

/** The program of a Build as the checks have read it. */
import { invariant } from "../../base/invariant.ts";
import type { Seen } from "../../contract/resource.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { planOf } from "../../programs/plan.ts";
import type { TypedProgram } from "../../programs/typed_program.ts";
import { PLATFORM_TERMS } from "../composer/composer_terms.ts";
import type { BuildDocument } from "./build_document.ts";
import { programIn } from "./build_state.ts";

export function typedProgramIn(snapshot: Snapshot, seen: Seen<BuildDocument>): TypedProgram {
  const { typed } = planOf(JSON.parse(programIn(snapshot, seen).text), PLATFORM_TERMS);
  invariant(typed !== undefined, "the program of a Build has the form of a program");
  return typed;
}

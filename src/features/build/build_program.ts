/** The program of a Build as the checks have read it. */
import type { Seen } from "../../contract/declare/resource.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { TypedProgram } from "../../programs/typed_program.ts";
import { compiledBuild } from "../product/running_program.ts";
import type { BuildDocument } from "./build_document.ts";
import { programIn } from "./build_state.ts";

export function typedProgramIn(snapshot: Snapshot, seen: Seen<BuildDocument>): TypedProgram {
  const { digest } = seen.document;
  return compiledBuild({ digest, text: programIn(snapshot, seen).text }).typed;
}

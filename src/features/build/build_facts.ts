/** The one fact about Builds: a Build was made. It holds all that the Build is. */
import type { Apply } from "../../contract/operation.ts";
import type { Fact, RecordHead } from "../../contract/record.ts";
import type { BuildDocument, BuildProgramDocument } from "./build_document.ts";
import { type BuildState, digestKey } from "./build_state.ts";

export type BuildFact = Fact & {
  kind: "build.created.1";
  build: Omit<BuildDocument, "realm">;
  program: Omit<BuildProgramDocument, "realm">;
};

export const buildFacts: Record<BuildFact["kind"], Apply<BuildState>> = {
  "build.created.1": applyCreated,
};

/** A Build is made in its company's realm, so the realm of the record is the Build's. */
function applyCreated(state: BuildState, fact: Fact, { realm }: RecordHead): void {
  const { build, program } = fact as BuildFact;
  const { buildId } = build;
  const key = state.builds.keyOf(buildId);
  state.builds.set(key, { ...build, realm });
  state.buildPrograms.set(key, { ...program, realm });
  state.buildDigests.set(digestKey(build), { realm, buildId });
}

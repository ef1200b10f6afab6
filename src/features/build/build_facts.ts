/**
 * The facts about Builds: a Build was made, which holds all that the Build is; and an agent has built a program again
 * that the company has a Build of.
 */
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact, RecordHead } from "../../contract/records/record.ts";
import { type AgentMadeState, markMade } from "../agent/agent_made.ts";
import type { BuildDocument, BuildProgramDocument } from "./build_document.ts";
import { type BuildState, digestKey } from "./build_state.ts";

export type BuildFact = Fact & {
  kind: "build.created.1";
  build: Omit<BuildDocument, "realm">;
  program: Omit<BuildProgramDocument, "realm">;
};

/** The agent is the actor of the record; the Build is one that it has made from now on. */
export type BuildMadeAgain = Fact & { kind: "build.made_again.1"; buildId: string };

export const buildFacts: Record<
  (BuildFact | BuildMadeAgain)["kind"],
  Apply<BuildState & AgentMadeState>
> = {
  "build.created.1": applyCreated,
  "build.made_again.1": applyMadeAgain,
};

/** A Build is made in its company's realm, so the realm of the record is the Build's. */
function applyCreated(state: BuildState & AgentMadeState, fact: Fact, head: RecordHead): void {
  const { build, program } = fact as BuildFact;
  const { realm } = head;
  const { buildId } = build;
  const key = state.builds.keyOf(buildId);
  state.builds.set(key, { ...build, realm });
  state.buildPrograms.set(key, { ...program, realm });
  state.buildDigests.set(digestKey(build), { realm, buildId });
  markMade(state, buildId, head);
}

function applyMadeAgain(state: AgentMadeState, fact: Fact, head: RecordHead): void {
  markMade(state, (fact as BuildMadeAgain).buildId, head);
}

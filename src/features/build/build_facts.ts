/**
 * The facts about Builds: a Build was made, which holds all that the Build is; and an agent has built a program again
 * that the company has a Build of.
 */
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact, RecordHead } from "../../contract/records/record.ts";
import { type AgentMadeState, markMade } from "../agent/agent_made.ts";
import type { FactOf } from "../noun.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import type { BuildProgramDocument } from "./build_document.ts";
import { builds } from "./build_noun.ts";
import { type BuildState, digestKey } from "./build_state.ts";

export type BuildFact = FactOf<typeof builds> & { program: Omit<BuildProgramDocument, "realm"> };

/** The agent is the actor of the record; the Build is one that it has made from now on. */
export type BuildMadeAgain = Fact & { kind: "build.made_again.1"; buildId: string };

/** A Build is made in its company's realm, so the realm of the record is the Build's. */
const applyCreated: Apply<BuildState & AgentMadeState & PlatformState> = (state, fact, head) => {
  builds.put(state, fact, head);
  const { build, program } = fact as BuildFact;
  const { realm } = head;
  state.buildPrograms.set(state.builds.keyOf(build.buildId), { ...program, realm });
  state.buildDigests.set(digestKey(build), { realm, buildId: build.buildId });
  markMade(state, build.buildId, head);
};

export const buildFacts = {
  "build.created.1": applyCreated,
  "build.made_again.1": applyMadeAgain,
};

function applyMadeAgain(state: AgentMadeState, fact: Fact, head: RecordHead): void {
  markMade(state, (fact as BuildMadeAgain).buildId, head);
}

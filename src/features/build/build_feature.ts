/** Builds: programs that were checked, and that Products can be made of. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import type { AgentMadeState } from "../agent/agent_made.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import { buildContractRetrieve } from "./build.contract.retrieve.ts";
import { buildCreate } from "./build.create.ts";
import { buildDiffRetrieve } from "./build.diff.retrieve.ts";
import { buildList } from "./build.list.ts";
import { buildRetrieve } from "./build.retrieve.ts";
import { buildSourceRetrieve } from "./build.source.retrieve.ts";
import { buildExamples } from "./build_examples.ts";
import { buildFacts } from "./build_facts.ts";
import { builds } from "./build_noun.ts";
import { type BuildState, createBuildState } from "./build_state.ts";
import { buildWords } from "./build_words.ts";

export const buildFeature = {
  tag: "Blueprints",
  words: buildWords,
  operations: [
    buildList,
    buildRetrieve,
    buildCreate,
    buildSourceRetrieve,
    buildDiffRetrieve,
    buildContractRetrieve,
  ],
  examples: buildExamples,
  facts: buildFacts,
  eventsOf: { ...builds.manifest.eventsOf, "build.made_again.1": noEvents },
  createState: createBuildState,
  tables: (state) => [state.builds, state.buildPrograms, state.buildDigests],
} satisfies Feature<BuildState & AgentMadeState & PlatformState>;

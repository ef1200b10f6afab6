/** The programs that a company works on. */
import type { Feature } from "../../contract/declare/feature.ts";
import type { AgentMadeState } from "../agent/agent_made.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import { blueprintArchive } from "./blueprint.archive.ts";
import { blueprintCreate } from "./blueprint.create.ts";
import { blueprintList } from "./blueprint.list.ts";
import { blueprintRetrieve } from "./blueprint.retrieve.ts";
import { blueprintUpdate } from "./blueprint.update.ts";
import { blueprintVersionList } from "./blueprint.version.list.ts";
import { blueprintVersionRetrieve } from "./blueprint.version.retrieve.ts";
import { blueprintExamples } from "./blueprint_examples.ts";
import { blueprintFacts } from "./blueprint_facts.ts";
import { blueprints } from "./blueprint_noun.ts";
import { type BlueprintState, createBlueprintState } from "./blueprint_state.ts";
import { blueprintWords } from "./blueprint_words.ts";

export const blueprintFeature = {
  tag: {
    name: "Blueprints",
    description: "Programs that a company works on, with all that they were before.",
  },
  words: blueprintWords,
  operations: [
    blueprintList,
    blueprintRetrieve,
    blueprintCreate,
    blueprintUpdate,
    blueprintArchive,
    blueprintVersionList,
    blueprintVersionRetrieve,
  ],
  examples: blueprintExamples,
  facts: blueprintFacts,
  eventsOf: blueprints.manifest.eventsOf,
  createState: createBlueprintState,
  tables: (state) => [state.blueprints, state.blueprintVersions, state.blueprintSources],
} satisfies Feature<BlueprintState & AgentMadeState & PlatformState>;

/** The programs that a company works on. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import type { AgentMadeState } from "../agent/agent_made.ts";
import { blueprintArchive } from "./blueprint.archive.ts";
import { blueprintCreate } from "./blueprint.create.ts";
import { blueprintList } from "./blueprint.list.ts";
import { blueprintRetrieve } from "./blueprint.retrieve.ts";
import { blueprintUpdate } from "./blueprint.update.ts";
import { blueprintVersionList } from "./blueprint.version.list.ts";
import { blueprintVersionRetrieve } from "./blueprint.version.retrieve.ts";
import { blueprintExamples } from "./blueprint_examples.ts";
import { blueprintFacts } from "./blueprint_facts.ts";
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
  eventsOf: {
    "blueprint.created.1": noEvents,
    "blueprint.changed.1": noEvents,
    "blueprint.archived.1": noEvents,
  },
  createState: createBlueprintState,
  tables: ({ blueprints, blueprintVersions, blueprintSources }) => [
    blueprints,
    blueprintVersions,
    blueprintSources,
  ],
} satisfies Feature<BlueprintState & AgentMadeState>;

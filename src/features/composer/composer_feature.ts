/** Writing programs: their schema, templates, and the plan of what a program would become. */
import type { Feature } from "../../contract/declare/feature.ts";
import { composerPlan } from "./composer.plan.ts";
import { composerSchemaRetrieve } from "./composer.schema.retrieve.ts";
import { composerSimulate } from "./composer.simulate.ts";
import { composerTemplateList } from "./composer.template.list.ts";
import { composerTemplateRetrieve } from "./composer.template.retrieve.ts";
import { composerExamples } from "./composer_examples.ts";
import { composerWords } from "./composer_words.ts";

export const composerFeature = {
  tag: "Blueprints",
  words: composerWords,
  operations: [
    composerSchemaRetrieve,
    composerTemplateList,
    composerTemplateRetrieve,
    composerPlan,
    composerSimulate,
  ],
  examples: composerExamples,
} satisfies Feature;

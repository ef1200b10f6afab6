/** Title and description of the published contract. */
import { synonymsOf } from "../contract/declare/noun_words.ts";
import type { About } from "../contract/document/openapi.ts";
import { AGENT_GUIDE } from "./agent_guide.ts";
import { COMMON_SYNONYMS } from "./agent_synonyms.ts";
import { CONTRACT_RULES } from "./contract_rules.ts";
import answers from "./example_answers.golden.json" with { type: "json" };
import { examplesOf, SERVED_FEATURES, tagsOf, WEBHOOKS, wordsOf } from "./registry.ts";
import { WALK_THROUGH } from "./walk_through.ts";

const WORDS = wordsOf(SERVED_FEATURES);

export const ABOUT: About = {
  title: "Money movement platform",
  summary: "Accounts, transfers and holds for many Products, with a receipt for every change.",
  description: CONTRACT_RULES,
  tags: tagsOf(SERVED_FEATURES),
  examples: { story: examplesOf(SERVED_FEATURES), answers },
  webhooks: WEBHOOKS,
  sameMeaning: WORDS.flatMap(({ sameMeaning = [] }) => sameMeaning),
  walk: WALK_THROUGH,
  guide: {
    ...AGENT_GUIDE,
    synonyms: { ...COMMON_SYNONYMS, ...synonymsOf(WORDS) },
  },
};

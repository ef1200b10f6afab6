/** The search of a Product's things by one piece of text. */
import type { Feature } from "../../contract/declare/feature.ts";
import type { Resource } from "../../contract/declare/resource.ts";
import { searchRetrieveOf } from "./search.retrieve.ts";
import { searchExamples } from "./search_examples.ts";
import { searchWords } from "./search_words.ts";

export function searchFeatureOf(resources: readonly Resource[]) {
  return {
    tag: {
      name: "Search",
      description: "Find the things of a Product by an id, a name or another piece of text.",
    },
    words: searchWords,
    operations: [searchRetrieveOf(resources)],
    examples: searchExamples,
  } satisfies Feature;
}

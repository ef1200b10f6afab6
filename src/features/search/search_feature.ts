/** The search of a Product's things by one piece of text. */
import type { Feature } from "../../contract/feature.ts";
import type { Resource } from "../../contract/resource.ts";
import { searchRetrieveOf } from "./search.retrieve.ts";
import { searchExamples } from "./search_examples.ts";

export function searchFeatureOf(resources: readonly Resource[]) {
  return {
    tag: { name: "Search", description: "Operations on Search." },
    operations: [searchRetrieveOf(resources)],
    examples: searchExamples,
  } satisfies Feature;
}

/** The search of a Product's things by one piece of text. */
import type { Feature } from "../../contract/feature.ts";
import type { Resource } from "../../contract/resource.ts";
import { searchRetrieveOf } from "./search.retrieve.ts";

export function searchFeatureOf(resources: readonly Resource[]) {
  return {
    tag: { name: "Search", description: "Operations on Search." },
    operations: [searchRetrieveOf(resources)],
  } satisfies Feature;
}

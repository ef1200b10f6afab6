/** Things by one piece of text. */
import type { Feature } from "../../contract/feature.ts";
import { searchRetrieve } from "./search.retrieve.ts";

export const searchFeature = {
  tag: { name: "Search", description: "Operations on Search." },
  operations: [searchRetrieve],
} satisfies Feature;

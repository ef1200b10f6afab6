/** A Product's accounts by role. Its operations stand with those of the Product. */
import type { Feature } from "../../contract/feature.ts";

export const booksFeature = {
  tag: {
    name: "Books",
    description: "A Product's accounts by role: where it stands and what it earned.",
  },
  operations: [],
} satisfies Feature;

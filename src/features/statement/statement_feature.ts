/** What an account did in a month. Its operations stand with those of the account. */
import type { Feature } from "../../contract/feature.ts";

export const statementFeature = {
  tag: {
    name: "Statements",
    description: "What an account did in a month, as an object and as a file.",
  },
  operations: [],
} satisfies Feature;

/** The timeline of a customer. Its operation, `customer.activity.list`, is in the folder `customer`. */
import type { Feature } from "../../contract/declare/feature.ts";

export const activityFeature = {
  words: {
    scopes: {
      activity: {
        group: "What happens",
        name: "the activity of your company and its Products",
        title: "Activity of the company",
      },
    },
    sameMeaning: [["history", "activity", "audit", "journal", "timeline"]],
  },
  operations: [],
} satisfies Feature;

/** What happened around a customer. Its operation stands with those of the customer. */
import type { Feature } from "../../contract/feature.ts";

export const activityFeature = {
  operations: [],
} satisfies Feature;

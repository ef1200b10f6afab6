/** The timeline of a customer. Its operation, `customer.activity.list`, is in the folder `customer`. */
import type { Feature } from "../../contract/declare/feature.ts";

export const activityFeature = {
  operations: [],
} satisfies Feature;

/** The operation on limits of payouts in the story of all examples: the platform has set none. */
import type { Example } from "../../contract/document/example.ts";
import { PRODUCT } from "../example_ids.ts";

export const payoutLimitExamples: readonly Example[] = [
  { at: "10:10:37", operation: "payout_limit.list", query: { productId: PRODUCT, limit: 1 } },
];

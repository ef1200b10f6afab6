/** The feature of limits of payouts, which the operator sets and every payout keeps. */
import type { Feature } from "../../contract/declare/feature.ts";
import { payoutLimitList } from "./payout_limit.list.ts";
import { payoutLimitExamples } from "./payout_limit_examples.ts";
import { ofPayoutLimits, payoutLimitFacts } from "./payout_limit_facts.ts";
import { createPayoutLimitState, type PayoutLimitState } from "./payout_limit_state.ts";
import { payoutLimitWords } from "./payout_limit_words.ts";

export const payoutLimitFeature = {
  words: payoutLimitWords,
  operations: [payoutLimitList],
  examples: payoutLimitExamples,
  facts: payoutLimitFacts,
  eventsOf: ofPayoutLimits.counted,
  createState: createPayoutLimitState,
  tables: ({ payoutLimits, payoutUsages }) => [payoutLimits, payoutUsages],
} satisfies Feature<PayoutLimitState>;

/** The feature of payouts: money that leaves an account for a beneficiary. */

import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { payoutBatchCreate } from "./payout.batch.create.ts";
import { payoutCancel } from "./payout.cancel.ts";
import { payoutCreate } from "./payout.create.ts";
import { payoutSimulate } from "./payout.simulate.ts";
import { acceptedEvents } from "./payout_accepted.ts";
import { PAYOUT_BATCH_REFUSED } from "./payout_batch.ts";
import { countedFacts } from "./payout_counted.ts";
import type { NewPayoutState } from "./payout_decided.ts";
import { payoutExamples } from "./payout_examples.ts";
import { payoutList, payoutRetrieve, payouts } from "./payout_noun.ts";
import { payoutSteps } from "./payout_steps.ts";
import { payoutWords } from "./payout_words.ts";

export const payoutFeature = {
  tag: {
    name: "Payouts",
    description:
      "Money that leaves an account for a beneficiary, over a bank or within the platform.",
  },
  words: payoutWords,
  operations: [
    payoutCreate,
    payoutBatchCreate,
    payoutCancel,
    payoutSimulate,
    payoutList,
    payoutRetrieve,
  ],
  examples: payoutExamples,
  ...payouts.manifest,
  facts: {
    ...payouts.manifest.facts,
    ...countedFacts,
    // Why there is no payout of an item changes nothing.
    [PAYOUT_BATCH_REFUSED]: () => {},
  },
  eventsOf: {
    ...payouts.manifest.eventsOf,
    "payout.accepted.1": acceptedEvents,
    [PAYOUT_BATCH_REFUSED]: noEvents,
  },
  due: [payoutSteps],
} satisfies Feature<NewPayoutState>;

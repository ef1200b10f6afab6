/** The feature of received credits: money that a bank says has arrived. */
import type { Feature } from "../../contract/declare/feature.ts";
import type { ReturningState } from "./credit_returning.ts";
import { receivedCreditAssign } from "./received_credit.assign.ts";
import { receivedCreditReturn } from "./received_credit.return.ts";
import { receivedCreditTake } from "./received_credit.take.ts";
import { receivedCreditExamples } from "./received_credit_examples.ts";
import {
  receivedCreditList,
  receivedCreditRetrieve,
  receivedCredits,
} from "./received_credit_noun.ts";
import { receivedCreditWords } from "./received_credit_words.ts";

/** What the operation needs that takes what a bank tells. */
type TellingState = Parameters<typeof receivedCreditTake.decide>[0];

export const receivedCreditFeature = {
  tag: {
    name: "Received credits",
    description: "Money that a bank says has arrived by a financial address.",
  },
  words: receivedCreditWords,
  operations: [
    receivedCreditTake,
    receivedCreditAssign,
    receivedCreditReturn,
    receivedCreditList,
    receivedCreditRetrieve,
  ],
  examples: receivedCreditExamples,
  ...receivedCredits.manifest,
} satisfies Feature<ReturningState & TellingState>;

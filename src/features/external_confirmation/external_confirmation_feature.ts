/** The feature of external confirmations: what somebody outside of the platform says has happened. */
import type { Feature } from "../../contract/declare/feature.ts";
import { externalConfirmationCreate } from "./external_confirmation.create.ts";
import { externalConfirmationExamples } from "./external_confirmation_examples.ts";
import {
  type ExternalConfirmationState,
  externalConfirmationList,
  externalConfirmationRetrieve,
  externalConfirmations,
} from "./external_confirmation_noun.ts";
import { externalConfirmationWords } from "./external_confirmation_words.ts";

export const externalConfirmationFeature = {
  tag: {
    name: "External confirmations",
    description:
      "What somebody outside of the platform says has happened to a payout, a collection, a credit or a verification.",
  },
  words: externalConfirmationWords,
  operations: [externalConfirmationList, externalConfirmationRetrieve, externalConfirmationCreate],
  examples: externalConfirmationExamples,
  ...externalConfirmations.manifest,
} satisfies Feature<ExternalConfirmationState>;

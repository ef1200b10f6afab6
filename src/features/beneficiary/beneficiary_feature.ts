/** The feature of beneficiaries: who can be paid, by which rail to which account. */
import type { Feature } from "../../contract/declare/feature.ts";
import type { AccountState } from "../account/account_state.ts";
import { beneficiaryArchive } from "./beneficiary.archive.ts";
import { beneficiaryCreate } from "./beneficiary.create.ts";
import { beneficiaryList } from "./beneficiary.list.ts";
import { beneficiaryRetrieve } from "./beneficiary.retrieve.ts";
import { beneficiaryUpdate } from "./beneficiary.update.ts";
import { BENEFICIARY_KEY_DESTRUCTION } from "./beneficiary_erasure.ts";
import { beneficiaryExamples } from "./beneficiary_examples.ts";
import { namedByChosenIds } from "./beneficiary_named.ts";
import { beneficiaries } from "./beneficiary_noun.ts";
import { beneficiaryWords } from "./beneficiary_words.ts";
import type { CheckingState } from "./payee_check.ts";

export const beneficiaryFeature = {
  tag: {
    name: "Beneficiaries",
    description: "Who can be paid, and by which rail to which account.",
  },
  words: beneficiaryWords,
  operations: [
    beneficiaryList,
    beneficiaryRetrieve,
    beneficiaryCreate,
    beneficiaryUpdate,
    beneficiaryArchive,
  ],
  examples: beneficiaryExamples,
  effects: [BENEFICIARY_KEY_DESTRUCTION],
  ...beneficiaries.manifest,
  named: namedByChosenIds,
} satisfies Feature<AccountState & CheckingState>;

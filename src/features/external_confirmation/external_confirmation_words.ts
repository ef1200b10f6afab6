/** The words of external confirmations: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const externalConfirmationWords: NounWords = {
  ids: {
    conf: {
      kind: "an external confirmation",
      described: "external confirmation, which somebody outside of the platform has given",
    },
  },
  scopes: {
    external_confirmations: {
      group: "Money",
      name: "confirmations from outside, which move no money",
    },
  },
  synonyms: {
    external_confirmation: `
      proof of payment, bank confirmation, evidence of settlement, advice, bank statement line, portal, letter
      of the bank, second source
    `,
    "external_confirmation create": `
      confirm that a payout arrived, record a bank statement line, note what the bank says, attach evidence
    `,
  },
};

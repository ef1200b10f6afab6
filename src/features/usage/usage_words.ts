/** The words of usage: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const usageWords: NounWords = {
  scopes: {
    usage: { group: "Company", name: "Usage" },
  },
  synonyms: {
    "usage statement": `
      what do we pay the platform, our bill, invoice of the platform, charges of a month, cost of
      the product, platform invoice, billing, metered, consumption
    `,
    "usage record": `
      what was counted, which operations were billed, metered operations, billable, usage details
    `,
  },
  sameMeaning: [["usage", "billing", "metered", "invoice"]],
};

/** The words of limits of payouts: what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const payoutLimitWords: NounWords = {
  synonyms: {
    "payout limit list": `
      how much may be paid out, daily limit, weekly limit, monthly limit, payout cap, withdrawal limit, what is
      left of the limit, limit of a customer, velocity limit, may i still pay out today
    `,
  },
};

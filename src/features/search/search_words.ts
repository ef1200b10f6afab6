/** The words of search: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const searchWords: NounWords = {
  scopes: {
    search: { group: "What happens", name: "whatever a search finds" },
  },
  synonyms: {
    search: `
      with reference, by our reference, with our reference, by number, with number, by its number,
      find whatever, where is, look for a name, look for, everything, anywhere, anything, global,
      full text, find by id, across, something, external id, by reference, own reference, know the
      id
    `,
  },
};

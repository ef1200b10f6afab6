/** The words of instances of nouns: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const nounInstanceWords: NounWords = {
  synonyms: {
    "noun instance id alone": `
      only know its id, know the id, by id, without kind, unknown kind, know its kind
    `,
  },
};

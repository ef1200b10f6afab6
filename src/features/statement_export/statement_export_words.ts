/** The words of exports of statements: what ids are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const statementExportWords: NounWords = {
  ids: { sxp: { kind: "a statement export", described: "statement export" } },
  synonyms: {
    "statement export": `
      stored statement, statement file, keep a statement, file for the bookkeeper, file for the
      accountant, file of all transactions, journal of a month, ledger export
    `,
  },
};

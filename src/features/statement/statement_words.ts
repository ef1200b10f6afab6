/** The words of statements: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const statementWords: NounWords = {
  ids: { stmt: { kind: "a statement", described: "statement of a month of a Product" } },
  scopes: {
    statements: { group: "Money" },
  },
  synonyms: {
    "account statement": `
      statement of a month, papers for the tax office, proof of income, year, summary of month, end
      of month report, activity report, bank statement, monthly, month, january, february, march,
      april, june, july, august, september, october, november, december, extract, account report
    `,
    "export csv": `
      download, spreadsheet, excel, file
    `,
  },
  sameMeaning: [["statement", "report", "export", "csv", "bookkeeping"]],
};

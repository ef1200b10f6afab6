/** Monthly statements of accounts. The operations, `account.statement.*`, are in the folder `account`. */
import type { Feature } from "../../contract/declare/feature.ts";
import { statementWords } from "./statement_words.ts";

export const statementFeature = {
  tag: {
    name: "Statements",
    description: "What an account did in a month, as an object and as a file.",
  },
  words: statementWords,
  operations: [],
} satisfies Feature;

/** The words of operations: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const operationWords: NounWords = {
  ids: { op: "an operation" },
  scopes: {
    operations: { group: "What happens" },
  },
  synonyms: {
    operation: `
      details of an operation, request, api call, endpoint of the api, method, command
    `,
    "operation list": `
      what was done, list of changes, recent operations, all changes, who did what
    `,
    "operation retrieve": `
      details of a change, one operation, who did it, by whom
    `,
    "operation effect": `
      consequence, result, side effect, what did it do, caused, outcome, operation change
    `,
  },
};

/** Monthly statements: of accounts, whose operations, `account.statement.*`, are in the folder `account`, and of Products. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { endMonth, MONTH_ENDED, type MonthEnded, monthEnds } from "../ledger/month_ends.ts";
import { statementList } from "./statement.list.ts";
import { statementProofRetrieve } from "./statement.proof.retrieve.ts";
import { statementRetrieve } from "./statement.retrieve.ts";
import { statementSeal } from "./statement.seal.ts";
import { statementExamples } from "./statement_examples.ts";
import { type StatementState, statements } from "./statement_noun.ts";
import { statementWords } from "./statement_words.ts";

const { manifest } = statements;

export const statementFeature = {
  tag: {
    name: "Statements",
    description: "What an account or a whole Product did in a month, as an object and as a file.",
  },
  words: statementWords,
  operations: [statementList, statementRetrieve, statementProofRetrieve, statementSeal],
  examples: statementExamples,
  ...manifest,
  facts: {
    ...manifest.facts,
    [MONTH_ENDED]: (state, fact, { realm }) => endMonth(state, realm, (fact as MonthEnded).month),
  },
  eventsOf: { ...manifest.eventsOf, [MONTH_ENDED]: noEvents },
  due: [monthEnds],
} satisfies Feature<StatementState>;

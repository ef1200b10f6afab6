/** What banks that speak files have said last of what their accounts have. */
import type { Feature } from "../../contract/declare/feature.ts";
import { bankStatementNote } from "./bank_statement.note.ts";
import { bankStatementFacts, ofBankStatements } from "./bank_statement_facts.ts";
import { type BankStatementState, createBankStatementState } from "./bank_statement_state.ts";

export const bankStatementFeature = {
  operations: [bankStatementNote],
  facts: bankStatementFacts,
  eventsOf: ofBankStatements.counted,
  createState: createBankStatementState,
  tables: ({ bankStatements }) => [bankStatements],
} satisfies Feature<BankStatementState>;

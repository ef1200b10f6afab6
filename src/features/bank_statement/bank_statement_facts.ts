/** What happens to the newest statements of banks. It is the operator's, so no event tells of it. */
import type { Apply } from "../../contract/declare/operation.ts";
import { declareFacts } from "../document_facts.ts";
import type { FactOf } from "../noun.ts";
import { type BankStatementDocument, keyOfStatement } from "./bank_statement_document.ts";
import type { BankStatementState } from "./bank_statement_state.ts";

export const ofBankStatements = declareFacts<BankStatementDocument>()({
  noun: "bank_statement",
  happenings: { noted: {} },
});
type BankStatementFact = FactOf<typeof ofBankStatements>;

const put: Apply<BankStatementState> = ({ bankStatements }, fact, { realm }) => {
  const { bankStatement } = fact as BankStatementFact;
  bankStatements.set(keyOfStatement(bankStatement), { realm, ...bankStatement });
};

export const bankStatementFacts = ofBankStatements.byKind(() => put);

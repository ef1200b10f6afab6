/**
 * bank_statement.note: the outbox has imported a statement, and says what its account had at its end. Of each account the newest holds: an older one, or the same again,
 * changes nothing. No caller can ask for it.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { ProviderPath } from "../provider/provider_schema.ts";
import { type BankStatementDocument, keyOfStatement } from "./bank_statement_document.ts";
import { ofBankStatements } from "./bank_statement_facts.ts";
import type { BankStatementState } from "./bank_statement_state.ts";

const closed = { additionalProperties: false };
const StatementNote = Type.Object(
  {
    currency: Type.String({ pattern: "^[A-Z]{3}$" }),
    account: Type.String({ pattern: "^[0-9A-Z]{1,34}$" }),
    closingMinor: Type.String({ pattern: "^-?[0-9]{1,18}$" }),
    closedOn: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }),
    statedAtMs: Type.Integer({ minimum: 0 }),
    messageId: Type.String({ minLength: 1, maxLength: 140 }),
  },
  { title: "BankStatementNote", ...closed },
);

export const bankStatementNote = declareWrite<BankStatementState>()({
  id: "bank_statement.note",
  summary: "Note what an account had at the end of a statement",
  http: { method: "POST", path: "/platform/bank-statements/{provider}/note" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  path: ProviderPath,
  body: StatementNote,
  output: Type.Object(
    { isNewest: Type.Boolean() },
    { title: "BankStatementNoted", additionalProperties: false },
  ),
  refusals: ["ledger_unavailable"],
  events: [],
  decide({ bankStatements }, told, { realm, nowMs }) {
    const known = bankStatements.get(realm, keyOfStatement(told));
    if (known !== undefined && !isNewer(told, known)) return accept([], { isNewest: false });
    const noted: BankStatementDocument = {
      ...{ realm, ...told, createdAtMs: known?.createdAtMs ?? nowMs, updatedAtMs: nowMs },
      revision: (known?.revision ?? 0) + 1,
    };
    return accept([ofBankStatements.fact("noted", noted)], { isNewest: true });
  },
});

type When = Pick<BankStatementDocument, "closedOn" | "statedAtMs">;

/** Of two of one day that which the bank made later; the same one again is not newer. */
function isNewer(told: When, known: When): boolean {
  if (told.closedOn !== known.closedOn) return told.closedOn > known.closedOn;
  return told.statedAtMs > known.statedAtMs;
}

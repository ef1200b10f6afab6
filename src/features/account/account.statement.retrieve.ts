/** account.statement.retrieve: opening balance, closing balance and totals of a month. */
import type { Static } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { accountMonth } from "../statement/account_month.ts";
import { Statement, StatementPath } from "../statement/statement_schema.ts";

export const accountStatementRetrieve = declareRead({
  id: "account.statement.retrieve",
  summary: "Retrieve an account's statement of a month",
  description: "The present month is `open`: it is what it would be if the month ended now.",
  tag: "Statements",
  http: { method: "GET", path: "/accounts/{accountId}/statements/{month}" },
  principals: PRODUCT_CALLERS,
  scope: "statements:read",
  path: StatementPath,
  output: Statement,
  refusals: ["account_not_found", "statement_evidence_incomplete"],
  runsIn: "pool",
  read(snapshot, input, context) {
    const seen = accountMonth(snapshot, input, context);
    if (seen.refused) return seen;
    const { summary } = seen;
    const statement: Static<typeof Statement> = {
      month: input.month,
      accountId: input.accountId,
      currency: seen.account.document.currency,
      opening: String(summary.openingMinor),
      closing: String(summary.closingMinor),
      totalDebits: String(summary.debitsMinor),
      totalCredits: String(summary.creditsMinor),
      entryCount: summary.entryCount,
      evidence: { ...seen.evidence, entriesDigest: summary.entriesDigest },
    };
    return found(statement);
  },
});

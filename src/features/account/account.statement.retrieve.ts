/** account.statement.retrieve: opening balance, closing balance and totals of a month. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { accountMonth } from "../statement/account_month.ts";
import { Statement, StatementPath } from "../statement/statement_schema.ts";
import { statementOf } from "../statement/statement_view.ts";

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
    return found(statementOf(input, seen));
  },
});

/** account.statement.export: the entries of a month as a file. */
import { foundFile } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { accountMonth } from "../statement/account_month.ts";
import { statementCsv } from "../statement/statement_entries.ts";
import { StatementCsv, StatementPath } from "../statement/statement_schema.ts";

const CSV_FILE = { mediaType: "text/csv", contentField: "csv" } as const;

export const accountStatementExport = declareRead({
  id: "account.statement.export",
  summary: "Export an account's statement of a month as CSV",
  description:
    "Entries oldest first. The same bytes every time once the month is sealed; while it is open " +
    "the file is partial and its name says so. With `Accept: application/json` an object holds the " +
    "text. A cell of free text that a spreadsheet would take for a formula begins with `'`.",
  tag: "Statements",
  http: { method: "GET", path: "/accounts/{accountId}/statements/{month}/export" },
  principals: PRODUCT_CALLERS,
  scope: "statements:read",
  path: StatementPath,
  output: StatementCsv,
  refusals: ["account_not_found", "statement_evidence_incomplete"],
  runsIn: "pool",
  file: CSV_FILE,
  read(snapshot, input, context) {
    const seen = accountMonth(snapshot, input, context);
    if (seen.refused) return seen;
    const { account, range, evidence } = seen;
    const partial = evidence.status === "open";
    return foundFile({
      ...CSV_FILE,
      filename: `statement-${input.accountId}-${input.month}${partial ? "-partial" : ""}.csv`,
      fields: { partial },
      parts: () => statementCsv(snapshot, account, range),
    });
  },
});

/** account.statement.list: the months that an account has statements for. */
import { Type } from "@sinclair/typebox";
import { timeMsOfSuffix } from "../../base/id.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { Cursor, Id, Limit, listOf } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { evidenceOf, monthBefore, monthOf } from "../calendar_month.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { seeAccount } from "../ledger/account_rows.ts";
import { StatementMonth } from "../statement/statement_schema.ts";

export const accountStatementList = declareRead({
  id: "account.statement.list",
  summary: "List the months of an account's statements",
  description: "From the present month back to the one in which the account was opened.",
  tag: "Statements",
  http: { method: "GET", path: "/accounts/{accountId}/statements" },
  principals: PRODUCT_CALLERS,
  scope: "statements:read",
  path: Type.Object({ accountId: Id("acct") }, { additionalProperties: false }),
  query: Type.Object(
    { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
    { additionalProperties: false },
  ),
  output: listOf(StatementMonth, "StatementMonthList"),
  refusals: ["account_not_found"],
  read(snapshot, { accountId, limit, cursor }, context) {
    const { nowMs } = context;
    const account = seeAccount(snapshot, context.realm, accountId);
    if (account === undefined) return accountNotFound(accountId, "accountId");
    const { currency } = account.document;
    const first = monthOf(timeMsOfSuffix(account.suffix));
    function* walk(after: string | undefined): Generator<WalkRow> {
      let month = after === undefined ? monthOf(nowMs) : monthBefore(after);
      for (; month >= first; month = monthBefore(month)) {
        const item = { month, accountId, currency, evidence: evidenceOf(month, nowMs) };
        yield { position: month, item };
      }
    }
    return answerPage({ limit, cursor, filters: { accountId }, walk }, context);
  },
});

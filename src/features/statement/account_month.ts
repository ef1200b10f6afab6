/** The account and the month of a requested statement, and whether the month is sealed. */
import { timeMsOfSuffix } from "../../base/id.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { evidenceOf, type MonthEvidence, refuseEvidence, refuseMonth } from "../calendar_month.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { type SeenAccount, seeAccount } from "../ledger/account_rows.ts";
import { type MonthSummary, summaryOf } from "./month_summary.ts";
import { type RowRange, rowsOfMonth } from "./row_range.ts";

export type AccountMonth = {
  refused: false;
  account: SeenAccount;
  range: RowRange;
  summary: MonthSummary;
  evidence: MonthEvidence;
};

/** What the statement of an account and month is made of, or the refusal. */
export function accountMonth(
  snapshot: Snapshot,
  { accountId, month }: { accountId: string; month: string },
  { realm, nowMs }: Pick<ReadContext, "realm" | "nowMs">,
): AccountMonth | Refusal<"account_not_found" | "statement_evidence_incomplete"> {
  const account = seeAccount(snapshot, realm, accountId);
  if (account === undefined) return accountNotFound(accountId, "accountId");
  const begunMs = timeMsOfSuffix(account.suffix);
  const refusal = refuseMonth(month, { nowMs, begunMs, resource: "account" });
  if (refusal !== undefined) return refusal;
  const range = rowsOfMonth(month);
  const summary = summaryOf(snapshot, account, range);
  if ("missing" in summary) {
    const { missing } = summary;
    return refuseEvidence(month, missing, `the ledger's ${missing} for ${month} are not complete`);
  }
  return { refused: false, account, range, summary, evidence: evidenceOf(month, nowMs) };
}

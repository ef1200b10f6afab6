/** The statement of an account's month as answers show it. */
import type { Static } from "@sinclair/typebox";
import type { AccountMonth } from "./account_month.ts";
import type { Statement } from "./statement_schema.ts";

export function statementOf(
  { accountId, month }: { accountId: string; month: string },
  { account, summary, evidence }: AccountMonth,
): Static<typeof Statement> {
  return {
    month,
    accountId,
    currency: account.document.currency,
    opening: String(summary.openingMinor),
    closing: String(summary.closingMinor),
    totalDebits: String(summary.debitsMinor),
    totalCredits: String(summary.creditsMinor),
    entryCount: summary.entryCount,
    evidence: { ...evidence, entriesDigest: summary.entriesDigest },
  };
}

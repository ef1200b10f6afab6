/** What the auditor counts of payouts, addresses and credits. */
import type { StoredRecord } from "../../src/contract/records/record.ts";
import { payouts } from "../../src/features/payout/payout_noun.ts";
import { receivedCredits } from "../../src/features/received_credit/received_credit_noun.ts";
import { type Coverage, count } from "./coverage.ts";

export function countBanks({ facts, operation }: StoredRecord, coverage: Coverage): void {
  if (operation === "platform.payout_limit.set") count(coverage, "limit of payouts set");
  for (const fact of facts) {
    const isOfCredit = /^(financial_address|received_credit)\./.test(fact.kind);
    if (isOfCredit) count(coverage, fact.kind.replace(".1", ""));
    const reason = receivedCredits.of(fact)?.suspenseReason;
    if (fact.kind === "received_credit.created.1" && reason !== undefined) {
      count(coverage, `received credit in suspense: ${reason}`);
    }
    const payout = payouts.of(fact);
    if (payout === undefined || !fact.kind.startsWith(`payout.${payout.status}.`)) continue;
    const { status, rail, sourceAccountId, returnedToAccountId } = payout;
    const isOverBook = rail === "book" && status === "posted";
    count(coverage, isOverBook ? "payout over the book" : `payout ${status}`);
    if (status !== "returned") continue;
    const isLate = facts.some(({ kind }) => kind === "payout.posted.1");
    if (isLate) count(coverage, "payout returned before it was told to be posted");
    if (returnedToAccountId !== sourceAccountId) count(coverage, "payout returned to suspense");
  }
}

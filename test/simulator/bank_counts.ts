/** What the auditor counts of payouts, addresses, credits and collections by mandate. */
import type { Fact, StoredRecord } from "../../src/contract/records/record.ts";
import { collections } from "../../src/features/collection/collection_noun.ts";
import { payouts } from "../../src/features/payout/payout_noun.ts";
import { receivedCredits } from "../../src/features/received_credit/received_credit_noun.ts";
import { type Coverage, count } from "./coverage.ts";

export function countBanks({ facts, operation }: StoredRecord, coverage: Coverage): void {
  if (operation === "platform.payout_limit.set") count(coverage, "limit of payouts set");
  for (const fact of facts) {
    countCollection(fact, facts, coverage);
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

function countCollection(fact: Fact, facts: readonly Fact[], coverage: Coverage): void {
  const collection = collections.of(fact);
  if (collection?.rail === undefined || !fact.kind.startsWith("collection.")) return;
  const what = fact.kind.split(".")[1];
  count(coverage, `collection by a mandate ${what}`);
  const { creditedAccountId, destinationAccountId, returnedFromAccountId, attempts } = collection;
  const isRetried = what === "processing" && attempts.length > 1;
  if (isRetried) count(coverage, "collection by a mandate asked for again");
  if (what === "failed" && attempts.at(-1)?.code === "account_frozen") {
    count(coverage, "collection by a mandate into a frozen account");
  }
  if (what === "collected" && creditedAccountId !== destinationAccountId) {
    const isBound = creditedAccountId === undefined;
    count(coverage, isBound ? "collection by a mandate confirmed" : "collection in suspense");
  }
  if (what !== "returned") return;
  if (returnedFromAccountId !== creditedAccountId) count(coverage, "collection returned at a loss");
  const isLate = facts.some(({ kind }) => kind === "collection.collected.1");
  if (isLate) count(coverage, "collection returned before it was told to be collected");
}

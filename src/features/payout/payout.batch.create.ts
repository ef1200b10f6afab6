/**
 * payout.batch.create: up to 1,000 payouts of one Product in one request and one record. Each item is decided after the items
 * before it, in the order of refusals of `payout.create`, and has a result of its own; with `atomic`, all payouts are made or
 * none is. The answer does not wait for providers: each payout is asked about by itself afterwards, as one that was made alone.
 */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Issue } from "../../contract/refusals/refusal.ts";
import { refusalOfItem } from "../transfer/batch_refusal.ts";
import { amountIssues } from "./payout_amount.ts";
import {
  PAYOUT_BATCH_REFUSED,
  PayoutBatch,
  PayoutBatchDraft,
  type PayoutBatchRefused,
  payoutBatchJson,
} from "./payout_batch.ts";
import { decidePayout, NEW_PAYOUT_REFUSALS, type NewPayoutState } from "./payout_decided.ts";
import { failedAlone, newPayouts } from "./payout_new.ts";

export const payoutBatchCreate = declareWrite<NewPayoutState>()({
  id: "payout.batch.create",
  summary: "Pay many beneficiaries in one request",
  description:
    "Items run in order, each after those before it. The answer comes at once: of a payout over a bank the provider is asked " +
    "afterwards, and its events tell what it says. A payout over the book is posted in the answer.",
  http: { method: "POST", path: "/payouts/batch", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "payouts:write",
  acts: { on: "product", by: "items.0.sourceAccountId" },
  reachesOutside: true,
  body: PayoutBatchDraft,
  output: PayoutBatch,
  refusals: [...NEW_PAYOUT_REFUSALS, "ledger_unavailable"],
  events: [
    ...["payout.created", "payout.processing", "payout.posted"],
    ...["transfer.posted", "transfer.failed"],
  ],
  check: checkItems,
  decide(state, { items, atomic = false }, context) {
    const record = newPayouts(state, context);
    const claimed = new Map<string, string>();
    const made: Fact[] = [];
    const refused: PayoutBatchRefused[] = [];
    for (const [index, draft] of items.entries()) {
      const planned = decidePayout(state, record, draft, { sub: index, claimed }, context);
      if (!planned.refused) {
        made.push(...planned.facts);
        const { externalId } = draft;
        if (externalId !== undefined) claimed.set(externalId, planned.payoutId);
        continue;
      }
      if (atomic) return refusalOfItem(planned, index, failedAlone(state, record, index, context));
      const { code, message, details } = planned;
      refused.push({ kind: PAYOUT_BATCH_REFUSED, index, error: { code, message, details } });
    }
    const facts = [...record.accountFacts, ...record.plan.rows, ...made, ...refused];
    return { refused: false, facts };
  },
  respond: (record) => payoutBatchJson(record),
});

function checkItems({ items }: PayoutBatchDraft): Issue[] {
  return items.flatMap((draft, index) =>
    amountIssues(draft).map((issue) => ({ ...issue, path: ["items", index, ...issue.path] })),
  );
}

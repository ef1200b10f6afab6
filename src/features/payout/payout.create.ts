/**
 * payout.create: sends money from an account to a beneficiary. The money is reserved and the intent is on record before the
 * provider is asked, and the answer waits until the provider has accepted or refused. A payout over the book is over at once.
 */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { providerRequestsOf, resumeInputOf } from "../provider_request/provider_request_ending.ts";
import { amountIssues } from "./payout_amount.ts";
import { decidePayout, NEW_PAYOUT_REFUSALS, type NewPayoutState } from "./payout_decided.ts";
import { endingOfCreation } from "./payout_ending.ts";
import { newPayouts } from "./payout_new.ts";
import { Payout, PayoutDraft } from "./payout_schema.ts";

export const payoutCreate = declareWrite<NewPayoutState>()({
  id: "payout.create",
  summary: "Pay a beneficiary",
  description:
    "The amount leaves what the account has available at once, and the account when the bank says so. Send either `amount` " +
    "or `wholeBalance`, which pays all that is available when it is decided. The answer comes " +
    "when the provider has accepted or refused. After a `provider_egress_failed` the same request with the same key asks " +
    "again, and nothing is sent twice.",
  http: { method: "POST", path: "/payouts", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "payouts:write",
  acts: { on: "product", by: "sourceAccountId" },
  body: PayoutDraft,
  output: Payout,
  refusals: [
    ...NEW_PAYOUT_REFUSALS,
    "provider_egress_rejected",
    "provider_egress_failed",
    "ledger_unavailable",
  ],
  events: [
    ...["payout.created", "payout.processing", "payout.posted"],
    ...["transfer.posted", "transfer.failed"],
  ],
  check: amountIssues,
  decide(state, draft, context) {
    const record = newPayouts(state, context);
    const planned = decidePayout(state, record, draft, { sub: 0 }, context);
    const moved = [...record.accountFacts, ...record.plan.rows];
    if (planned.refused) return { ...planned, facts: moved };
    return { refused: false, facts: [...moved, ...planned.facts] };
  },
  lasting: {
    endOf: endingOfCreation,
    resumedBy: { operation: "provider_request.resume", inputOf: resumeInputOf },
  },
  replyState: providerRequestsOf,
});

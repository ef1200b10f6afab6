/**
 * payout.create: sends money from an account to a beneficiary. The money is reserved and the intent is on record before the
 * provider is asked, and the answer waits until the provider has accepted or refused. A payout over the book is over at once.
 */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuseTakenExternalId } from "../external_id.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import { providerRequestsOf, resumeInputOf } from "../provider_request/provider_request_ending.ts";
import { providerFor } from "../provider_request/serving_provider.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import type { PayingState } from "./payout_changes.ts";
import { endingOfCreation } from "./payout_ending.ts";
import { askedOfProvider, paidOverBook } from "./payout_new.ts";
import { payouts } from "./payout_noun.ts";
import { PAYOUT_PARTY_REFUSALS, type PayoutPartyState, payerAndPayee } from "./payout_parties.ts";
import { Payout, PayoutDraft } from "./payout_schema.ts";

type State = PayingState & PayoutPartyState & ProviderState & SandboxState;

export const payoutCreate = declareWrite<State>()({
  id: "payout.create",
  summary: "Pay a beneficiary",
  description:
    "The amount leaves what the account has available at once, and the account when the bank says so. The answer comes " +
    "when the provider has accepted or refused. After a `provider_egress_failed` the same request with the same key asks " +
    "again, and nothing is sent twice.",
  http: { method: "POST", path: "/payouts", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "payouts:write",
  acts: { on: "product", by: "sourceAccountId" },
  body: PayoutDraft,
  output: Payout,
  refusals: [
    ...PAYOUT_PARTY_REFUSALS,
    "state_constraint_failed",
    "exposure_cap_exceeded",
    "insufficient_balance",
    "provider_egress_rejected",
    "provider_egress_failed",
    "ledger_unavailable",
  ],
  events: ["payout.created", "payout.posted", "transfer.posted", "transfer.failed"],
  decide(state, draft, context) {
    const { realm, principal } = context;
    const parties = payerAndPayee(state, { realm, environment: principal.environment }, draft);
    if (parties.refused) return parties;
    const { externalIds } = state.payouts;
    const taken = refuseTakenExternalId(payouts, externalIds, realm, {
      externalId: draft.externalId,
    });
    if (taken !== undefined) return taken;
    if (parties.beneficiary.rail === "book") return paidOverBook(state, draft, parties, context);
    const served = providerFor(state, principal.environment, "payout");
    if (served.refused) return served;
    return askedOfProvider(state, draft, { ...parties, provider: served.provider }, context);
  },
  lasting: {
    endOf: endingOfCreation,
    resumedBy: { operation: "provider_request.resume", inputOf: resumeInputOf },
  },
  replyState: providerRequestsOf,
});

/**
 * external_confirmation.create: records what somebody outside of the platform says has happened, where what the platform has
 * on record does not say otherwise. Moves no money and changes nothing but the confirmation.
 */
import {
  type Acceptance,
  accept,
  type DecisionContext,
  declareWrite,
} from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { refuseOtherProduct } from "../own_product.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import type { TransferState } from "../transfer/transfer_state.ts";
import { type CheckState, checkedResource } from "./checked_resource.ts";
import { factsOf, issuesOfDraft } from "./confirmation_draft.ts";
import { mismatchedFacts } from "./confirmed_facts.ts";
import type {
  ConfirmedFacts,
  ExternalConfirmationDocument,
} from "./external_confirmation_document.ts";
import {
  confirmationOf,
  type ExternalConfirmationState,
  externalConfirmationResource,
} from "./external_confirmation_noun.ts";
import { ExternalConfirmation, ExternalConfirmationDraft } from "./external_confirmation_schema.ts";
import { newConfirmation, recordedFacts } from "./recorded_confirmation.ts";
import { refuseSourceOperation } from "./source_operation.ts";
import { refuseUnsupported } from "./supported_outcome.ts";

type State = ExternalConfirmationState & CheckState & TransferState & ProviderState;

export const externalConfirmationCreate = declareWrite<State>()({
  id: "external_confirmation.create",
  summary: "Record an external confirmation",
  description:
    "Says what somebody outside of the platform has confirmed: a bank's letter, a statement, a provider's portal. It is compared with what the platform has on record, and moves no money. The same facts again are answered with the confirmation that there is, by 200.",
  http: { method: "POST", path: "/external-confirmations", status: 201, existingStatus: 200 },
  principals: PRODUCT_CALLERS,
  scope: "external_confirmations:write",
  body: ExternalConfirmationDraft,
  output: ExternalConfirmation,
  refusals: [
    "provider_outcome_unsupported",
    "source_operation_not_found",
    "operation_not_finalized",
    "external_confirmation_conflict",
    "resource_not_found",
    "collection_not_found",
    "financial_address_not_found",
    "financial_address_status_forbidden",
    "financial_address_destination_mismatch",
    "currency_mismatch",
    "external_confirmation_resource_conflict",
    "collection_transfer_mismatch",
    "ledger_unavailable",
  ],
  events: ["external_confirmation.recorded", "external_confirmation.matched"],
  check: issuesOfDraft,
  decide(state, draft, context) {
    const { realm, principal } = context;
    const facts = factsOf(draft);
    const refusal =
      refuseOtherProduct(principal, draft.productId) ??
      refuseUnsupported(state, facts) ??
      refuseSourceOperation(state, facts.sourceOperationId, context);
    if (refusal !== undefined) return refusal;
    const before = confirmationOf(state, realm, facts);
    if (before !== undefined) return existing(before, facts, context);
    const checked = checkedResource(state, realm, facts);
    if (checked.refused) return checked;
    const made = newConfirmation(facts, checked.resourceId, context);
    return accept(recordedFacts(made), externalConfirmationResource(made, principal));
  },
});

/** The one with this reference, where it says the same. */
function existing(
  before: ExternalConfirmationDocument,
  facts: ConfirmedFacts,
  { principal }: Pick<DecisionContext, "principal">,
): Acceptance | Refusal<"external_confirmation_conflict"> {
  const { id = before.resource.id } = facts.resource;
  const resource = { ...facts.resource, ...(id !== undefined && { id }) };
  const mismatched = mismatchedFacts(before, { ...facts, resource });
  if (mismatched.length === 0) {
    return { ...accept([], externalConfirmationResource(before, principal)), isExisting: true };
  }
  const { externalConfirmationId, provider, externalReference } = before;
  const message = `${provider} has confirmed ${externalReference} with other facts: ${mismatched.join(", ")}`;
  return refuse("external_confirmation_conflict", message, { externalConfirmationId, mismatched });
}

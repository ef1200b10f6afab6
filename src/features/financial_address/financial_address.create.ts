/**
 * financial_address.create: asks the provider for bank details by which money from outside reaches an account. The
 * intent is on record before the provider is asked, and the answer waits until the provider has accepted or refused.
 */
import { accept, type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { InputIssue } from "../../contract/refusals/issue_codes.ts";
import { countryOf } from "../../contract/values/countries.ts";
import { countriesOf } from "../../rails/address_types.ts";
import { refuseTakenExternalId } from "../external_id.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import { newRequest } from "../provider_request/provider_request_changes.ts";
import { endingOfRequest, resumeInputOf } from "../provider_request/provider_request_ending.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { providerFor } from "../provider_request/serving_provider.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import {
  refuseAccountRole,
  refuseAccountStatus,
  refuseCurrencyOfAddress,
  refuseMoreAddresses,
  refuseTierOfOwner,
} from "./address_account.ts";
import { openedReply, openingsOf } from "./address_replies.ts";
import type { FinancialAddressDocument } from "./financial_address_document.ts";
import { type FinancialAddressState, financialAddresses } from "./financial_address_noun.ts";
import { FinancialAddress, FinancialAddressDraft } from "./financial_address_schema.ts";

export const financialAddressCreate = declareWrite<
  FinancialAddressState & ProviderRequestState & ProviderState
>()({
  id: "financial_address.create",
  summary: "Create a financial address",
  description:
    "Bank details by which money from outside reaches an open account. The answer comes when the provider has accepted or refused: `active` with its details, or `pending` where the provider takes longer; `financial_address.activated` or `.failed` tells then. After a `provider_egress_failed` the same request with the same key asks again. In sandbox an `alias` stays `pending` until `sandbox.provider_outcome.create` says what becomes of it; the others are active at once.",
  http: { method: "POST", path: "/financial-addresses", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "financial_addresses:write",
  acts: { on: "product", by: "accountId" },
  body: FinancialAddressDraft,
  output: FinancialAddress,
  refusals: [
    "account_not_found",
    "account_role_not_financial_addressable",
    "financial_address_account_status_forbidden",
    "currency_mismatch",
    "kyc_tier_insufficient",
    "state_conflict",
    "state_constraint_failed",
    "provider_egress_rejected",
    "provider_egress_failed",
    "ledger_unavailable",
  ],
  events: ["financial_address.created"],
  check: unservedCountry,
  decide(state, draft, context) {
    const { realm, principal } = context;
    const { accounts } = state;
    const { accountId, externalId } = draft;
    const ordinal = accounts.ordinalOf(realm, accountId);
    if (ordinal < 0) return accountNotFound(accountId, "accountId");
    const refusal =
      refuseAccountRole(accounts, ordinal) ??
      refuseAccountStatus(accounts, ordinal) ??
      refuseCurrencyOfAddress(accounts, ordinal, draft) ??
      refuseTierOfOwner(state, realm, ordinal, principal.environment) ??
      refuseTakenExternalId(financialAddresses, state.financialAddresses.externalIds, realm, {
        externalId,
      }) ??
      refuseMoreAddresses(state, realm, accountId);
    if (refusal !== undefined) return refusal;
    const served = providerFor(state, principal.environment, "address");
    if (served.refused) return served;
    const { ownerType, ownerId } = accounts.document(ordinal);
    const customerId = ownerType === "customer" ? ownerId : undefined;
    const address = newAddress(draft, { provider: served.provider, customerId }, context);
    const request = newRequest(
      {
        kind: "address",
        provider: served.provider,
        subject: { type: "financial_address", id: address.financialAddressId },
        request: askedFor(address, { type: ownerType, id: ownerId }),
      },
      productClockMs(state, context),
      context,
    );
    return accept([financialAddresses.fact("created", address), ofRequests.fact("made", request)]);
  },
  lasting: {
    endOf: (record, names, state) =>
      endingOfRequest(record, state, (request) => openedReply(record, names, request, state)),
    resumedBy: { operation: "provider_request.resume", inputOf: resumeInputOf },
  },
  replyState: openingsOf,
});

/** The country must be one that has details of the type. */
function unservedCountry({
  type,
  country,
}: Pick<FinancialAddressDraft, "type" | "country">): InputIssue[] {
  const served = countriesOf(type);
  const isServed =
    served === undefined ? countryOf(country) !== undefined : served.includes(country);
  if (isServed) return [];
  const message =
    served === undefined
      ? `country ${country} is no code of ISO 3166-1`
      : `country ${country} has no details of the type ${type}; those that have some: ${served.join(", ")}`;
  return [{ code: "enum", message, path: ["country"] }];
}

function newAddress(
  { accountId, type, country, currency, metadata, externalId }: FinancialAddressDraft,
  { provider, customerId }: { provider: string; customerId: string | undefined },
  { realm, nowMs, actor, newId }: DecisionContext,
): FinancialAddressDocument {
  return {
    realm,
    financialAddressId: newId("fa"),
    accountId,
    ...(customerId !== undefined && { customerId }),
    type,
    country,
    currency,
    provider,
    status: "pending",
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    reachedAtMs: { pending: nowMs },
    revision: 1,
    changedBy: actorText(actor),
    ...(metadata !== undefined && { metadata }),
    ...(externalId !== undefined && { externalId }),
  };
}

/** What the provider is asked. Who holds the account stands as an id: nothing personal is in a request. */
function askedFor(
  { financialAddressId, type, country, currency }: FinancialAddressDocument,
  holder: { type: string; id: string },
) {
  return { action: "open", financialAddressId, type, country, currency, holder };
}

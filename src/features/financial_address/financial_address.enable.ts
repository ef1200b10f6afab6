/** financial_address.enable: a financial address that was disabled takes money again. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { providerRequestsOf } from "../provider_request/provider_request_ending.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { refuseAccountStatus } from "./address_account.ts";
import { acceptAsking, askedWork, CHANGE_REFUSALS, refuseLifecycle } from "./address_change.ts";
import {
  type FinancialAddressState,
  financialAddresses,
  financialAddressNotFound,
} from "./financial_address_noun.ts";
import { FinancialAddress } from "./financial_address_schema.ts";

export const financialAddressEnable = declareWrite<FinancialAddressState & ProviderRequestState>()({
  id: "financial_address.enable",
  summary: "Enable a financial address",
  description:
    "Of one that is `disabled`, whose account is open. The provider is asked to take money to its details again; the answer comes when it has accepted or refused. After a `provider_egress_failed` the same request with the same key asks again, and nothing else can be asked of the address meanwhile.",
  http: { method: "POST", path: "/financial-addresses/{financialAddressId}/enable" },
  principals: PRODUCT_CALLERS,
  scope: "financial_addresses:write",
  path: financialAddresses.path,
  output: FinancialAddress,
  refusals: [
    "financial_address_not_found",
    "financial_address_lifecycle_status_forbidden",
    "financial_address_account_status_forbidden",
    ...CHANGE_REFUSALS,
  ],
  // The event is told when the provider has accepted: `financial_address.enabled`.
  events: [],
  decide(state, { financialAddressId }, context) {
    const before = state.financialAddresses.byId(context.realm, financialAddressId);
    if (before === undefined) return financialAddressNotFound(financialAddressId);
    const ordinal = state.accounts.ordinalOf(context.realm, before.accountId);
    const refusal =
      refuseLifecycle(before, ["disabled"]) ?? refuseAccountStatus(state.accounts, ordinal);
    return refusal ?? acceptAsking(state, before, "enable", context);
  },
  lasting: askedWork,
  replyState: providerRequestsOf,
});

/** financial_address.retire: a financial address takes no money any more, for ever. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { providerRequestsOf } from "../provider_request/provider_request_ending.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { acceptAsking, askedWork, CHANGE_REFUSALS, refuseLifecycle } from "./address_change.ts";
import {
  type FinancialAddressState,
  financialAddresses,
  financialAddressNotFound,
} from "./financial_address_noun.ts";
import { FinancialAddress } from "./financial_address_schema.ts";

export const financialAddressRetire = declareWrite<FinancialAddressState & ProviderRequestState>()({
  id: "financial_address.retire",
  summary: "Retire a financial address",
  description:
    "Of one that is `active` or `disabled`, also of a frozen or closed account. The provider is asked to give its details up; the answer comes when it has accepted or refused. No other address ever gets the details. After a `provider_egress_failed` the same request with the same key asks again, and nothing else can be asked of the address meanwhile.",
  http: { method: "POST", path: "/financial-addresses/{financialAddressId}/retire" },
  principals: PRODUCT_CALLERS,
  scope: "financial_addresses:write",
  path: financialAddresses.path,
  output: FinancialAddress,
  refusals: [
    "financial_address_not_found",
    "financial_address_lifecycle_status_forbidden",
    ...CHANGE_REFUSALS,
  ],
  // The event is told when the provider has accepted: `financial_address.retired`.
  events: [],
  decide(state, { financialAddressId }, context) {
    const before = state.financialAddresses.byId(context.realm, financialAddressId);
    if (before === undefined) return financialAddressNotFound(financialAddressId);
    const refusal = refuseLifecycle(before, ["active", "disabled"]);
    return refusal ?? acceptAsking(state, before, "retire", context);
  },
  lasting: askedWork,
  replyState: providerRequestsOf,
});

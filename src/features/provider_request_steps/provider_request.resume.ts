/**
 * provider_request.resume: makes the next attempt of a request due now. The same request of a caller, sent
 * again after an unknown outcome, runs it; no caller may by itself.
 */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { resumedRequest } from "../provider_request/provider_request_changes.ts";
import {
  keyOfRequest,
  providerRequestNotFound,
  refuseRequestStatus,
} from "../provider_request/provider_request_document.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import {
  ProviderRequestPath,
  ProviderRequestStep,
} from "../provider_request/provider_request_schema.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";

export const providerRequestResume = declareWrite<ProviderRequestState & SandboxState>()({
  id: "provider_request.resume",
  summary: "Attempt a request at a provider again",
  http: { method: "POST", path: "/platform/provider-requests/{providerRequestId}/resume" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: ProviderRequestPath,
  output: ProviderRequestStep,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  decide(state, { providerRequestId }, context) {
    const request = state.providerRequests.get(context.realm, keyOfRequest(providerRequestId));
    if (request === undefined) return providerRequestNotFound(providerRequestId);
    const refusal = refuseRequestStatus(request, "unknown");
    if (refusal !== undefined) return refusal;
    const after = resumedRequest(request, productClockMs(state, context));
    const { status, attempts } = after;
    const reply = { providerRequestId, status, attempts };
    return accept([ofRequests.fact("resumed", after)], reply);
  },
});

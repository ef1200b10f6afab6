/**
 * provider_request.simulate: one attempt at the provider of a sandbox. The shard runs it when the attempt is
 * due by the sandbox's clock; no caller may.
 */
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import { NUMBERS_ERASED_OUTCOME } from "../provider_request/erased_numbers.ts";
import { armedFault, type ProviderFault } from "../provider_request/provider_fault.ts";
import {
  type AttemptOutcome,
  afterAttempt,
  attemptContext,
  attemptFacts,
} from "../provider_request/provider_request_changes.ts";
import {
  keyOfRequest,
  type ProviderRequestDocument,
  placeOfRequest,
  providerRequestNotFound,
  refuseRequestStatus,
} from "../provider_request/provider_request_document.ts";
import type { ProviderFaultTaken } from "../provider_request/provider_request_facts.ts";
import {
  ProviderRequestPath,
  ProviderRequestStep,
} from "../provider_request/provider_request_schema.ts";
import { simulatedOutcome } from "../provider_request/simulator.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { ATTEMPT_EVENTS, PROVIDER_SUBJECTS, type SubjectState } from "./provider_subjects.ts";

export const providerRequestSimulate = declareWrite<SubjectState>()({
  id: "provider_request.simulate",
  summary: "Attempt a request at the simulated provider",
  http: { method: "POST", path: "/platform/provider-requests/{providerRequestId}/simulate" },
  principals: ["system"],
  scope: undefined,
  environment: "sandbox",
  inContract: false,
  path: ProviderRequestPath,
  output: ProviderRequestStep,
  refusals: [
    "resource_not_found",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ATTEMPT_EVENTS,
  decide(state, { providerRequestId }, context) {
    const { realm, nowMs } = context;
    const request = state.providerRequests.get(realm, keyOfRequest(providerRequestId));
    if (request === undefined) return providerRequestNotFound(providerRequestId);
    const refusal = refuseRequestStatus(request, "open");
    if (refusal !== undefined) return refusal;
    const clockMs = productClockMs(state, context);
    const { provider, nextAttemptAtMs = 0 } = request;
    if (nextAttemptAtMs > clockMs) return tooEarly(nextAttemptAtMs, clockMs);
    const isErased = PROVIDER_SUBJECTS[request.subject.type].isErased?.(state, request) === true;
    const fault = isErased ? undefined : armedFault(state, realm, provider);
    const outcome = isErased ? NUMBERS_ERASED_OUTCOME : simulatedBy(request, fault);
    const after = afterAttempt(request, outcome, { clockMs, nowMs });
    const taken: ProviderFaultTaken[] =
      fault === undefined ? [] : [{ kind: "provider_fault.taken.1", provider }];
    const facts = attemptFacts(PROVIDER_SUBJECTS, state, after, attemptContext(context, clockMs));
    const { status, attempts } = after;
    return accept([...taken, ...facts], { providerRequestId, status, attempts });
  },
  continues: ({ providerRequestId }) => placeOfRequest(providerRequestId),
});

/** How the simulator meets an attempt: by the fault that is armed, else as the subject says. */
function simulatedBy(
  request: ProviderRequestDocument,
  fault: ProviderFault | undefined,
): AttemptOutcome {
  const subject = PROVIDER_SUBJECTS[request.subject.type];
  const asked = fault === undefined ? subject.simulated?.(request) : undefined;
  return asked ?? simulatedOutcome(request, fault);
}

function tooEarly(dueMs: number, clockMs: number) {
  const at = isoTime(dueMs);
  const now = isoTime(clockMs);
  return refuseConstraint("attempt_due", `the attempt is due at ${at}, after ${now}`, { at, now });
}

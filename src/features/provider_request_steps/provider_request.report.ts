/**
 * provider_request.report: the outbox says how an attempt at a provider of live ended. A report that comes again,
 * or late, changes nothing: the attempt's number tells. No caller can ask for it.
 */
import { type Static, Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { isAskedAbout } from "../../contract/messages/provider_kinds.ts";
import type { ProviderProgress } from "../../contract/messages/provider_protocol.ts";
import {
  type AttemptOutcome,
  afterAttempt,
  attemptContext,
  attemptFacts,
} from "../provider_request/provider_request_changes.ts";
import {
  isOpenRequest,
  keyOfRequest,
  type ProviderRequestDocument,
  placeOfRequest,
  providerRequestNotFound,
} from "../provider_request/provider_request_document.ts";
import { withAnswer } from "../provider_request/provider_request_news.ts";
import {
  withNextQuestion,
  withoutQuestion,
} from "../provider_request/provider_request_questions.ts";
import {
  Progress,
  ProviderRequestPath,
  ProviderRequestStep,
} from "../provider_request/provider_request_schema.ts";
import { ANSWER_EVENTS, PROVIDER_SUBJECTS, type SubjectState } from "./provider_subjects.ts";

const Text = Type.String({ minLength: 1, maxLength: 2_048 });
const Outcome = Type.Union([
  Type.Object(
    {
      result: Type.Literal("accepted"),
      providerReference: Text,
      url: Type.Optional(Text),
      /**
       * Of a bank that speaks files: `file`, it stands in one later; `operator`, who asks the bank for it by hand. Nobody asks such a bank
       * how far it is.
       */
      channel: Type.Optional(Type.Union([Type.Literal("file"), Type.Literal("operator")])),
      /** How far the provider was by its answer; absent where it had only begun. */
      progress: Type.Optional(Progress),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { result: Type.Literal("refused"), providerCode: Text },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      result: Type.Literal("unknown"),
      fault: Text,
      /** Before that the provider wants no other attempt, milliseconds UTC. */
      retryAfterMs: Type.Optional(Type.Integer()),
    },
    { additionalProperties: false },
  ),
]);
const AttemptReport = Type.Object(
  { attempt: Type.Integer({ minimum: 1 }), outcome: Outcome },
  { title: "ProviderAttemptReport", additionalProperties: false },
);
export type ReportedAttempt = Static<typeof AttemptReport>;

export const providerRequestReport = declareWrite<SubjectState>()({
  id: "provider_request.report",
  summary: "Report an attempt at a provider",
  http: { method: "POST", path: "/platform/provider-requests/{providerRequestId}/report" },
  principals: ["system"],
  scope: undefined,
  environment: "live",
  inContract: false,
  path: ProviderRequestPath,
  body: AttemptReport,
  output: ProviderRequestStep,
  refusals: ["resource_not_found", "ledger_unavailable"],
  events: ANSWER_EVENTS,
  decide(state, { providerRequestId, attempt, outcome }, context) {
    const { realm, nowMs } = context;
    const request = state.providerRequests.get(realm, keyOfRequest(providerRequestId));
    if (request === undefined) return providerRequestNotFound(providerRequestId);
    if (!isOpenRequest(request) || attempt !== request.attempts + 1) {
      return accept([], stepOf(request));
    }
    const { after, told } = reportedAttempt(request, outcome, nowMs);
    const attempted = attemptContext(context, nowMs);
    return accept(attemptFacts(PROVIDER_SUBJECTS, state, after, attempted, told), stepOf(after));
  },
  continues: ({ providerRequestId }) => placeOfRequest(providerRequestId),
});

/** The request after the attempt, and what its provider has told of it by now, where it has accepted it. */
function reportedAttempt(
  request: ProviderRequestDocument,
  outcome: ReportedAttempt["outcome"],
  nowMs: number,
): { after: ProviderRequestDocument; told?: ProviderProgress } {
  const after = afterAttempt(request, outcomeOf(outcome), { clockMs: nowMs, nowMs });
  switch (outcome.result) {
    case "accepted": {
      const { progress = { status: "processing" }, channel } = outcome;
      const filed = channel === "file" ? { ...after, file: "waiting" } : after;
      const answered = withAnswer(filed, progress as ProviderProgress);
      const { inForce: told } = answered;
      const isOpen = told === undefined || isAskedAbout(after.kind, told.status);
      if (channel !== undefined || !isOpen) {
        return { after: withoutQuestion(answered.request), ...(told && { told }) };
      }
      return { after: withNextQuestion(answered.request, nowMs), ...(told && { told }) };
    }
    case "refused":
      return { after: withAnswer(after, undefined).request };
    case "unknown": {
      const { nextAttemptAtMs = 0 } = after;
      // A provider can put the next attempt off, and never bring it forward.
      const putOffMs = Math.max(nextAttemptAtMs, outcome.retryAfterMs ?? 0);
      return { after: { ...after, nextAttemptAtMs: putOffMs } };
    }
  }
}

function outcomeOf(outcome: ReportedAttempt["outcome"]): AttemptOutcome {
  switch (outcome.result) {
    case "accepted": {
      const { providerReference, url } = outcome;
      return { kind: "accepted", answer: { providerReference, ...(url !== undefined && { url }) } };
    }
    case "refused":
      return { kind: "refused", providerCode: outcome.providerCode };
    case "unknown":
      return { kind: "unknown", fault: outcome.fault };
  }
}

function stepOf({ providerRequestId, status, attempts }: ProviderRequestDocument) {
  return { providerRequestId, status, attempts };
}

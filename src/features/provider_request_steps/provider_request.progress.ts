/**
 * provider_request.progress: the outbox says what a provider of live told of a request that it had accepted, or
 * that it could not be asked. A report of a question that is recorded changes nothing. No caller can ask for it.
 */
import { type Static, Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { ProviderProgress } from "../../contract/messages/provider_protocol.ts";
import { attemptContext } from "../provider_request/provider_request_changes.ts";
import {
  keyOfRequest,
  type ProviderRequestDocument,
  providerRequestNotFound,
} from "../provider_request/provider_request_document.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import { judgedProgress } from "../provider_request/provider_request_news.ts";
import {
  withNextQuestion,
  withoutQuestion,
} from "../provider_request/provider_request_questions.ts";
import {
  Progress,
  ProviderRequestPath,
  ProviderRequestStep,
} from "../provider_request/provider_request_schema.ts";
import { PROGRESS_EVENTS, PROVIDER_SUBJECTS, type SubjectState } from "./provider_subjects.ts";

const ProgressReport = Type.Object(
  {
    /** The number of the question, from 1. */
    question: Type.Integer({ minimum: 1 }),
    /** Absent: the provider gave no answer, or none that says more. */
    progress: Type.Optional(Progress),
  },
  { title: "ProviderProgressReport", additionalProperties: false },
);
export type ReportedProgress = Static<typeof ProgressReport>;

export const providerRequestProgress = declareWrite<SubjectState>()({
  id: "provider_request.progress",
  summary: "Report how far a provider is",
  http: { method: "POST", path: "/platform/provider-requests/{providerRequestId}/progress" },
  principals: ["system"],
  scope: undefined,
  environment: "live",
  inContract: false,
  path: ProviderRequestPath,
  body: ProgressReport,
  output: ProviderRequestStep,
  refusals: ["resource_not_found", "ledger_unavailable"],
  events: PROGRESS_EVENTS,
  decide(state, { providerRequestId, question, progress }, context) {
    const { realm, nowMs } = context;
    const request = state.providerRequests.get(realm, keyOfRequest(providerRequestId));
    if (request === undefined) return providerRequestNotFound(providerRequestId);
    const { status, attempts, questions = 0, nextAttemptAtMs } = request;
    const reply = { providerRequestId, status, attempts };
    const isNext = status === "accepted" && nextAttemptAtMs !== undefined;
    if (!isNext || question !== questions + 1) return accept([], reply);
    const asked: ProviderRequestDocument = { ...request, questions: question };
    // Also where nothing was told: of a subject that is over nothing is asked any more.
    const told = (progress ?? { status: "processing" }) as ProviderProgress;
    const judge = PROVIDER_SUBJECTS[request.subject.type].progressed;
    const judging = attemptContext(context, nowMs);
    const judged = judgedProgress(judge, state, asked, told, judging);
    const heard = progress === undefined ? asked : judged.request;
    const after = judged.isOver ? withoutQuestion(heard) : withNextQuestion(heard, nowMs);
    return accept([ofRequests.fact("asked", after), ...judged.facts], reply);
  },
});

/**
 * provider_request.news: the outbox hands over what a provider of live tells by itself about an effect. News
 * that was taken before changes nothing and leaves no record; nor does money that comes a second time, of which the outbox makes a credit. No
 * caller can ask for it.
 */
import { type Static, Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { NEWS_VERDICTS, type NewsVerdict } from "../../contract/messages/provider_news.ts";
import {
  PROVIDER_REFERENCE_CHARACTERS_MAX,
  type ProviderProgress,
} from "../../contract/messages/provider_protocol.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import { attemptContext } from "../provider_request/provider_request_changes.ts";
import {
  isOpenRequest,
  keyOfRequest,
  type News,
  type ProviderRequestDocument,
  providerRequestNotFound,
} from "../provider_request/provider_request_document.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import {
  EARLY_NEWS_MAX,
  isKnownNews,
  isSecondSum,
  judgedProgress,
  withEarlyNews,
  withKnownNews,
} from "../provider_request/provider_request_news.ts";
import { withoutQuestion } from "../provider_request/provider_request_questions.ts";
import {
  Progress,
  ProviderRequestPath,
  ProviderRequestStep,
} from "../provider_request/provider_request_schema.ts";
import { NEWS_EVENTS, PROVIDER_SUBJECTS, type SubjectState } from "./provider_subjects.ts";

const NewsReport = Type.Object(
  {
    newsId: Type.String({ minLength: 1, maxLength: PROVIDER_REFERENCE_CHARACTERS_MAX }),
    progress: Type.Composite([Progress, Type.Object({ occurredAtMs: Type.Integer() })], {
      additionalProperties: false,
    }),
    arrivedBy: Type.Optional(
      Type.String({ minLength: 1, maxLength: PROVIDER_REFERENCE_CHARACTERS_MAX }),
    ),
  },
  { title: "ProviderNewsReport", additionalProperties: false },
);
export type ReportedNews = Static<typeof NewsReport>;

const NewsStep = Type.Composite(
  [
    ProviderRequestStep,
    Type.Object({ verdict: Type.Union(NEWS_VERDICTS.map((verdict) => Type.Literal(verdict))) }),
  ],
  { title: "ProviderNewsStep", additionalProperties: false },
);

export const providerRequestNews = declareWrite<SubjectState>()({
  id: "provider_request.news",
  summary: "Take what a provider tells by itself",
  http: { method: "POST", path: "/platform/provider-requests/{providerRequestId}/news" },
  principals: ["system"],
  scope: undefined,
  environment: "live",
  inContract: false,
  path: ProviderRequestPath,
  body: NewsReport,
  output: NewsStep,
  refusals: ["resource_not_found", "state_constraint_failed", "ledger_unavailable"],
  events: NEWS_EVENTS,
  decide(state, { providerRequestId, newsId, progress, arrivedBy }, context) {
    const { realm, nowMs } = context;
    const before = state.providerRequests.get(realm, keyOfRequest(providerRequestId));
    if (before === undefined) return providerRequestNotFound(providerRequestId);
    if (isSecondSum(before, arrivedBy)) return accept([], stepOf(before, "second"));
    if (isKnownNews(before, newsId)) return accept([], stepOf(before, "twice"));
    const request = withKnownNews(before, newsId, arrivedBy);
    const told = progress as News["progress"];
    if (isOpenRequest(request)) {
      const kept = withEarlyNews(request, { newsId, progress: told });
      if (kept === undefined) return tooEarly(providerRequestId);
      return accept([ofRequests.fact("told", kept)], stepOf(kept, "early"));
    }
    if (request.status !== "accepted") {
      const verdict = request.status === "refused" ? "contradictory" : "late";
      return accept([ofRequests.fact("told", request)], stepOf(request, verdict));
    }
    const judge = PROVIDER_SUBJECTS[request.subject.type].progressed;
    const judging = attemptContext(context, nowMs);
    const judged = judgedProgress(judge, state, request, told as ProviderProgress, judging);
    const after = judged.isOver ? withoutQuestion(judged.request) : judged.request;
    const facts = [ofRequests.fact("told", after), ...judged.facts];
    return accept(facts, stepOf(after, judged.verdict));
  },
});

function stepOf(
  { providerRequestId, status, attempts }: ProviderRequestDocument,
  verdict: NewsVerdict,
) {
  return { providerRequestId, status, attempts, verdict };
}

function tooEarly(providerRequestId: string) {
  const message = `provider request ${providerRequestId} keeps ${EARLY_NEWS_MAX} pieces of news until its answer is known`;
  return refuseConstraint("answer_known", message);
}

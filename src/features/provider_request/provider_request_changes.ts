/**
 * The life of a request to a provider, whoever carries it: how it is made, what an attempt does to it, and
 * how it is given up. `provider_request` knows no subject: what an attempt means is its subject's own rule.
 */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { ProviderProgress } from "../../contract/messages/provider_protocol.ts";
import type { Fact } from "../../contract/records/record.ts";
import {
  isOpenRequest,
  PROVIDER_REQUEST_PREFIX,
  type ProviderAnswer,
  type ProviderRequestDocument,
  type ProviderSubjectType,
  withoutEarlyNews,
} from "./provider_request_document.ts";
import { ofRequests } from "./provider_request_facts.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * How long after the first, second, … attempt without an answer the next is due; the last stands for all
 * later ones. Chosen: a short outage is over within minutes, and a long one costs four attempts a day.
 */
export const BACK_OFFS_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);
const LAST_BACK_OFF_MS = 6 * HOUR_MS;

/** How an attempt came out. */
export type AttemptOutcome =
  | { kind: "accepted"; answer: ProviderAnswer }
  | { kind: "refused"; providerCode: string }
  | { kind: "unknown"; fault: string };

/** What an attempt, news and answers are judged by. `clockMs`: where the Product's clock stands. */
export type AttemptContext = Pick<
  DecisionContext,
  "realm" | "nowMs" | "actor" | "place" | "principal" | "newId"
> & { clockMs: number };

export function attemptContext(context: DecisionContext, clockMs: number): AttemptContext {
  const { realm, nowMs, actor, place, principal } = context;
  const newId = (prefix: string, sub?: number) => context.newId(prefix, sub);
  return { realm, nowMs, actor, place, principal, newId, clockMs };
}

/** What a kind of subject does with what comes of its requests. */
export type ProviderSubject<S> = {
  /**
   * The facts about the subject after an attempt, in its record. `request`: as it is after the attempt. `told`: how
   * far a provider that has accepted says that it is; absent where it only has begun.
   */
  attempted(
    state: S,
    request: ProviderRequestDocument,
    context: AttemptContext,
    told?: ProviderProgress,
  ): readonly Fact[];
  /** Whether what the request needs was erased, so that nobody can send it any more; absent: never. */
  isErased?(state: S, request: ProviderRequestDocument): boolean;
  /** How the simulator of a sandbox answers an attempt; undefined, or absent: it accepts. */
  simulated?(request: ProviderRequestDocument): AttemptOutcome | undefined;
  /** What the subject makes of how far its provider says that it is. */
  progressed: ProgressOfSubject<S>;
  /** The types of the events of the facts: those of an attempt, those of what the provider tells, and those of what it tells by itself alone. */
  events: { attempted: readonly string[]; progressed: readonly string[]; told?: readonly string[] };
};
/** What a kind of subject does with how far its provider is with it. */
export type ProgressOfSubject<S> = (
  state: S,
  request: ProviderRequestDocument,
  progress: ProviderProgress,
  context: AttemptContext,
) => {
  facts: readonly Fact[];
  verdict: "applied" | "same" | "contradictory" | "late";
  /** Nothing that the provider says can change the subject any more. */
  isOver: boolean;
};

export type ProviderSubjects<S> = Readonly<Record<ProviderSubjectType, ProviderSubject<S>>>;

/** A new request, whose first attempt is due at once. `clockMs`: where the Product's clock stands. */
export function newRequest(
  asked: Pick<ProviderRequestDocument, "kind" | "provider" | "subject" | "request">,
  clockMs: number,
  { realm, nowMs, newId }: Pick<DecisionContext, "realm" | "nowMs" | "newId">,
): ProviderRequestDocument {
  return {
    realm,
    providerRequestId: newId(PROVIDER_REQUEST_PREFIX),
    ...asked,
    status: "waiting",
    attempts: 0,
    nextAttemptAtMs: clockMs,
    createdAtMs: nowMs,
  };
}

/** An open request after one attempt more. */
export function afterAttempt(
  { nextAttemptAtMs: _due, lastFault: _fault, ...before }: ProviderRequestDocument,
  outcome: AttemptOutcome,
  { clockMs, nowMs }: { clockMs: number; nowMs: number },
): ProviderRequestDocument {
  const attempts = before.attempts + 1;
  switch (outcome.kind) {
    case "accepted":
      return {
        ...before,
        status: "accepted",
        attempts,
        answer: outcome.answer,
        answeredAtMs: nowMs,
      };
    case "refused": {
      const answer = { providerCode: outcome.providerCode };
      return { ...before, status: "refused", attempts, answer, answeredAtMs: nowMs };
    }
    case "unknown": {
      const backOffMs = BACK_OFFS_MS[attempts - 1] ?? LAST_BACK_OFF_MS;
      const nextAttemptAtMs = clockMs + backOffMs;
      return { ...before, status: "unknown", attempts, nextAttemptAtMs, lastFault: outcome.fault };
    }
  }
}

/** The facts of an attempt: those of the request, and those that its subject makes of it. */
export function attemptFacts<S>(
  subjects: ProviderSubjects<S>,
  state: S,
  after: ProviderRequestDocument,
  context: AttemptContext,
  told?: ProviderProgress,
): readonly Fact[] {
  const event = isOpenRequest(after) ? "attempted" : "answered";
  const subject = subjects[after.subject.type];
  return [ofRequests.fact(event, after), ...subject.attempted(state, after, context, told)];
}

/** An open request whose next attempt is due now. */
export function resumedRequest(
  before: ProviderRequestDocument,
  clockMs: number,
): ProviderRequestDocument {
  return { ...before, status: "waiting", nextAttemptAtMs: clockMs };
}

/** The fact by which a request is given up, because its subject is over; none where it had an answer. */
export function abandonFacts(
  request: ProviderRequestDocument | undefined,
  { nowMs }: Pick<DecisionContext, "nowMs">,
): readonly Fact[] {
  if (request === undefined || !isOpenRequest(request)) return [];
  const { nextAttemptAtMs: _due, ...before } = withoutEarlyNews(request);
  const after = { ...before, status: "abandoned" as const, abandonedAtMs: nowMs };
  return [ofRequests.fact("abandoned", after)];
}

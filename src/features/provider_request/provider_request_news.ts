/**
 * What a request makes of what its provider of live tells: by itself, in an answer, or to a question. The
 * first final status holds, whichever of the three told it; what happened before what is known changes nothing.
 * The table of all cases is in outbox/PROVIDER.md.
 */
import {
  canFollow,
  isAskedAbout,
  isFinalStatus,
  type ProviderStatus,
} from "../../contract/messages/provider_kinds.ts";
import type { NewsVerdict } from "../../contract/messages/provider_news.ts";
import type { ProviderProgress } from "../../contract/messages/provider_protocol.ts";
import type { AttemptContext, ProgressOfSubject } from "./provider_request_changes.ts";
import {
  type News,
  type ProviderRequestDocument,
  type ToldNews,
  withoutEarlyNews,
} from "./provider_request_document.ts";

/** Ids of news that a request remembers; of news that comes again later than that, the status decides. */
export const KNOWN_NEWS_MAX = 32;
/** News that a request keeps until the answer to its effect is known. */
export const EARLY_NEWS_MAX = 4;

const NOTHING_TOLD: ToldNews = { newsIds: [] };

/** Whether the news was taken before. */
export function isKnownNews({ told }: ProviderRequestDocument, newsId: string): boolean {
  return told?.newsIds.includes(newsId) === true;
}

/** The request that knows the news; the oldest id is forgotten where there are too many. `arrivedBy`: the entry by which money has come. */
export function withKnownNews(
  request: ProviderRequestDocument,
  newsId: string,
  arrivedBy?: string,
): ProviderRequestDocument {
  const { told = NOTHING_TOLD } = request;
  const newsIds = [...told.newsIds, newsId].slice(-KNOWN_NEWS_MAX);
  return { ...request, told: { ...told, newsIds, ...(arrivedBy !== undefined && { arrivedBy }) } };
}

/**
 * Whether money has come by another entry before: a statement has each movement once, and gives it a name of its own, so this is a second sum.
 */
export function isSecondSum({ told }: ProviderRequestDocument, arrivedBy?: string): boolean {
  return arrivedBy !== undefined && told?.arrivedBy !== undefined && told.arrivedBy !== arrivedBy;
}

/** An open request that keeps the news until its answer; undefined where it keeps as many as it may. */
export function withEarlyNews(
  request: ProviderRequestDocument,
  news: News,
): ProviderRequestDocument | undefined {
  const { told = NOTHING_TOLD } = request;
  const { early = [] } = told;
  if (early.length >= EARLY_NEWS_MAX) return undefined;
  return { ...request, told: { ...told, early: [...early, news] } };
}

/**
 * An answered request without the news that it kept, and what its provider has told of it by now. `answered`: how
 * far the provider was by its answer; undefined where the answer is a refusal, which makes the news void.
 */
export function withAnswer(
  request: ProviderRequestDocument,
  answered: ProviderProgress | undefined,
): { request: ProviderRequestDocument; inForce: ProviderProgress | undefined } {
  const { told = NOTHING_TOLD, kind } = request;
  const { early = [] } = told;
  const without = withoutEarlyNews(request);
  if (answered === undefined) return { request: without, inForce: undefined };
  const happened = early
    .map(({ progress }) => progress)
    .sort((one, other) => one.occurredAtMs - other.occurredAtMs);
  const all: ProviderProgress[] = [...happened, answered];
  const { inForce, against } = inOrder(kind, all);
  const isFinal = isFinalStatus(kind, inForce.status);
  const dated = (isFinal ? [inForce] : all).reduce(withNewest, without);
  return {
    request: against === undefined ? dated : withContradiction(dated, against),
    inForce,
  };
}

/**
 * Which of several statuses that were told of one request holds: the last one that could follow the one before it.
 * `against`: the last that can be neither before nor after what held when it was told.
 */
function inOrder(
  kind: ProviderRequestDocument["kind"],
  all: readonly ProviderProgress[],
): { inForce: ProviderProgress; against?: ProviderStatus } {
  let inForce: ProviderProgress = { status: "processing" };
  let against: ProviderStatus | undefined;
  for (const next of all) {
    const { status } = next;
    // That an accepted request is under way says nothing more than that it was accepted.
    if (status === inForce.status || status === "processing") continue;
    if (canFollow(kind, inForce.status, status)) inForce = next;
    else if (!canFollow(kind, status, inForce.status)) against = status;
  }
  return { inForce, ...(against !== undefined && { against }) };
}

/**
 * What the subject of an accepted request makes of what was told, and the request after it. `isOver`: nothing that
 * the provider says can change the subject any more.
 */
export function judgedProgress<S>(
  judge: ProgressOfSubject<S>,
  state: S,
  request: ProviderRequestDocument,
  progress: ProviderProgress,
  context: AttemptContext,
): Omit<ReturnType<ProgressOfSubject<S>>, "verdict"> & {
  verdict: NewsVerdict;
  request: ProviderRequestDocument;
} {
  const judged = judge(state, request, progress, context);
  const { verdict } = judged;
  if (verdict !== "same" && verdict !== "late" && isOutOfOrder(request, progress)) {
    // What is not applied has ended nothing.
    const isOver = verdict !== "applied" && judged.isOver;
    return { facts: [], isOver, verdict: "out_of_order", request };
  }
  if (verdict === "applied") return { ...judged, request: withNewest(request, progress) };
  if (verdict !== "contradictory") return { ...judged, request };
  return { ...judged, request: withContradiction(request, progress.status) };
}

/**
 * Whether something newer was applied. What ends the questions about a request, as a final status does, is never too old: the clock of a
 * provider may run backwards, and what it has carried out is carried out.
 */
function isOutOfOrder(
  { kind, told }: ProviderRequestDocument,
  { status, occurredAtMs }: ProviderProgress,
): boolean {
  const newestAtMs = told?.newestAtMs;
  if (occurredAtMs === undefined || newestAtMs === undefined) return false;
  return isAskedAbout(kind, status) && occurredAtMs < newestAtMs;
}

function withNewest(
  request: ProviderRequestDocument,
  { status, occurredAtMs }: ProviderProgress,
): ProviderRequestDocument {
  if (occurredAtMs === undefined) return request;
  const { told = NOTHING_TOLD, kind } = request;
  const { newestAtMs: beforeAtMs = occurredAtMs } = told;
  const newestAtMs = Math.max(beforeAtMs, occurredAtMs);
  const isBack = status === "returned" && kind !== "credit_return";
  const isLater = isBack && beforeAtMs < newestAtMs;
  return { ...request, told: { ...told, newestAtMs, ...(isLater && { beforeAtMs }) } };
}

function withContradiction(
  request: ProviderRequestDocument,
  contradiction: ProviderStatus,
): ProviderRequestDocument {
  const { told = NOTHING_TOLD } = request;
  return { ...request, told: { ...told, contradiction } };
}

/**
 * A request to a provider outside of the platform, as a shard stores it. It is a durable intent: whoever
 * needs a provider makes it in the record of the own decision, and what comes of it is told to its subject.
 */
import { decodeIdSuffix, type Place, suffixOf } from "../../base/id.ts";
import type { ProviderStatus, RequestKind } from "../../contract/messages/provider_kinds.ts";
import type { ProviderProgress } from "../../contract/messages/provider_protocol.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";

export const PROVIDER_REQUEST_PREFIX = "preq";

export const PROVIDER_REQUEST_STATUSES = [
  "waiting",
  "unknown",
  "accepted",
  "refused",
  "abandoned",
] as const;
export type ProviderRequestStatus = (typeof PROVIDER_REQUEST_STATUSES)[number];

/** What the provider is asked for: the thing that learns what comes of the request. */
export type ProviderSubjectType =
  | "verification"
  | "financial_address"
  | "payout"
  | "received_credit"
  | "collection"
  | "beneficiary";

export type ProviderAnswer = { providerReference?: string; providerCode?: string; url?: string };

/** One piece of news: how far the provider says that it is, and since when by its own clock. */
export type News = { newsId: string; progress: ProviderProgress & { occurredAtMs: number } };

export type ToldNews = {
  /** The newest ids of news that were taken, the oldest first; at most `KNOWN_NEWS_MAX`. */
  newsIds: readonly string[];
  /** When the newest happened that was applied, by the provider's clock, milliseconds UTC. */
  newestAtMs?: number;
  /** Of a payout or a collection that came back: when the newest had happened before that. */
  beforeAtMs?: number;
  /** What came before the answer to the effect, in the order in which it came; at most `EARLY_NEWS_MAX`. */
  early?: readonly News[];
  /** The bank's own name of the first entry of a statement by which money has come. */
  arrivedBy?: string;
  /** The newest status that was told against a final one. */
  contradiction?: ProviderStatus;
};

export type ProviderRequestDocument = {
  realm: number;
  /**
   * Its suffix is that of the record that made it, with a number of its own among those of the record. The provider sees the id as
   * idempotency key.
   */
  providerRequestId: string;
  kind: RequestKind;
  provider: string;
  subject: { type: ProviderSubjectType; id: string };
  /** What is asked, as JSON, without anything personal in clear. */
  request: Readonly<Record<string, unknown>>;
  /**
   * `waiting`: an attempt is due now or under way. `unknown`: the last attempt had no answer. The others are
   * final: an answer came, or the subject was over before one came.
   */
  status: ProviderRequestStatus;
  attempts: number;
  /**
   * When the next attempt is due, by the Product's clock; of a request that a provider of live has accepted, when
   * it is asked how far it is. Absent once nothing is asked any more.
   */
  nextAttemptAtMs?: number;
  /**
   * Of a request that a bank takes by files: `waiting` for one, the id of the message that it stands in, or `none`, where it was over before it
   * stood in one. Absent of all others.
   */
  file?: "waiting" | "none" | string;
  /** How often the provider was asked how far an accepted request is. */
  questions?: number;
  answer?: ProviderAnswer;
  /** Why the last attempt had no answer. */
  lastFault?: string;
  /** What the provider has told by itself; absent where it has told nothing. */
  told?: ToldNews;
  /** Real times, milliseconds UTC. */
  createdAtMs: number;
  answeredAtMs?: number;
  abandonedAtMs?: number;
};

/** Whether an answer may still come. */
export function isOpenRequest({ status }: Pick<ProviderRequestDocument, "status">): boolean {
  return status === "waiting" || status === "unknown";
}

/** The request without the news that it kept until its answer. */
export function withoutEarlyNews(request: ProviderRequestDocument): ProviderRequestDocument {
  if (request.told === undefined) return request;
  const { early: _void, ...told } = request.told;
  return { ...request, told };
}

/** The 26 characters that are the key of a request in its table. */
export function keyOfRequest(providerRequestId: string): string {
  return providerRequestId.slice(PROVIDER_REQUEST_PREFIX.length + 1);
}

/** The place of the record that made a request; undefined for a malformed id. */
export function placeOfRequest(providerRequestId: string): Place | undefined {
  const suffix = suffixOf(PROVIDER_REQUEST_PREFIX, providerRequestId);
  return suffix === undefined ? undefined : decodeIdSuffix(suffix)?.place;
}

export function providerRequestNotFound(providerRequestId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuchHere(PROVIDER_REQUEST_PREFIX, providerRequestId), {
    resourceType: "provider_request",
    providerRequestId,
  });
}

/** `state_conflict` where no answer can come any more, or the request is not in the `expected` status. */
export function refuseRequestStatus(
  { providerRequestId, status }: ProviderRequestDocument,
  expected: "open" | "unknown",
): Refusal<"state_conflict"> | undefined {
  if (expected === "open" ? isOpenRequest({ status }) : status === expected) return undefined;
  const message = `provider request ${providerRequestId} is ${status}, not ${expected}`;
  return refuse("state_conflict", message, { providerRequestId, status, expected, actual: status });
}

/**
 * One attempt to have a provider do something, over the guarded client, by version 1 of the protocol in
 * PROVIDER.md; and the two questions: what became of an effect, and what stands in the provider's book.
 * Guarantees:
 * - An outcome is `accepted` or `refused` only where the provider said so, of this effect, in the form that
 *   the protocol has; or `refused` where whoever sends withholds the effect, and the provider has never seen it. Everything else is `unknown`, with the fault.
 * - An attempt that asks first sends only what the provider has never seen. Where a connection that was
 *   kept ends under the effect, the provider is asked before the effect goes out again.
 * - The document files of an effect go out before it, one at a time; it goes out when all were taken.
 * - No method throws, and nothing is logged.
 * Does not keep a schedule, or know what the effects are for.
 */
import { invariant } from "../base/invariant.ts";
import { type CreditPage, readCreditPage } from "../contract/messages/provider_credit.ts";
import type { RequestKind } from "../contract/messages/provider_kinds.ts";
import {
  faultOfAnswer,
  PROVIDER_BODY_BYTES_MAX,
  PROVIDER_PAGE_BYTES_MAX,
  type ProviderAnswer,
  type ProviderAttempt,
  type ProviderEffect,
  type ProviderFault,
  type ProviderPage,
  providerFileKey,
  REFUSING_STATUSES,
  readProviderAnswer,
  readProviderPage,
} from "../contract/messages/provider_protocol.ts";
import { signedHeaders } from "../contract/messages/webhook_signature.ts";
import type { WebhookUrlRules } from "../contract/values/webhook_url.ts";
import {
  type GuardedAnswer,
  GuardedClient,
  type GuardedClientOptions,
  type GuardedRequest,
} from "./guarded_client.ts";
import { retryMomentOf } from "./retry_after.ts";

const USER_AGENT = "money-movement-platform-providers/1";
const NO_BODY = Buffer.alloc(0);
const NEVER_SEEN = 404;
/** The answer of a provider that has no book of credits. */
const NO_BOOK = 404;
const EFFECTS_PATH = "/v1/effects";
const CREDITS_PATH = "/v1/credits";

/** The provider to send to. */
export type ProviderTarget = {
  /** The address from the configuration; the paths of the protocol begin with `/v1/effects` after it. */
  baseUrl: string;
  /** `whsec_…`, the newest first; at least one. */
  secrets: readonly string[];
};

/** A document file of an effect. */
export type ProviderFile = {
  documentId: string;
  /** The `content-type` of its request. */
  mediaType: string;
  /** Its bytes; undefined where they cannot be had. Is called when its request is made. Does not throw. */
  open(): Uint8Array | undefined;
};

export type ProviderSending = ProviderTarget & {
  effect: ProviderEffect;
  /** The document files that the effect lists; absent where it lists none. */
  files?: readonly ProviderFile[];
  /** The effect may have gone out before: by an earlier attempt, or before a start. */
  asksFirst: boolean;
  /**
   * Present where the effect cannot be sent any more: the code by which it is refused here, unless the provider has it. Nothing of it goes
   * out; a provider that may have it is asked.
   */
  withheld?: string;
  /** Ends the attempt with `aborted`. */
  signal?: AbortSignal;
};

type Unknown = { result: "unknown"; fault: ProviderFault; retryAfterMs?: number };
/** What one request learned from the provider. */
type HeardAnswer = (ProviderAnswer | Unknown) & Requested;
type NeverSeen = { result: "never_seen" } & Requested;
type Requested = { atMs: number; durationMs: number; httpStatus?: number; isStale: boolean };
/** What came of files and their effect: the requests before the last one, and whether the effect went out. */
type Delivery = { before: readonly Requested[]; last: HeardAnswer; wasSent: boolean };

/** A client of the provider protocol. */
export class ProviderExchange {
  readonly #client: GuardedClient;
  readonly #rules: WebhookUrlRules;
  readonly #now: () => number;

  constructor(options: GuardedClientOptions = {}) {
    this.#client = new GuardedClient(options);
    this.#rules = { allowsLoopback: options.allowsLoopback ?? false };
    this.#now = options.now ?? Date.now;
  }

  /** Makes one attempt: the files and the effect, or a question and then those. Never rejects. */
  async attempt(sending: ProviderSending): Promise<ProviderAttempt> {
    const { effect, files = [], asksFirst, withheld, signal } = sending;
    if (withheld !== undefined) return this.#withheld(sending, withheld);
    const first = asksFirst ? undefined : await this.#deliver(sending, files);
    if (first !== undefined && !first.last.isStale) return attemptOf(first);
    const before = first === undefined ? [] : [...first.before, first.last];
    const asked = await this.#ask(sending, effect, signal);
    if (asked.result !== "never_seen") {
      return attemptOf({ before, last: asked, wasSent: first !== undefined });
    }
    // Where the effect went out a moment ago, its files were taken.
    const second = await this.#deliver(sending, first === undefined ? files : []);
    return attemptOf({ ...second, before: [...before, asked, ...second.before] });
  }

  /** An effect that is not sent: what the provider has of it, or a refusal of our own. */
  async #withheld(
    { effect, asksFirst, signal, ...target }: ProviderSending,
    providerCode: string,
  ): Promise<ProviderAttempt> {
    const message = "it cannot be sent any more";
    const refused = { result: "refused", providerCode, message } as const;
    if (!asksFirst) return { ...refused, atMs: this.#now(), durationMs: 0, wasSent: false };
    const asked = await this.#ask(target, effect, signal);
    const last = asked.result === "never_seen" ? { ...asked, ...refused } : asked;
    return attemptOf({ before: [], last, wasSent: false });
  }

  /** Asks what became of an effect, and sends nothing; undefined where the provider has never seen it. */
  async ask(
    target: ProviderTarget,
    effect: Pick<ProviderEffect, "effectId" | "kind">,
    signal?: AbortSignal,
  ): Promise<ProviderAttempt | undefined> {
    const asked = await this.#ask(target, effect, signal);
    if (asked.result === "never_seen") return undefined;
    return attemptOf({ before: [], last: asked, wasSent: false });
  }

  /**
   * A page of the book of a provider that serves these kinds of requests, after a cursor or from its beginning; or why
   * there is none.
   */
  async page(
    target: ProviderTarget,
    kinds: readonly RequestKind[],
    after?: string,
  ): Promise<ProviderPage | { fault: ProviderFault }> {
    const query = after === undefined ? "" : `?after=${encodeURIComponent(after)}`;
    const request = {
      ...this.#request(target, { path: query, signedAs: `after_${after ?? ""}` }),
      keptBytesMax: PROVIDER_PAGE_BYTES_MAX,
    };
    const answer = await this.#client.request(request);
    const fault = faultOf(answer, (status) => status === 200);
    if (fault !== undefined) return { fault };
    const body = bodyOf(answer, PROVIDER_PAGE_BYTES_MAX);
    const page = body && readProviderPage(body, kinds, this.#rules);
    return page ?? { fault: "invalid_answer" };
  }

  /** A page of a bank's book of credits; undefined where the bank has none. */
  async creditPage(
    target: ProviderTarget,
    after?: string,
  ): Promise<CreditPage | { fault: ProviderFault } | undefined> {
    const query = after === undefined ? "" : `?after=${encodeURIComponent(after)}`;
    const signedAs = `credits_after_${after ?? ""}`;
    const request = {
      ...this.#request(target, { path: query, signedAs, root: CREDITS_PATH }),
      keptBytesMax: PROVIDER_PAGE_BYTES_MAX,
    };
    const answer = await this.#client.request(request);
    const fault = faultOf(answer, (status) => status === 200 || status === NO_BOOK);
    if (fault !== undefined) return { fault };
    const body = bodyOf(answer, PROVIDER_PAGE_BYTES_MAX);
    if (answer.httpStatus === NO_BOOK) return undefined;
    const page = body && readCreditPage(body);
    return page ?? { fault: "invalid_answer" };
  }

  /** Ends what is under way with `aborted`, and closes all connections. */
  async close(): Promise<void> {
    await this.#client.close();
  }

  /** The files in turn, and the effect where all of them were taken. */
  async #deliver(sending: ProviderSending, files: readonly ProviderFile[]): Promise<Delivery> {
    const before: Requested[] = [];
    for (const file of files) {
      const told = await this.#give(sending, file);
      if ("fault" in told) return { before, last: told, wasSent: false };
      before.push(told);
    }
    return { before, last: await this.#send(sending), wasSent: true };
  }

  /** Has the provider take a file, which it may get twice; `fault` where it has not taken it. */
  async #give(
    { effect: { effectId }, secrets, baseUrl, signal }: ProviderSending,
    { documentId, mediaType, open }: ProviderFile,
  ): Promise<Requested | (Requested & Unknown)> {
    const body = open();
    if (body === undefined) {
      const none = { atMs: this.#now(), durationMs: 0, isStale: false };
      return { ...none, result: "unknown", fault: "document_unreadable" };
    }
    const key = providerFileKey(effectId, documentId);
    const answer = await this.#client.request({
      method: "PUT",
      url: urlOf(baseUrl, `/${effectId}/documents/${documentId}`),
      headersOf: (atMs) => [
        ...["content-type", mediaType],
        ...["user-agent", USER_AGENT],
        ...["idempotency-key", key],
        ...signedHeaders({ webhookId: key, atMs, body }, secrets),
      ],
      body,
      keptBytesMax: 0,
      mayComeTwice: true,
      signal,
    });
    const requested = { ...requestedOf(answer), isStale: false };
    const fault = faultOf(answer, (status) => status >= 200 && status < 300);
    if (fault === undefined) return requested;
    return { ...requested, ...this.#unknown(fileFaultOf(fault), answer) };
  }

  /** Sends the effect once: a request that the provider may have taken is never repeated over a second connection. */
  async #send(sending: ProviderSending): Promise<HeardAnswer> {
    const { effect, secrets, baseUrl, signal } = sending;
    const body = Buffer.from(JSON.stringify(effect));
    const answer = await this.#client.request({
      method: "POST",
      url: urlOf(baseUrl, ""),
      headersOf: (atMs) => [
        ...["content-type", "application/json"],
        ...["accept", "application/json"],
        ...["user-agent", USER_AGENT],
        ...["idempotency-key", effect.effectId],
        ...signedHeaders({ webhookId: effect.effectId, atMs, body }, secrets),
      ],
      body,
      keptBytesMax: PROVIDER_BODY_BYTES_MAX,
      mayComeTwice: false,
      signal,
    });
    const told = this.#toldOf(answer, effect, isAnswerToSending);
    invariant(told.result !== "never_seen", "an effect that is sent is seen");
    return told;
  }

  async #ask(
    target: ProviderTarget,
    effect: Pick<ProviderEffect, "effectId" | "kind">,
    signal: AbortSignal | undefined,
  ): Promise<HeardAnswer | NeverSeen> {
    const { effectId } = effect;
    const request = this.#request(target, { path: `/${effectId}`, signedAs: effectId });
    const answer = await this.#client.request({ ...request, signal });
    return this.#toldOf(answer, effect, isAnswerToQuestion);
  }

  #request(
    { baseUrl, secrets }: ProviderTarget,
    { path, signedAs, root }: { path: string; signedAs: string; root?: string },
  ): GuardedRequest {
    return {
      method: "GET",
      url: urlOf(baseUrl, path, root),
      headersOf: (atMs) => [
        ...["accept", "application/json"],
        ...["user-agent", USER_AGENT],
        ...signedHeaders({ webhookId: signedAs, atMs, body: NO_BODY }, secrets),
      ],
      keptBytesMax: PROVIDER_BODY_BYTES_MAX,
      mayComeTwice: true,
    };
  }

  /** Reads the answer to a request. `fits`: whether an answer with this status may have this result. */
  #toldOf(
    answer: GuardedAnswer,
    { effectId, kind }: Pick<ProviderEffect, "effectId" | "kind">,
    fits: (status: number, result: string) => boolean,
  ): HeardAnswer | NeverSeen {
    const { httpStatus } = answer;
    const base = requestedOf(answer);
    const isRead = (status: number) =>
      ["accepted", "refused", "never_seen"].some((result) => fits(status, result));
    const fault = faultOf(answer, isRead);
    if (fault !== undefined) return { ...base, ...this.#unknown(fault, answer) };
    const body = bodyOf(answer, PROVIDER_BODY_BYTES_MAX);
    const read = body && readProviderAnswer(body, effectId, kind, this.#rules);
    if (read === undefined) {
      const why = body === undefined ? "invalid_answer" : faultOfAnswer(body, kind);
      return { ...base, ...this.#unknown(why, answer) };
    }
    if (!fits(httpStatus ?? 0, read.result)) {
      return { ...base, ...this.#unknown("invalid_answer", answer) };
    }
    return { ...base, ...read };
  }

  #unknown(fault: ProviderFault, { httpStatus, retryAfter }: GuardedAnswer): Unknown {
    const isPutOff = retryAfter !== undefined && (httpStatus === 429 || httpStatus === 503);
    const retryAfterMs = isPutOff ? retryMomentOf(retryAfter, this.#now()) : undefined;
    return { result: "unknown", fault, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
}

function requestedOf({ atMs, durationMs, httpStatus, isStale }: GuardedAnswer): Requested {
  return { atMs, durationMs, isStale, ...(httpStatus !== undefined && { httpStatus }) };
}

/** Faults of a request that did not come so far that the provider could take or refuse a file. */
const BEFORE_FILE: readonly ProviderFault[] = [
  ...(["url_forbidden", "address_forbidden", "dns_failed", "connection_failed"] as const),
  ...(["tls_failed", "aborted", "internal_fault"] as const),
];

function fileFaultOf(fault: ProviderFault): ProviderFault {
  return BEFORE_FILE.includes(fault) ? fault : "document_not_taken";
}

function isAnswerToSending(status: number, result: string): boolean {
  if (result === "accepted") return status === 200 || status === 201;
  return result === "refused" && REFUSING_STATUSES.includes(status);
}

function isAnswerToQuestion(status: number, result: string): boolean {
  return result === "never_seen" ? status === NEVER_SEEN : status === 200;
}

/** Why there is no answer to be read; undefined where there is one. */
function faultOf(
  { fault, httpStatus = 0 }: GuardedAnswer,
  isRead: (status: number) => boolean,
): ProviderFault | undefined {
  if (fault !== undefined) return fault;
  if (httpStatus >= 300 && httpStatus < 400) return "redirect_refused";
  return isRead(httpStatus) ? undefined : "http_status";
}

/** The body, where it came whole and within its limit. */
function bodyOf({ chunks, end }: GuardedAnswer, bytesMax: number): Uint8Array | undefined {
  const bytes = Buffer.concat(chunks);
  return end === "whole" && bytes.length <= bytesMax ? bytes : undefined;
}

/** The attempt of one or more requests, of which the last one says how it ended. */
function attemptOf({ before, last, wasSent }: Delivery): ProviderAttempt {
  const { isStale: _, ...end } = last;
  const all = [...before, last];
  const durationMs = sum(all.map((one) => one.durationMs));
  return { ...end, atMs: Math.min(...all.map(({ atMs }) => atMs)), durationMs, wasSent };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function urlOf(baseUrl: string, rest: string, root = EFFECTS_PATH): string {
  return `${baseUrl.replace(/\/+$/, "")}${root}${rest}`;
}

/**
 * Carries out one attempt to deliver a webhook: judges the URL, resolves the name, judges every
 * address, connects to an address that was judged, sends the signed request, reads the answer.
 * Guarantees:
 * - Nothing is sent to an address that is not public, but to loopback where that is allowed. The
 *   name is resolved once an attempt, and the connection goes to an address of that answer; a
 *   connection that is used again is one to such an address.
 * - An attempt is over within its time, whatever the receiver does, and costs at most
 *   `ANSWER_BYTES_MAX` bytes of answer.
 * - `send` never throws: every fault is an outcome. Nothing is logged.
 * Does not queue, wait, try again later, or know which deliveries there are.
 */
import { ipKind } from "../base/ip_address.ts";
import type { WebhookError, WebhookOutcome } from "../contract/webhook_outcome.ts";
import { readWebhookUrl, type WebhookTarget } from "../contract/webhook_url.ts";
import { type NameResolver, openDnsResolver } from "./name_resolver.ts";
import { PinnedConnections } from "./pinned_connections.ts";
import { snippetOf } from "./response_snippet.ts";
import { retryMomentOf } from "./retry_after.ts";
import { type Cut, type Exchange, exchange, type WebhookRequest } from "./webhook_exchange.ts";
import { signatureOf } from "./webhook_signature.ts";

/** Time of one attempt from the question for the name to the end of the answer (specification). */
export const ATTEMPT_MS = 10_000;
/** The most addresses of a name that are tried while none can be connected to; all are judged. */
export const ADDRESSES_TRIED_MAX = 4;
/** The longest that an address may take to be connected to while there is another, milliseconds. */
export const CONNECT_MS = 2_500;
const USER_AGENT = "money-movement-platform-webhooks/1";

export type WebhookSenderOptions = {
  /** Whether receivers on this machine are allowed, also by http. */
  allowsLoopback?: boolean;
  resolve?: NameResolver;
  /** Certificates of authorities in PEM, instead of those that Node knows. */
  ca?: string;
  attemptMs?: number;
  connectMs?: number;
  idleConnectionsMax?: number;
  /** Milliseconds UTC. */
  now?: () => number;
};

export type Webhook = {
  url: string;
  /** `whsec_…`, the newest first; at least one. */
  secrets: readonly string[];
  /** `evt_…`: the same at every attempt, by which a receiver knows a webhook that it has. */
  webhookId: string;
  /** The bytes that are signed and sent. */
  body: Uint8Array;
  /** Ends the attempt with `aborted`. */
  signal?: AbortSignal;
};

type Result = Omit<WebhookOutcome, "atMs" | "durationMs">;

export class WebhookSender {
  readonly #rules: { allowsLoopback: boolean };
  readonly #resolve: NameResolver;
  readonly #attemptMs: number;
  readonly #connectMs: number;
  readonly #now: () => number;
  readonly #connections: PinnedConnections;
  readonly #cuts = new Set<Cut>();
  #isClosed = false;

  constructor(options: WebhookSenderOptions = {}) {
    this.#rules = { allowsLoopback: options.allowsLoopback ?? false };
    this.#resolve = options.resolve ?? openDnsResolver();
    this.#attemptMs = options.attemptMs ?? ATTEMPT_MS;
    this.#connectMs = options.connectMs ?? CONNECT_MS;
    this.#now = options.now ?? Date.now;
    const { ca, idleConnectionsMax: idleMax } = options;
    this.#connections = new PinnedConnections({ ca, idleMax });
  }

  /** Open connections and those being opened; and how many of them are idle. */
  get connections(): { open: number; idle: number } {
    return this.#connections.counts;
  }

  /** Makes one attempt. Never rejects. */
  async send(webhook: Webhook): Promise<WebhookOutcome> {
    const atMs = this.#now();
    const startMs = performance.now();
    const cut: Cut = { reason: undefined, onCut: undefined };
    const abort = () => cutOff(cut, "aborted");
    const timer = setTimeout(() => cutOff(cut, "timeout"), this.#attemptMs);
    webhook.signal?.addEventListener("abort", abort);
    this.#cuts.add(cut);
    if (this.#isClosed || webhook.signal?.aborted === true) abort();
    let result: Result;
    try {
      result = await this.#attempt(webhook, atMs, cut);
    } catch {
      result = { error: "internal_fault" };
    }
    this.#cuts.delete(cut);
    clearTimeout(timer);
    webhook.signal?.removeEventListener("abort", abort);
    return { atMs, durationMs: Math.round(performance.now() - startMs), ...result };
  }

  /** Ends what is under way with `aborted`, and closes all connections. A later send is aborted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const cut of this.#cuts) cutOff(cut, "aborted");
    await this.#connections.close();
  }

  async #attempt(webhook: Webhook, atMs: number, cut: Cut): Promise<Result> {
    const read = readWebhookUrl(webhook.url, this.#rules);
    if ("issues" in read) {
      const isAddress = read.issues.some(({ code }) => code === "address");
      return { error: isAddress ? "address_forbidden" : "url_forbidden" };
    }
    const { target } = read;
    const request = requestOf(webhook, target, Math.floor(atMs / 1_000));
    const addresses = await this.#addressesOf(target, cut);
    if (cut.reason !== undefined) return { error: cut.reason };
    if (addresses === undefined) return { error: "dns_failed" };
    if (!addresses.every((address) => this.#isAllowed(target, address))) {
      return { error: "address_forbidden" };
    }
    let answer: Exchange | undefined;
    const tried = addresses.slice(0, ADDRESSES_TRIED_MAX);
    for (const [at, address] of tried.entries()) {
      const connectMs = at < tried.length - 1 ? this.#connectMs : undefined;
      answer = await this.#exchange(target, { address, connectMs }, request, cut);
      if (answer.fault !== "connection_failed") break;
    }
    return answer === undefined ? { error: "dns_failed" } : this.#resultOf(answer);
  }

  /** The addresses of the host, in the order to try them; undefined where it has none. */
  async #addressesOf(target: WebhookTarget, cut: Cut): Promise<readonly string[] | undefined> {
    if (cut.reason !== undefined) return undefined;
    if (target.address !== undefined) return [target.address];
    return await new Promise((resolve) => {
      cut.onCut = () => resolve(undefined);
      // Also a resolver that throws, or answers what is no list, has no address.
      new Promise<readonly string[]>((found) => found(this.#resolve(target.hostname)))
        .then((addresses) => resolve(addresses.length === 0 ? undefined : addresses))
        .catch(() => resolve(undefined));
    });
  }

  #isAllowed({ isHttps }: WebhookTarget, address: string): boolean {
    const kind = ipKind(address);
    if (kind === "loopback") return this.#rules.allowsLoopback;
    return kind === "public" && isHttps;
  }

  /**
   * One request to one address. Where a connection that was kept ends without a byte of an answer,
   * the receiver has closed it between two webhooks, as it may at any time: the request goes over a
   * new connection. A receiver that did process it knows it again by its id.
   */
  async #exchange(
    target: WebhookTarget,
    { address, connectMs }: { address: string; connectMs: number | undefined },
    request: WebhookRequest,
    cut: Cut,
  ): Promise<Exchange> {
    let connection = this.#connections.take(target, address, connectMs);
    let answer = await exchange(connection, request, cut);
    if (answer.end === "failed" && answer.isStale && cut.reason === undefined) {
      void this.#connections.drop(connection);
      connection = this.#connections.open(target, address, connectMs);
      answer = await exchange(connection, request, cut);
    }
    if (answer.end === "whole" && !this.#isClosed) this.#connections.give(connection);
    else void this.#connections.drop(connection);
    return answer;
  }

  #resultOf({ httpStatus, retryAfter, chunks, end, fault }: Exchange): Result {
    const error = fault ?? errorOfStatus(httpStatus);
    const responseSnippet = snippetOf(chunks, end === "whole");
    const isPutOff = retryAfter !== undefined && (httpStatus === 429 || httpStatus === 503);
    const retryAfterMs = isPutOff ? retryMomentOf(retryAfter, this.#now()) : undefined;
    return {
      ...(httpStatus !== undefined && { httpStatus }),
      ...(error !== undefined && { error }),
      ...(responseSnippet !== undefined && { responseSnippet }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }
}

function cutOff(cut: Cut, reason: "timeout" | "aborted"): void {
  if (cut.reason !== undefined) return;
  cut.reason = reason;
  cut.onCut?.();
}

function requestOf(webhook: Webhook, { path }: WebhookTarget, timestampSeconds: number) {
  const { webhookId, body, secrets } = webhook;
  const signature = signatureOf({ webhookId, timestampSeconds, body }, secrets);
  return {
    path,
    headers: [
      ...["content-type", "application/json"],
      ...["user-agent", USER_AGENT],
      ...["webhook-id", webhookId],
      ...["webhook-timestamp", String(timestampSeconds)],
      ...["webhook-signature", signature],
    ],
    body,
  };
}

function errorOfStatus(status: number | undefined): WebhookError | undefined {
  if (status === undefined) return "invalid_response";
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? "redirect_refused" : "http_status";
}

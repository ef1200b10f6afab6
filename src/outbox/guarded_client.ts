/**
 * One request to a URL that a stranger gave: judges the URL, resolves the name, judges every address,
 * connects to an address that was judged, sends, reads the answer.
 * Guarantees:
 * - Nothing is sent to an address that is not public, but to loopback where that is allowed. The
 *   name is resolved once a request, and the connection goes to an address of that answer; a
 *   connection that is used again is one to such an address.
 * - A request is over within its time, whatever the receiver does, and costs at most
 *   `ANSWER_BYTES_MAX` bytes of answer. No redirect is followed.
 * - `request` never throws: every fault is an outcome. Nothing is logged.
 * Does not queue, wait, try again later, or know what the request is for.
 */
import { ipKind } from "../base/ip_address.ts";
import { readWebhookUrl, type WebhookTarget } from "../contract/values/webhook_url.ts";
import { type Cut, type Exchange, exchange, type OutgoingRequest } from "./exchange.ts";
import { type NameResolver, openDnsResolver } from "./name_resolver.ts";
import { PinnedConnections } from "./pinned_connections.ts";

/** Time of one request from the question for the name to the end of the answer, milliseconds (specification). */
export const ATTEMPT_MS = 10_000;
/** The most addresses of a name that are tried while none can be connected to; all are judged. */
export const ADDRESSES_TRIED_MAX = 4;
/** The longest that an address may take to be connected to while there is another, milliseconds. */
export const CONNECT_MS = 2_500;

export type GuardedClientOptions = {
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

export type GuardedRequest = Omit<OutgoingRequest, "path" | "headers"> & {
  url: string;
  /** Names and values in turns, made for the moment at which the request begins, milliseconds UTC. */
  headersOf: (atMs: number) => string[];
  /**
   * Whether a request that an old connection ended without a byte of an answer goes over a new
   * connection at once: the receiver may have had it.
   */
  mayComeTwice: boolean;
  /** Ends the request with `aborted`. */
  signal?: AbortSignal | undefined;
};

/** The answer. `fault`: why there is no whole answer; the caller judges the status. */
export type GuardedAnswer = Exchange & {
  atMs: number;
  /** Whole milliseconds from `atMs` to the end of the request. */
  durationMs: number;
};

/** Makes requests to addresses that strangers name, and keeps connections for the next ones. */
export class GuardedClient {
  readonly #rules: { allowsLoopback: boolean };
  readonly #resolve: NameResolver;
  readonly #attemptMs: number;
  readonly #connectMs: number;
  readonly #now: () => number;
  readonly #connections: PinnedConnections;
  readonly #cuts = new Set<Cut>();
  #isClosed = false;

  constructor(options: GuardedClientOptions = {}) {
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

  /** Makes one request. Never rejects. */
  async request(request: GuardedRequest): Promise<GuardedAnswer> {
    const atMs = this.#now();
    const startMs = performance.now();
    const cut: Cut = { reason: undefined, onCut: undefined };
    const abort = () => cutOff(cut, "aborted");
    const timer = setTimeout(() => cutOff(cut, "timeout"), this.#attemptMs);
    request.signal?.addEventListener("abort", abort);
    this.#cuts.add(cut);
    if (this.#isClosed || request.signal?.aborted === true) abort();
    let answer: Exchange;
    try {
      answer = await this.#attempt(request, atMs, cut);
    } catch {
      answer = unanswered("internal_fault");
    }
    this.#cuts.delete(cut);
    clearTimeout(timer);
    request.signal?.removeEventListener("abort", abort);
    return { atMs, durationMs: Math.round(performance.now() - startMs), ...answer };
  }

  /** Ends what is under way with `aborted`, and closes all connections. A later one is aborted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const cut of this.#cuts) cutOff(cut, "aborted");
    await this.#connections.close();
  }

  async #attempt(request: GuardedRequest, atMs: number, cut: Cut): Promise<Exchange> {
    const read = readWebhookUrl(request.url, this.#rules);
    if ("issues" in read) {
      const isAddress = read.issues.some(({ code }) => code === "address");
      return unanswered(isAddress ? "address_forbidden" : "url_forbidden");
    }
    const { target } = read;
    const outgoing = outgoingOf(request, target, atMs);
    const addresses = await this.#addressesOf(target, cut);
    if (cut.reason !== undefined) return unanswered(cut.reason);
    if (addresses === undefined) return unanswered("dns_failed");
    if (!addresses.every((address) => this.#isAllowed(target, address))) {
      return unanswered("address_forbidden");
    }
    let answer: Exchange | undefined;
    const tried = addresses.slice(0, ADDRESSES_TRIED_MAX);
    for (const [at, address] of tried.entries()) {
      const connectMs = at < tried.length - 1 ? this.#connectMs : undefined;
      const { mayComeTwice } = request;
      const how = { address, connectMs, mayComeTwice };
      answer = await this.#exchange(target, how, outgoing, cut);
      if (answer.fault !== "connection_failed") break;
    }
    return answer ?? unanswered("dns_failed");
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
   * the receiver has closed it between two requests, as it may at any time: a request that may come
   * twice goes over a new connection.
   */
  async #exchange(
    target: WebhookTarget,
    how: { address: string; connectMs: number | undefined; mayComeTwice: boolean },
    request: OutgoingRequest,
    cut: Cut,
  ): Promise<Exchange> {
    const { address, connectMs, mayComeTwice } = how;
    let connection = this.#connections.take(target, address, connectMs);
    let answer = await exchange(connection, request, cut);
    if (mayComeTwice && answer.end === "failed" && answer.isStale && cut.reason === undefined) {
      void this.#connections.drop(connection);
      connection = this.#connections.open(target, address, connectMs);
      answer = await exchange(connection, request, cut);
    }
    if (answer.end === "whole" && !this.#isClosed) this.#connections.give(connection);
    else void this.#connections.drop(connection);
    return answer;
  }
}

function cutOff(cut: Cut, reason: "timeout" | "aborted"): void {
  if (cut.reason !== undefined) return;
  cut.reason = reason;
  cut.onCut?.();
}

function outgoingOf(
  { method, headersOf, body, keptBytesMax }: GuardedRequest,
  { path }: WebhookTarget,
  atMs: number,
): OutgoingRequest {
  return { method, path, headers: headersOf(atMs), body, keptBytesMax };
}

function unanswered(fault: Exchange["fault"]): Exchange {
  const nothing = { httpStatus: undefined, retryAfter: undefined, chunks: [], isStale: false };
  return { ...nothing, end: "failed", fault };
}

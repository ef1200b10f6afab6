/**
 * An edge: uWebSockets.js, the routes of every declared operation, and what all requests of this
 * thread share. One edge a thread, any number on one port.
 * Guarantees: an unknown route or method gets the envelope, not a closed socket; no exception in a
 * handler ends the process; `close` lets what is under way finish.
 * Does not end TLS: a proxy in front does (README, limits).
 */
import uWS, {
  type HttpRequest,
  type HttpResponse,
  type TemplatedApp,
  type us_listen_socket,
} from "uWebSockets.js";
import type { ClientAddress } from "../access/client_address.ts";
import type { CredentialTable } from "../access/credential_table.ts";
import type { CursorCodecs } from "../access/cursor.ts";
import type { RateLimiter } from "../access/rate_limit.ts";
import { invariant } from "../base/invariant.ts";
import type { Operation } from "../contract/operation.ts";
import type { Readers } from "../contract/reader_task.ts";
import type { RequestLogReader, RequestRecorder } from "../contract/request_log.ts";
import type { Proven, Proving } from "../contract/tree_head.ts";
import type { Courier } from "../placement/courier.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { Budget } from "./admission.ts";
import type { Answer } from "./answer.ts";
import {
  type CompiledOperation,
  compileDocuments,
  compileOperation,
  compileProtocol,
  newTally,
  type Tally,
} from "./compiled_operation.ts";
import { Exchange } from "./exchange.ts";
import { type HostDocument, serveDocument } from "./host_document.ts";
import type { ProtocolRoute } from "./protocol_route.ts";
import type { RequestHeaders } from "./request_headers.ts";
import { RequestIds } from "./request_ids.ts";
import type { RequestLog } from "./request_log.ts";

/** Prefix of every operation's path (specification, Versioning). */
export const BASE_PATH = "/v1";
/** How often deadlines are looked at, milliseconds. */
const SWEEP_MS = 1_000;

/** What the requests of one edge share. */
export type EdgeParts = {
  // biome-ignore lint/suspicious/noExplicitAny: the edge serves operations of any shard state
  operations: readonly Operation<any>[];
  credentials: CredentialTable;
  limiter: RateLimiter;
  clientAddress: ClientAddress;
  cursors: CursorCodecs;
  couriers: readonly Courier[];
  views: readonly ShardView[];
  /** Where heavy reads run. */
  readers: Readers;
  /** Asks the tree of a shard's log; what is not whole yet says how far it is. */
  prove(request: TreeRequest): Promise<Proven | { growing: { frame: number; through: number } }>;
  log: RequestLog;
  /** Number of this edge among the edges; it stands in the ids that it makes. */
  edge: number;
  /** The log of requests, to write and to read; absent where it is switched off. */
  recorder: RequestRecorder | undefined;
  requestLog: RequestLogReader | undefined;
  nowMs: () => number;
  docsUrl: string;
  /** Protocols of their own below the base path. */
  protocols: readonly ProtocolRoute[];
  /** Answers of the host root, by path: health, metrics, documents. */
  documents: ReadonlyMap<string, HostDocument>;
};

/** `through`: a frame that is acknowledged, which the tree may grow to. */
export type TreeRequest = Pick<Proving, "place" | "statement"> & { shard: number; through: number };

export class Edge {
  readonly parts: EdgeParts;
  readonly ids: RequestIds;
  readonly compiled: readonly CompiledOperation[];
  /** Requests that match no operation. */
  readonly unmatched: Tally = newTally();
  /** Requests whose body is not complete: slow senders are let go after a while. */
  readonly receiving = new Set<Answer>();
  underWay = 0;
  /** Those of them that ask for a document: a scrape of the metrics is one itself. */
  documentsUnderWay = 0;
  /** Requests over a budget. */
  readonly rateLimited: Record<Budget, number> = { credential: 0, ip: 0, discovery: 0 };
  /** False until every shard has replayed: until then operations are refused, not misled. */
  ready = false;
  draining = false;
  #socket: us_listen_socket | undefined;
  #sweep: NodeJS.Timeout | undefined;
  readonly #app = uWS.App();

  constructor(parts: EdgeParts) {
    this.parts = parts;
    this.ids = new RequestIds(parts.edge, parts.nowMs);
    const documents = compileDocuments();
    const routed = [
      ...parts.operations.map(compileOperation),
      ...parts.protocols.map(compileProtocol),
    ];
    this.compiled = [...routed, documents];
    for (const compiled of routed) this.#route(compiled);
    for (const [path, document] of parts.documents) {
      const handler = (response: HttpResponse, request: HttpRequest) =>
        serveDocument(this, documents, document, response, request);
      this.#app.get(path, handler);
      this.#app.head(path, handler);
    }
    this.#app.any("/*", (response, request) => {
      new Exchange(this, undefined, response).begin(request);
    });
  }

  /** Starts to take connections; throws when the address cannot be had. */
  async listen(host: string, port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#app.listen(host, port, (socket) => {
        if (socket === false) return reject(new Error(`cannot listen on ${host}:${port}`));
        this.#socket = socket;
        resolve();
      });
    });
    this.#sweep = setInterval(() => this.#expire(), SWEEP_MS);
  }

  /** Takes no new connections; resolves when nothing is under way or `withinMs` have passed. */
  async close(withinMs: number): Promise<void> {
    this.draining = true;
    if (this.#socket !== undefined) uWS.us_listen_socket_close(this.#socket);
    const deadlineMs = this.parts.nowMs() + withinMs;
    while (this.underWay > 0 && this.parts.nowMs() < deadlineMs) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    clearInterval(this.#sweep);
    closeConnections(this.#app);
    for (const courier of this.parts.couriers) courier.close();
    for (const view of this.parts.views) await view.close();
  }

  /** Whose budget by address a request takes from. */
  addressOf(response: HttpResponse, { forwardedFor }: RequestHeaders): Uint8Array {
    return this.parts.clientAddress(new Uint8Array(response.getRemoteAddress()), forwardedFor);
  }

  #route(compiled: CompiledOperation): void {
    const handler = (response: HttpResponse, request: HttpRequest) => {
      new Exchange(this, compiled, response).begin(request);
    };
    const pattern = BASE_PATH + compiled.pattern;
    if (compiled.protocol !== undefined) {
      this.#app.any(pattern, handler);
      return;
    }
    switch (compiled.operation.http.method) {
      case "GET":
        this.#app.get(pattern, handler);
        return;
      case "POST":
        this.#app.post(pattern, handler);
        return;
      case "PATCH":
        this.#app.patch(pattern, handler);
        return;
      case "PUT":
        this.#app.put(pattern, handler);
        return;
      case "DELETE":
        this.#app.del(pattern, handler);
        return;
    }
  }

  #expire(): void {
    const nowMs = this.parts.nowMs();
    for (const answer of this.receiving) answer.giveUpIfLate();
    for (const courier of this.parts.couriers) courier.expire(nowMs);
    for (const view of this.parts.views) view.release();
  }
}

/**
 * Closes what clients keep open. A thread that ends with a live socket aborts the process (Node:
 * "uv_loop_close() while having open handles"); the package's types lack the call.
 */
function closeConnections(app: TemplatedApp): void {
  (app as TemplatedApp & { close(): void }).close();
}

/** Throws when the native server is missing: the package falls back to a slow one in silence. */
export function assertNativeServer(): void {
  invariant(
    typeof uWS.App === "function" && uWS.App.toString().includes("[native code]"),
    "uWebSockets.js runs its native server on this platform and Node version",
  );
}

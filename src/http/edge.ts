/**
 * An edge: uWebSockets.js, the routes of every declared operation, and what all requests of this
 * thread share. One edge a thread, any number on one port.
 * Guarantees: an unknown route or method gets the error envelope, not a closed socket; no exception
 * in a handler ends the process; `close` lets requests under way finish.
 * Does not end TLS: a proxy in front does (src/LIMITS.md).
 */
import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from "uWebSockets.js";
import type { ClientAddress } from "../access/client_address.ts";
import type { AnyOperation } from "../calls/callable.ts";
import type { Calls } from "../calls/calls.ts";
import type { RequestRecorder } from "../contract/messages/request_log.ts";
import { type Guards, guardsWith, strictTransportOf } from "./answer/security_headers.ts";
import { exchange } from "./call/exchange.ts";
import { serveDelivery } from "./call/host_delivery.ts";
import { type HostDocument, serveDocument } from "./call/host_document.ts";
import { PathHints } from "./call/path_hints.ts";
import { PathMethods } from "./call/path_methods.ts";
import type { ConnectionGate } from "./connection_gate.ts";
import type { HostDelivery } from "./delivery_route.ts";
import type { EdgeContext } from "./edge_context.ts";
import { uWS } from "./native_server.ts";
import type { RequestLog } from "./note/request_log.ts";
import { newTally, type Tally } from "./note/tally.ts";
import type { Tracing } from "./note/tracing.ts";
import { Pipelining } from "./pipelining.ts";
import type { ProtocolRoute } from "./protocol_route.ts";
import { RequestIds } from "./read/request_ids.ts";
import { type SessionCookies, sessionCookiesOf } from "./read/session_cookie.ts";
import {
  BASE_PATH,
  deliveryRoute,
  documentRoute,
  operationRoute,
  protocolRoute,
  type Route,
} from "./route.ts";

/** Time between two checks of all deadlines, milliseconds. */
const SWEEP_MS = 1_000;

export type EdgeParts = {
  operations: readonly AnyOperation[];
  calls: Calls;
  clientAddress: ClientAddress;
  connections: ConnectionGate;
  /** Absent where tracing is off. */
  tracing?: Tracing | undefined;
  log: RequestLog;
  /** Number of this edge among the edges; it stands in the ids that it makes. */
  edge: number;
  /** Writes the log of requests; absent where that log is switched off. */
  recorder: RequestRecorder | undefined;
  nowMs: () => number;
  docsUrl: string;
  /** Protocols with a route of their own below the base path, such as GraphQL. */
  protocols: readonly ProtocolRoute[];
  /** Answers of the host root, by path: health, metrics, documents. */
  documents: ReadonlyMap<string, HostDocument>;
  /** What others deliver to the host root. */
  deliveries: readonly HostDelivery[];
};

export class Edge implements EdgeContext {
  readonly calls: Calls;
  readonly ids: RequestIds;
  readonly log: RequestLog;
  readonly recorder: RequestRecorder | undefined;
  readonly clientAddress: ClientAddress;
  readonly connections: ConnectionGate;
  readonly tracing: Tracing | undefined;
  readonly docsUrl: string;
  readonly strictTransport: string;
  readonly guards: Guards;
  readonly publicOrigin: string;
  readonly sessionCookies: SessionCookies;
  readonly routes: readonly Route[];
  readonly methods: PathMethods;
  readonly hints: PathHints;
  readonly unmatched: Tally = newTally();
  readonly pipelining = new Pipelining();
  readonly receiving = new Set<{ closeIfLate(): void }>();
  underWay = 0;
  documentsUnderWay = 0;
  ready = false;
  draining = false;
  readonly nowMs: () => number;
  /** Where the edge listens, or would while it takes no connections. */
  #address: { host: string; port: number } | undefined;
  #takesConnections = true;
  #socket: us_listen_socket | undefined;
  #sweep: NodeJS.Timeout | undefined;
  readonly #app = uWS.App();

  constructor(parts: EdgeParts) {
    this.calls = parts.calls;
    this.ids = new RequestIds(parts.edge, parts.nowMs);
    this.log = parts.log;
    this.recorder = parts.recorder;
    this.clientAddress = parts.clientAddress;
    this.connections = parts.connections;
    this.tracing = parts.tracing;
    this.docsUrl = parts.docsUrl;
    this.strictTransport = strictTransportOf(parts.docsUrl);
    this.guards = guardsWith(this.strictTransport);
    this.publicOrigin = new URL(parts.docsUrl).origin;
    this.sessionCookies = sessionCookiesOf(parts.docsUrl);
    this.nowMs = parts.nowMs;
    const closeWhereFull: Parameters<TemplatedApp["filter"]>[0] = (response, change) => {
      if (Number(change) > 0 && this.connections.isFull(response)) response.close();
    };
    this.#app.filter(closeWhereFull);
    const documents = documentRoute();
    const below = [...parts.operations.map(operationRoute), ...parts.protocols.map(protocolRoute)];
    const delivered = parts.deliveries.map((delivery) => {
      const route = deliveryRoute(delivery);
      this.#app.any(delivery.path, (response, request) =>
        serveDelivery(this, route, delivery, response, request),
      );
      return route;
    });
    this.routes = [...below, ...delivered, documents];
    for (const route of below) this.#serve(route);
    for (const [path, document] of parts.documents) {
      const handler = (response: HttpResponse, request: HttpRequest) =>
        serveDocument(this, documents, document, response, request);
      this.#app.get(path, handler);
      this.#app.head(path, handler);
    }
    const served = [
      ...below.map((route) => ({ pattern: BASE_PATH + route.pattern, method: methodOf(route) })),
      ...[...parts.documents.keys()].map((pattern) => ({ pattern, method: "GET" })),
    ];
    this.methods = new PathMethods(served);
    this.hints = new PathHints(served, BASE_PATH);
    this.#app.any("/*", (response, request) => exchange(this, undefined, response, request));
  }

  /** Starts to take connections; throws when the address is not free. Returns the port. */
  async listen(host: string, port: number): Promise<number> {
    this.#address = { host, port };
    if (!(await this.#listen())) throw new Error(`cannot listen on ${host}:${port}`);
    this.#sweep = setInterval(() => this.#expire(), SWEEP_MS);
    return uWS.us_socket_local_port(this.#socket as us_listen_socket);
  }

  /** Listens no more, or again; the connections that are open stay. Where it cannot listen, it tries again each second. */
  async takeConnections(takes: boolean): Promise<void> {
    this.#takesConnections = takes;
    if (!takes) this.#unlisten();
    else if (!(await this.#listen())) {
      this.log.fault("an edge cannot listen again", new Error("its address is not free"));
    }
  }

  /** Takes no new connections; resolves when nothing is under way or `withinMs` have passed. */
  async close(withinMs: number): Promise<void> {
    this.draining = true;
    this.calls.streams.close();
    for (const { target } of this.routes) {
      if (target.kind === "protocol") target.protocol.close?.();
    }
    this.#unlisten();
    const deadlineMs = this.nowMs() + withinMs;
    while (this.underWay > 0 && this.nowMs() < deadlineMs) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    clearInterval(this.#sweep);
    // A thread that ends with an open socket aborts the process (Node: "uv_loop_close() while having open
    // handles"), so the connections that clients keep open are closed.
    this.#app.close();
    const { couriers, views } = this.calls.parts.shards;
    for (const courier of couriers.values()) courier.close();
    for (const view of views.values()) await view.close();
  }

  /** Resolves with whether the edge listens. */
  #listen(): Promise<boolean> {
    const { host, port } = this.#address as { host: string; port: number };
    if (this.#socket !== undefined || this.draining) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.#app.listen(host, port, (socket) => {
        if (socket !== false) this.#socket = socket;
        resolve(socket !== false);
      });
    });
  }

  #unlisten(): void {
    if (this.#socket !== undefined) uWS.us_listen_socket_close(this.#socket);
    this.#socket = undefined;
  }

  #serve(route: Route): void {
    const handler = (response: HttpResponse, request: HttpRequest) =>
      exchange(this, route, response, request);
    const pattern = BASE_PATH + route.pattern;
    const { target } = route;
    if (target.kind !== "operation") {
      this.#app.any(pattern, handler);
      return;
    }
    switch (target.method) {
      case "GET":
        this.#app.get(pattern, handler);
        this.#app.head(pattern, handler);
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
    const { couriers, views } = this.calls.parts.shards;
    const nowMs = this.nowMs();
    this.connections.sweep();
    if (this.#takesConnections) void this.#listen();
    for (const call of this.receiving) call.closeIfLate();
    for (const courier of couriers.values()) courier.expire(nowMs);
    for (const view of views.values()) view.release();
  }
}

/** The method that a route takes; a protocol takes POST. */
function methodOf({ target }: Route): string {
  return target.kind === "operation" ? target.method : "POST";
}

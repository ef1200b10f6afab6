/** What all requests of an edge share. */
import type { ClientAddress } from "../access/client_address.ts";
import type { Calls } from "../calls/calls.ts";
import type { RequestRecorder } from "../contract/messages/request_log.ts";
import type { Guards } from "./answer/security_headers.ts";
import type { PathHints } from "./call/path_hints.ts";
import type { PathMethods } from "./call/path_methods.ts";
import type { ConnectionGate } from "./connection_gate.ts";
import type { RequestLog } from "./note/request_log.ts";
import type { Tally } from "./note/tally.ts";
import type { Tracing } from "./note/tracing.ts";
import type { Pipelining } from "./pipelining.ts";
import type { RequestIds } from "./read/request_ids.ts";
import type { SessionCookies } from "./read/session_cookie.ts";

export interface EdgeContext {
  readonly calls: Calls;
  readonly ids: RequestIds;
  readonly log: RequestLog;
  /** Writes the log of requests; absent where that log is switched off. */
  readonly recorder: RequestRecorder | undefined;
  readonly clientAddress: ClientAddress;
  /** Undefined where tracing is off. */
  readonly tracing: Tracing | undefined;
  /** Address of the pages that explain the error codes. */
  readonly docsUrl: string;
  /** Which methods each path takes. */
  readonly methods: PathMethods;
  /** Which path was probably meant where nothing is served. */
  readonly hints: PathHints;
  /** Line of Strict-Transport-Security where clients reach this host by TLS; "" elsewhere. */
  readonly strictTransport: string;
  /** What caches and browsers may do with an answer, as lines of its head. */
  readonly guards: Guards;
  /** The origin of the address that clients use: scheme, name and port. */
  readonly publicOrigin: string;
  readonly sessionCookies: SessionCookies;
  /** How many connections a network may have. */
  readonly connections: ConnectionGate;
  /** Counts of requests that match no route. */
  readonly unmatched: Tally;
  /**
   * Requests whose body is not complete; the connection of a slow sender is closed at its deadline.
   */
  readonly receiving: Set<{ closeIfLate(): void }>;
  /** Which connections are not read while a write of theirs is under way. */
  readonly pipelining: Pipelining;
  /** The wall clock, milliseconds UTC. */
  readonly nowMs: () => number;
  underWay: number;
  /**
   * Requests under way that ask for a document of the host root; a scrape of the metrics is one.
   */
  documentsUnderWay: number;
  /** True once every shard has replayed its log; until then every operation is refused. */
  readonly ready: boolean;
  /** True while the edge closes: each answer ends its connection. */
  readonly draining: boolean;
}

/**
 * The log of requests: one entry for each authenticated request, reads and refusals included. It is
 * separate from the ledger's log and has none of that log's guarantees. This file has the entry
 * that an edge records, and what a read can see of the entries.
 */
import { isIdSuffix, shardOfSuffix } from "../../base/id.ts";

/** How long an entry is kept, milliseconds (api.md, developer log). */
export const REQUEST_KEPT_MS = 30 * 86_400_000;

/**
 * The number of the first edge in ids; the numbers of the other edges count down from it. The
 * numbers of shards count up from 0.
 */
const FIRST_EDGE_SHARD = 1_022;
/** The lowest number of an edge in ids. No shard has it: at most 64 threads of a kind exist. */
const LAST_EDGE_SHARD = 512;

/** The number of an edge in the ids that it makes. */
export function shardOfEdge(edge: number): number {
  return FIRST_EDGE_SHARD - edge;
}

/** Whether an edge made this id suffix, for a request without a record in the ledger's log. */
export function isEdgeSuffix(suffix: string): boolean {
  const shard = isIdSuffix(suffix) ? shardOfSuffix(suffix) : 0;
  return shard >= LAST_EDGE_SHARD && shard <= FIRST_EDGE_SHARD;
}

/** One request and its answer as a read finds them, already redacted. Texts may be empty. */
export type RequestEntry = {
  /** 26 characters; a later request of the same edge has a greater suffix. */
  suffix: string;
  /** The key of the realm that the request acted in, `realmKeyOf`. */
  realmKey: string;
  /** Id of the operation's record in the ledger's log, or an id made of `suffix`. */
  operationId: string;
  operation: string;
  method: string;
  path: string;
  query: string;
  status: number;
  errorCode: string;
  durationMs: number;
  principalId: string;
  /** "" for a caller that is no Product key. */
  keyPrefix: string;
  /** Who stands behind the credential, as `actorText` writes it; "" for a Product key. */
  actor: string;
  ipAddress: string;
  userAgent: string;
  requestId: string;
  /** W3C trace id, 32 hexadecimal digits. */
  traceId: string;
  idempotencyKey: string;
  contentType: string;
  accept: string;
  requestBytes: number;
  responseBytes: number;
  /** JSON texts; empty when there was no body or the body was too long to keep. */
  requestBody: string;
  responseBody: string;
};

/**
 * What many requests of one caller to one route have in common. `path`: of a route without
 * parameters; "" where each request has its own.
 */
export type RequestProfile = Readonly<
  Pick<
    RequestEntry,
    | "realmKey"
    | "operation"
    | "method"
    | "path"
    | "principalId"
    | "keyPrefix"
    | "actor"
    | "ipAddress"
    | "userAgent"
    | "contentType"
    | "accept"
  >
> & {
  /** The profile as the recorder writes it: made with the profile's first entry, and kept. */
  encoded: Uint8Array | undefined;
};

/** The number, and with it the time, of a request that an edge has ended. */
export type RequestMark = {
  /** Milliseconds UTC. */
  readonly timeMs: number;
  /** The number of the edge in ids, `shardOfEdge`. */
  readonly shard: number;
  /** Greater than that of every earlier request of the edge. */
  readonly count: number;
};

/** One request and its answer as an edge records them, already redacted. */
export type RequestNote = Readonly<
  Pick<
    RequestEntry,
    | "query"
    | "status"
    | "errorCode"
    | "durationMs"
    | "requestId"
    | "traceId"
    | "idempotencyKey"
    | "requestBytes"
    | "responseBytes"
    | "requestBody"
    | "responseBody"
  >
> & {
  readonly mark: RequestMark;
  readonly profile: RequestProfile;
  /** The suffix of the operation's id; "" where the id is made of the request's own mark. */
  readonly operationSuffix: string;
  /** "" where the profile has the path. */
  readonly path: string;
};

/** Takes the entries of an edge. Never throws, never waits. */
export interface RequestRecorder {
  readonly counters: Readonly<{ recorded: number; dropped: number }>;
  record(note: RequestNote): void;
  /** Calls `done` when every request that ended before can be read, or after a time limit. */
  whenWritten(done: () => void): void;
}

/**
 * Up to where somebody has seen the entries of a realm. Each edge writes its entries in the order of
 * their suffixes, but entries of different edges become visible in any order: so a position holds the
 * newest suffix that was seen of each edge.
 */
export type RequestPosition = {
  /** Of an edge that is not in `seen`: the time from which on nothing was seen, milliseconds UTC. */
  readonly fromMs: number;
  /** Suffixes by `edgeOfSuffix`. */
  readonly seen: ReadonlyMap<string, string>;
};

/** The characters of a suffix that name the edge that made it. */
export function edgeOfSuffix(suffix: string): string {
  return suffix.slice(9, 11);
}

/** Entries after a position, and the position after all of them. */
export type NewerRequests = {
  /** Oldest first. */
  entries: RequestEntry[];
  position: RequestPosition;
  /** True when there are more entries after `position`. */
  hasMore: boolean;
};

/** The entries that were written when a read began. */
export interface RequestLogReader {
  get(realmKey: string, suffix: string): RequestEntry | undefined;
  /** The entry of an operation that an edge answered within the last seconds before the entry. */
  ofOperation(realmKey: string, operationSuffix: string): RequestEntry | undefined;
  /**
   * At most `max` entries that were not seen at `position`: each entry once, as long as it is written
   * within 10 s after its request has ended.
   */
  newer(
    realmKey: string,
    position: RequestPosition,
    limits: { max: number; nowMs: number },
  ): NewerRequests;
  /** Entries with `fromMs <= time < belowMs`, newest first; if `after` is given, older than it. */
  descend(
    realmKey: string,
    range: { fromMs: number; belowMs: number },
    after: string | undefined,
  ): Iterable<RequestEntry>;
}

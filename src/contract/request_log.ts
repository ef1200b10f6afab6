/**
 * The log of requests: one entry for each authenticated request, reads and refusals too, apart from
 * the ledger's log and without its promises. What an edge records, and what a read sees of it.
 */
import { decodeIdSuffix } from "../base/id.ts";

/** How long an entry is kept, milliseconds (api.md, developer log). */
export const REQUEST_KEPT_MS = 30 * 86_400_000;

/** The first edge's number in ids; the others count down from it. Shards count up from 0. */
const FIRST_EDGE_SHARD = 1_022;
/** No shard reaches this number: 64 of each kind of thread is the most there are. */
const LAST_EDGE_SHARD = 512;

/** The number in the ids that an edge makes. */
export function shardOfEdge(edge: number): number {
  return FIRST_EDGE_SHARD - edge;
}

/** Whether an edge made this id suffix, for a request that left no record in the ledger's log. */
export function isEdgeSuffix(suffix: string): boolean {
  const shard = decodeIdSuffix(suffix)?.shard ?? 0;
  return shard >= LAST_EDGE_SHARD && shard <= FIRST_EDGE_SHARD;
}

/** One request and its answer, as they are kept: already redacted. Texts may be empty. */
export type RequestEntry = {
  /** 26 characters; a later request of an edge has a greater one. */
  suffix: string;
  /** Whose: the key of the scope, `scopeKeyOf`. */
  scopeKey: string;
  /** Of the record in the ledger's log, or of `suffix`. */
  operationId: string;
  operation: string;
  method: string;
  path: string;
  query: string;
  status: number;
  errorCode: string;
  durationMs: number;
  principalId: string;
  keyPrefix: string;
  ipAddress: string;
  userAgent: string;
  requestId: string;
  idempotencyKey: string;
  contentType: string;
  accept: string;
  requestBytes: number;
  responseBytes: number;
  /** JSON texts; empty when there was none or it was too long to keep. */
  requestBody: string;
  responseBody: string;
};

/** What an edge hands its requests to. Never throws, never waits. */
export interface RequestRecorder {
  readonly counters: Readonly<{ recorded: number; dropped: number }>;
  record(entry: RequestEntry): void;
  /** Calls back when every request that ended before, on any edge, can be read; or after a while. */
  whenWritten(done: () => void): void;
}

/** Entries as a read sees them: what was written when it began. */
export interface RequestLogReader {
  get(scopeKey: string, suffix: string): RequestEntry | undefined;
  /** Entries with `fromMs <= time < belowMs`, newest first, older than `after` when it is given. */
  descend(
    scopeKey: string,
    range: { fromMs: number; belowMs: number },
    after: string | undefined,
  ): Iterable<RequestEntry>;
}

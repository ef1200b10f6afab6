/**
 * One call in the form that all transports share (HTTP, GraphQL, an agent's tool). A transport
 * turns its requests into calls and answers into its own form; it decides nothing.
 */
import type { Audience } from "../access/people_table.ts";
import type { RateTicket } from "../access/rate_limit.ts";
import type { FileForm } from "../contract/declare/aspects/file.ts";
import type { Caller } from "../contract/declare/caller.ts";
import type { Found, StreamEvent } from "../contract/declare/found.ts";
import type { RangeAsked, TaskAnswer } from "../contract/declare/reader_task.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import type { ReplyTaker } from "../placement/courier.ts";
import type { CallTarget } from "./target.ts";

/**
 * Why a stream ends, as its last event says it. `stream.dropped`: the client does not take what is
 * written to it. `stream.ended`: every other reason; `code` is the one that a new request would get.
 */
export type StreamEnd = {
  type: "stream.ended" | "stream.dropped";
  code: ErrorCode;
  message: string;
};

/** Sends events to the client of a call that is answered by a stream of events. */
export interface CallStream {
  /** True while the client has not taken what was written; nothing is sent meanwhile. */
  readonly isFull: boolean;
  /**
   * Sends events until the stream is full, and returns how many were sent. The same array may be sent
   * to many streams: its text is made once.
   */
  send(events: readonly StreamEvent[]): number;
  /** Writes a comment line, so that neither the client nor a proxy takes the stream for dead. */
  keepAlive(): void;
  /**
   * Sends a last event without an id, which says why the stream ends and where a next stream resumes.
   * The call is finished when the client has taken it, or when `close` is called.
   */
  end(why: StreamEnd): void;
  /** Closes the connection of a client that does not take the last event. */
  close(): void;
}

/** A body that is written as it is made. */
export interface ChunkStream {
  /** Resolves when more may be written; never before the client has taken what waits for it. */
  write(bytes: Uint8Array): Promise<void>;
  end(): void;
  /** Closes the connection of a body that will not be complete. */
  close(): void;
}

/** A response body that a reader thread has made. */
export type PoolBody = Extract<TaskAnswer, { kind: "body" }>;

/** What is asked, and by whom. `onReply` and `onNoReply` take the shard's answer to a write. */
export interface Call extends ReplyTaker {
  readonly requestId: string;
  /** The interface that the call came to, which its credential must be for. */
  readonly audience: Audience;
  /** Value of the header `Authorization`; undefined where the header is absent. */
  readonly authorization: string | undefined;
  /** The environment that the request names, as it was sent; "" where the request names none. */
  readonly environment: string;
  /** The text in the session's cookie; "" where the cookie is absent. */
  readonly sessionText: string;
  /** The CSRF token that was sent; "" where none was sent. */
  readonly csrfToken: string;
  /** True where a browser says that a page of another site makes the request. */
  readonly isCrossSite: boolean;
  /** The company that the request names; "" where it names none. */
  readonly tenant: string;
  /** The program that the client says it is; "" where it says nothing. */
  readonly userAgent: string;
  /** The key as it was sent, "" where none was sent; in lower case once the call was admitted. */
  idempotencyKey: string;
  /** The client's address, 4 or 16 bytes: its budget is the one that the call takes from. */
  readonly address: Uint8Array;
  /** The public caller until the admission has authenticated the credential. */
  caller: Caller;
  /**
   * Where the call acts, once that was found, for a caller that has several targets. Never set for
   * a Product key, which has one target only.
   */
  targets: readonly CallTarget[] | undefined;
  /** True when the call was answered or its client is gone: nothing can be answered any more. */
  readonly isFinished: boolean;
  /** Called when the client goes away before the answer was sent. */
  onGone: (() => void) | undefined;
  /** Called with the status of the answer when it leaves; 499 when the client goes away before. */
  whenAnswered?: ((status: number) => void) | undefined;
  /** The part of a file that the client wants; undefined where it wants the whole. */
  readonly range?: RangeAsked | undefined;
  /** Whether the client wants the file itself, and not its JSON form. */
  wantsFile(form: FileForm): boolean;
  /**
   * Sets the budget whose headers the answer carries; a later ticket replaces an earlier ticket, but
   * the ticket of a budget that is switched off replaces nothing.
   */
  reportBudget(ticket: RateTicket): void;
  /** Called when the call's write is with its shard. */
  posted?(): void;
  /**
   * `bytes`: the body where it is made as bytes, in memory that the next answer uses again; `body` is
   * then "".
   */
  onReply(status: number, flags: number, suffix: string, body: string, bytes?: Uint8Array): void;
  refuse(refusal: Refusal): void;
  found(found: Found): void;
  /** Answers with a body from the read pool, however large. */
  deliver(body: PoolBody): void;
  /**
   * The id of the last event that the client received on an earlier stream; "" where it sent none.
   */
  readonly lastEventId: string;
  /** Begins to answer with events. After this, `refuse` ends the stream with a last event. */
  openStream(): CallStream;
}

/** A call to a protocol with its own form of requests and answers, such as GraphQL. */
export interface ProtocolCall extends Call {
  readonly contentType: string;
  /** The media type that the client prefers among those offered; the first by default. */
  preferredType<T extends string>(offered: readonly [T, ...T[]]): T;
  /** Refuses with a status other than the one that the code has in the catalog. */
  refuseAs(status: number, refusal: Refusal): void;
  /** Value of a header that the protocol's route names; "" where it was not sent. */
  headerOf(name: string): string;
  /** Answers with the body; bytes are sent at once, or copied. */
  respond(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    code: ErrorCode | undefined,
  ): void;
  /** Begins an answer whose body is written as it is made. */
  openChunks(status: number, contentType: string): ChunkStream;
}

/**
 * One call as its transport presents it, and takes its answer back. HTTP, GraphQL, a tool of an agent:
 * each turns its own form into this one and an answer into its own form, and decides nothing.
 */
import type { RateTicket } from "../access/rate_limit.ts";
import type { Caller } from "../contract/caller.ts";
import type { ErrorCode } from "../contract/error_catalog.ts";
import type { FileForm } from "../contract/file_answer.ts";
import type { Found, StreamEvent } from "../contract/found.ts";
import type { TaskAnswer } from "../contract/reader_task.ts";
import type { Refusal } from "../contract/refusal.ts";
import type { ReplyTaker } from "../placement/courier.ts";

/** The way back of a call that is answered by events, for as long as its client listens. */
export interface CallStream {
  /** The client takes no more now: nothing is sent until it does. */
  readonly isFull: boolean;
  send(events: readonly StreamEvent[]): void;
  /** Shows the client, and whatever is between, that the stream is still there. */
  keepAlive(): void;
  end(): void;
}

/** A body that a reader thread has made. */
export type PoolBody = Extract<TaskAnswer, { kind: "body" }>;

/** What is asked, and by whom. `onReply` and `onSilence` take what the actor answers a write. */
export interface Call extends ReplyTaker {
  readonly requestId: string;
  /** Value of `Authorization`; undefined where there is none. */
  readonly authorization: string | undefined;
  /** The environment that is asked for, as it was sent; "" where nothing was. */
  readonly environment: string;
  /** What proves that a browser's page meant the call; "" where nothing was sent. */
  readonly csrfToken: string;
  /** As it was sent, "" where nothing was; in lower case once it was admitted. */
  idempotencyKey: string;
  /** 4 or 16 bytes: whose budget by address the call takes from. */
  readonly address: Uint8Array;
  /** Public until the admission knows better. */
  caller: Caller;
  /** Nothing can be answered any more: it was answered, or the client is gone. */
  readonly isFinished: boolean;
  /** Called when the client goes away before its answer is out. */
  onGone: (() => void) | undefined;
  /** Whether of a file the file itself is wanted, and not its JSON form. */
  wantsFile(form: FileForm): boolean;
  /** The budget that the answer shows; a later one takes its place. */
  showBudget(ticket: RateTicket): void;
  refuse(refusal: Refusal): void;
  found(found: Found): void;
  /** Answers with a body from the read pool, however large. */
  deliver(body: PoolBody): void;
  /** The id of the last event that the client heard of an earlier stream; "" where it names none. */
  readonly lastEventId: string;
  /** Begins to answer by events. A refusal from then on ends the stream. */
  openStream(): CallStream;
}

/** A call to a protocol that has its own idea of what a request is, such as GraphQL. */
export interface ProtocolCall extends Call {
  readonly accept: string;
  readonly contentType: string;
  /** A refusal with another status than its code has. */
  refuseAs(status: number, refusal: Refusal): void;
  respond(status: number, contentType: string, body: string, code: ErrorCode | undefined): void;
}

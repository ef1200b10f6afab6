/**
 * One request over HTTP as a call, and its answer: a reply of the ledger, a document, or a refusal
 * in the envelope or as a problem document. Also writes the request's log line and its counts.
 * Guarantees: answers once, or never when the client is gone.
 */
import type { HttpRequest, HttpResponse } from "uWebSockets.js";
// The global of this name is a getter, which costs each request more than the clock.
import { performance } from "node:perf_hooks";
import type { RateTicket } from "../../access/rate_limit.ts";
import type { CallStream, ChunkStream, PoolBody, ProtocolCall } from "../../calls/call.ts";
import type { AnyOperation } from "../../calls/callable.ts";
import { type Caller, PUBLIC_CALLER } from "../../contract/declare/caller.ts";
import type { Found } from "../../contract/declare/found.ts";
import {
  type BareRefusal,
  REPLY_BARE_REFUSAL,
  REPLY_REPLAYED,
  REPLY_UNRECORDED,
} from "../../contract/messages/envelope.ts";
import type { RequestMark } from "../../contract/messages/request_log.ts";
import { ERROR_CATALOG, type ErrorCode } from "../../contract/refusals/error_catalog.ts";
import { type Refusal, refuse, refuseUnavailable } from "../../contract/refusals/refusal.ts";
import { discardFile, sendBody } from "../answer/body_writer.ts";
import { challengeOf } from "../answer/challenge.ts";
import { ChunkWriter } from "../answer/chunk_writer.ts";
import { EVENTS_HEADERS, EventWriter, LAST_LINE, NO_EVENTS } from "../answer/event_writer.ts";
import { oauthAnswer } from "../answer/oauth_answer.ts";
import { foundAnswer, replyAnswer } from "../answer/operation_answer.ts";
import {
  clockOperationLine,
  recordedHead,
  recordLines,
  requestLine,
} from "../answer/recorded_head.ts";
import { refusalAnswer, refusalFormOf } from "../answer/refusal_answer.ts";
import {
  type CountedBudget,
  JSON_TYPE,
  KEEP_ALIVE_LINES,
  type ResponseHead,
  rateHeadersOf,
  startResponse,
} from "../answer/response_head.ts";
import { guardOf, VARIES } from "../answer/security_headers.ts";
import { bodyIn, Connection, type Content, type Outgoing } from "../connection.ts";
import type { EdgeContext } from "../edge_context.ts";
import { type EndedRequest, NO_ADDRESS, noteEnd } from "../note/request_end.ts";
import type { RequestSpan } from "../note/tracing.ts";
import { comesAgain, EVENTS_TYPE } from "../read/event_source.ts";
import {
  asksToClose,
  bodyLengthOf,
  endIsUncertain,
  methodOf,
  readHeaders,
  validRequestId,
} from "../read/request_headers.ts";
import { suffixOfMark } from "../read/request_ids.ts";
import { audienceOf, type Route } from "../route.ts";
import { CallHeaders } from "./call_headers.ts";

/** The time from a request's headers to the end of its body, at most, milliseconds. */
export const BODY_DEADLINE_MS = 30_000;

type Ended = Pick<Outgoing, "status" | "code" | "replayed">;
/** The budget of a request that was not counted. */
const NOT_COUNTED: CountedBudget = { limit: 0, remaining: 0, resetSeconds: 0 };

export class HttpCall extends CallHeaders implements ProtocolCall, EndedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** The query as it was sent, without its question mark. */
  readonly query: string;
  /** The request's span; undefined where tracing is off. */
  readonly span: RequestSpan | undefined;
  /** True for health checks and scrapes, which come all the time. */
  isProbe = false;
  readonly response: HttpResponse;
  caller: Caller = PUBLIC_CALLER;
  targets: ProtocolCall["targets"];
  onGone: (() => void) | undefined;
  whenAnswered: ((status: number) => void) | undefined;
  /** True where bytes after this request must not be trusted: its answer ends the connection. */
  isLast: boolean;
  body = "";
  /** Of a body that was not read, the length that the request names. */
  bodyBytes: number;
  isValid = false;
  /** True while the body is not complete. */
  isPartial = false;
  readonly #connection: Connection;
  readonly #edge: EdgeContext;
  readonly #route: Route | undefined;
  readonly #startedMs: number;
  #address: Uint8Array | undefined;
  /** True when the client went away or the answer was sent: nothing may be written any more. */
  #finished = false;
  #budget = NOT_COUNTED;
  /** Defined once events answer the call. */
  #stream: EventWriter | undefined;
  /** Defined once a body that is written as it is made answers the call. */
  #chunks: ChunkWriter | undefined;
  /** True once the call's write is with its shard. */
  #isPosted = false;
  /** What `service-operation-id` is made of: the suffix that a shard made, or a mark of the edge. */
  #operationSuffix = "";
  #mark: RequestMark | undefined;
  /** Bytes of a body that another writer sends. */
  #sentBytes = 0;
  #sentStatus = 200;

  /** Reads what uWebSockets.js keeps for its handler only. No `route`: unknown method or path. */
  constructor(
    edge: EdgeContext,
    route: Route | undefined,
    response: HttpResponse,
    request: HttpRequest,
  ) {
    super(readHeaders(request), edge, audienceOf(route));
    this.#edge = edge;
    this.#route = route;
    this.response = response;
    this.#startedMs = performance.now();
    edge.underWay++;
    if (this.#isDocument) edge.documentsUnderWay++;
    response.onAborted(() => this.#onAborted());
    this.requestId = validRequestId(this.headers.requestId) ?? edge.ids.next();
    this.method = methodOf(request);
    this.bodyBytes = bodyLengthOf(this.headers);
    this.path = request.getUrl();
    this.query = (request.getQuery() as string | undefined) ?? "";
    this.span = edge.tracing?.begin(this.headers);
    this.#connection = new Connection(response, { isHead: this.method === "head" });
    this.isLast = endIsUncertain(this.method, this.headers) || asksToClose(this.headers);
  }

  get isFinished(): boolean {
    return this.#finished;
  }

  get address(): Uint8Array {
    this.#address ??= this.#edge.clientAddress(
      new Uint8Array(this.response.getRemoteAddress()),
      this.headers.forwardedFor,
    );
    return this.#address;
  }

  reportBudget(ticket: RateTicket): void {
    const { limit, remaining, resetSeconds } = ticket;
    // A budget that is switched off counts nothing.
    if (limit !== 0) this.#budget = { limit, remaining, resetSeconds };
  }

  /** Closes the connection of a sender whose body is not complete in time. */
  closeIfLate(): void {
    if (performance.now() - this.#startedMs >= BODY_DEADLINE_MS) this.response.close();
  }

  /** Reads no more from the connection until the answer leaves. */
  holdConnection(): void {
    if (this.#finished) return;
    const { pipelining, underWay } = this.#edge;
    const isShort = this.#isPosted && !pipelining.mustHold(this.caller, underWay);
    if (!isShort) this.#connection.hold();
  }

  posted(): void {
    this.#isPosted = true;
    this.span?.posted();
  }

  onReply(status: number, flags: number, suffix: string, body: string, bytes?: Uint8Array): void {
    this.span?.replied();
    if (this.#finished) return;
    if ((flags & REPLY_BARE_REFUSAL) !== 0) {
      const { code, message, details } = JSON.parse(body) as BareRefusal;
      this.refuse(refuse(code, message, details));
      return;
    }
    const isRecorded = (flags & REPLY_UNRECORDED) === 0;
    if (isRecorded) this.#operationSuffix = suffix;
    // A fresh answer whose connection stays: nearly every answer of a plain write is one.
    if (bytes !== undefined && !this.isLast && !this.#edge.draining) {
      this.#finish({ status, code: undefined }, "", bytes.length);
      const guard = guardOf(this.#route, this.#edge.guards);
      const { requestId } = this;
      const head = recordedHead({ status, requestId, suffix, budget: this.#budget, guard });
      this.#connection.sendMade(head, bytes);
      return;
    }
    const replayed = (flags & REPLY_REPLAYED) !== 0;
    const recorded = recordLines(suffix, replayed) + clockOperationLine(this.#operation, body);
    const headers = isRecorded ? recorded : this.#operationLine();
    const reply = { status, headers, body, bytes, replayed };
    this.#write(replyAnswer(this.#operation, reply, this.#edge, () => this.#refusalForm));
  }

  onNoReply(): void {
    this.refuse(refuseUnavailable("the outcome is unknown: retry with the same key and body"));
  }

  found(found: Found): void {
    const status = this.#operation?.http.status ?? 200;
    this.#write(foundAnswer(status, this.#operationLine(), found));
  }

  respond(status: number, contentType: string, content: Content, code?: ErrorCode): void {
    const headers = this.#operationLine() + VARIES;
    this.#write({ status, contentType, headers, ...bodyIn(content), code });
  }

  /** Answers a document of the host root; its headers say what caches and browsers may do. */
  respondDocument(head: ResponseHead, content: Content): void {
    const headers = head.headers + this.#edge.strictTransport;
    this.#write({ ...head, ...bodyIn(content), headers, isGuarded: true });
  }

  /** Answers OPTIONS with the methods that the path takes (RFC 9110, 9.3.7). */
  answerOptions(allow: string): void {
    this.#write({ status: 204, contentType: JSON_TYPE, headers: `\r\nallow: ${allow}`, body: "" });
  }

  deliver({ status = 200, contentType, headers, body }: PoolBody): void {
    if (this.method === "head") {
      discardFile(body);
      const lines = this.#operationLine() + headers;
      this.#write({ status, contentType, headers: lines, body: "", length: body.size });
      return;
    }
    this.#sentBytes = body.size;
    this.#sentStatus = status;
    sendBody(this, body, () => {
      const lines = this.#linesWith(this.#operationLine() + headers) + KEEP_ALIVE_LINES;
      startResponse(this.response, { status, contentType, headers: lines });
    });
  }

  openStream(): CallStream {
    if (this.method === "head") {
      const headers = this.#operationLine() + EVENTS_HEADERS;
      this.#write({ status: 200, contentType: EVENTS_TYPE, headers, body: "", isStream: true });
      return NO_EVENTS;
    }
    const headers = this.#linesWith(this.#operationLine() + EVENTS_HEADERS) + LAST_LINE;
    const head = { status: 200, contentType: EVENTS_TYPE, headers };
    this.response.cork(() => startResponse(this.response, head));
    this.#stream = new EventWriter(this.response, this.lastEventId, () => this.sent());
    return this.#stream;
  }

  openChunks(status: number, contentType: string): ChunkStream {
    const headers = this.#linesWith(this.#operationLine() + EVENTS_HEADERS) + KEEP_ALIVE_LINES;
    const { isLast } = this;
    const how = { isLast, ended: () => this.sent() };
    this.#chunks = new ChunkWriter(this.response, { status, contentType, headers }, how);
    return this.#chunks;
  }

  /** Ends the call after another writer (of a large body, of events) has sent the whole answer. */
  sent(): void {
    if (this.#finished) return;
    this.#finish({ status: this.#sentStatus, code: undefined }, "", this.#sentBytes);
  }

  /** Closes the connection, so that nobody takes a body that ends too early for a whole body. */
  abort(cause: unknown): void {
    this.#edge.log.fault("a body could not be sent", cause as Error);
    if (!this.#finished) this.response.close();
  }

  refuse(refusal: Refusal): void {
    this.refuseAs(ERROR_CATALOG[refusal.code].httpStatus, refusal);
  }

  /** Answers a refusal in the envelope, or as a problem document where the client prefers one. */
  refuseAs(status: number, refusal: Refusal, headers = ""): void {
    if (this.#finished) return;
    if (this.#stream !== undefined) {
      this.#stream.end({ ...refusal, type: "stream.ended" });
      return;
    }
    if (comesAgain(status, this.#operation?.stream, this)) {
      this.#finish({ status, code: refusal.code }, "");
      this.response.close();
      return;
    }
    const operation = this.#isDocument ? undefined : this.#route?.id;
    const origin = { operation, requestId: this.requestId, docsUrl: this.#edge.docsUrl };
    const { retryAfterSeconds } = refusal;
    const retry = retryAfterSeconds === undefined ? "" : `\r\nretry-after: ${retryAfterSeconds}`;
    const oauth = this.#operation?.oauth;
    if (oauth !== undefined) {
      const lines = headers + retry + this.#operationLine();
      this.#write({ ...oauthAnswer(refusal, oauth), headers: lines });
      return;
    }
    const challenge = challengeOf(refusal, this.#route, this.#edge, this);
    this.#write({
      ...refusalAnswer(status, refusal, origin, this.#refusalForm),
      headers: headers + retry + challenge + this.#operationLine() + VARIES,
    });
  }

  get #refusalForm() {
    return refusalFormOf(this, this.#operation?.answers);
  }

  get #operation(): AnyOperation | undefined {
    const target = this.#route?.target;
    return target?.kind === "operation" ? target.callable.operation : undefined;
  }

  get #isDocument(): boolean {
    return this.#route?.target.kind === "document";
  }

  /** The lines of an answer: those of every answer, around `lines`. */
  #linesWith(lines: string, isGuarded = false): string {
    const guard = isGuarded ? "" : guardOf(this.#route, this.#edge.guards);
    return requestLine(this.requestId) + lines + rateHeadersOf(this.#budget) + guard;
  }

  /** Every operation's response names an operation, with or without a record (specification). */
  #operationLine(): string {
    if (this.#route === undefined || this.#isDocument) return "";
    this.#mark = this.#edge.ids.nextMark();
    return `\r\nservice-operation-id: op_${suffixOfMark(this.#mark)}`;
  }

  #write(outgoing: Outgoing): void {
    const connection = this.#connection;
    if (this.isLast || this.#edge.draining) connection.leave(outgoing, (kept) => this.#send(kept));
    else if (!connection.isLeaving) this.#send(outgoing);
  }

  #send(outgoing: Outgoing): void {
    if (this.#finished) return;
    // An answer to HEAD has no body to keep or to count.
    const isHead = this.method === "head";
    this.#finish(outgoing, isHead ? "" : outgoing.body, isHead ? 0 : outgoing.bytes?.length);
    const headers = this.#linesWith(outgoing.headers, outgoing.isGuarded);
    this.#connection.send(outgoing, headers);
  }

  /** `bodyBytes`: of a body that another writer has sent; `body` is then "". */
  #finish({ status, code, replayed }: Ended, body: string, bodyBytes = 0) {
    this.#finished = true;
    this.whenAnswered?.(status);
    this.#edge.underWay--;
    if (this.#isDocument) this.#edge.documentsUnderWay--;
    if (this.isPartial) this.#edge.receiving.delete(this);
    if (this.#isPosted) this.#edge.pipelining.answered(this.caller);
    noteEnd(this.#edge, this.#route, this, {
      status,
      code,
      ms: performance.now() - this.#startedMs,
      isReplay: replayed === true,
      body,
      bodyBytes,
      mark: this.#mark,
      operationSuffix: this.#operationSuffix,
      address: this.address,
    });
  }

  #onAborted(): void {
    if (this.#finished) return;
    // Nothing may be asked of a connection that is gone.
    this.#address ??= NO_ADDRESS;
    this.#stream?.gone();
    this.#chunks?.gone();
    if (this.#isPosted) this.#edge.pipelining.lost(this.caller);
    this.#finish({ status: 499, code: "client_gone" as ErrorCode }, "");
    this.onGone?.();
  }
}

/**
 * What goes back for one request: a reply of the ledger, a document, or a refusal in the envelope or
 * as a problem document; and the line and the counts that tell of it.
 * Guarantees: answers once, or never when the client is gone.
 */
import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import { withoutApiKeys } from "../access/api_key.ts";
import type { Authenticated } from "../access/credential_table.ts";
import type { RateTicket } from "../access/rate_limit.ts";
import {
  type BareRefusal,
  REPLY_BARE_REFUSAL,
  REPLY_REPLAYED,
  REPLY_UNRECORDED,
} from "../contract/envelope.ts";
import { ERROR_CATALOG, type ErrorCode } from "../contract/error_catalog.ts";
import { type ErrorBody, errorJson, problemJson } from "../contract/error_envelope.ts";
import { type Found, type Refusal, refuse } from "../contract/operation.ts";
import type { ReplyTaker } from "../placement/courier.ts";
import { isDamage } from "../views/damage.ts";
import { type Budget, refusalOfRate } from "./admission.ts";
import { type CompiledOperation, count } from "./compiled_operation.ts";
import type { Edge } from "./edge.ts";
import {
  endIsUncertain,
  type RequestHeaders,
  readHeaders,
  saneRequestId,
} from "./request_headers.ts";
import { type Heard, requestEntry } from "./request_record.ts";
import {
  codeIn,
  rateHeadersOf,
  startResponse,
  writeResponse,
  writeResponseWithoutBody,
} from "./response_head.ts";

/** A body is complete within this time of its headers, milliseconds. */
export const BODY_DEADLINE_MS = 30_000;

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";

export class Answer implements ReplyTaker {
  /** The request's, as far as an answer shows or tells of them; known after `read`. */
  headers: RequestHeaders | undefined;
  requestId = "";
  method = "";
  /** True where nothing after this request may be believed: the connection ends with its answer. */
  isLast = false;
  /** Who asks, once that is known. */
  caller: Authenticated | undefined;
  /** What the log of requests keeps of the request; absent where there is none. */
  heard: Heard | undefined;
  readonly #edge: Edge;
  readonly #compiled: CompiledOperation | undefined;
  readonly #response: HttpResponse;
  readonly #startedMs: number;
  /** Set when the client went away or the answer is out: nothing may be written any more. */
  #finished = false;
  /** Set when an answer is on its way that ends the connection. */
  #leaving = false;
  #rateHeaders = "";
  /** Called when the client goes away before its answer is out. */
  onGone: (() => void) | undefined;
  /** What `service-operation-id` says, and the suffix where no record gave it. */
  #operationId = "";
  #suffix: string | undefined;

  constructor(edge: Edge, compiled: CompiledOperation | undefined, response: HttpResponse) {
    this.#edge = edge;
    this.#compiled = compiled;
    this.#response = response;
    this.#startedMs = performance.now();
    edge.underWay++;
    if (compiled?.isDocument === true) edge.documentsUnderWay++;
    response.onAborted(() => this.#onAborted());
  }

  get isFinished(): boolean {
    return this.#finished;
  }

  /** Takes over what must be read before the handler returns. */
  read(request: HttpRequest): RequestHeaders {
    const headers = readHeaders(request);
    this.headers = headers;
    this.requestId = saneRequestId(headers.requestId) ?? this.#edge.ids.next();
    this.method = request.getMethod();
    this.isLast = endIsUncertain(this.method, headers);
    return headers;
  }

  /** The budget that this answer shows; a later one takes its place. */
  showBudget(ticket: RateTicket): void {
    this.#rateHeaders = rateHeadersOf(ticket);
  }

  /** Lets go of a sender whose body is not complete in time. */
  giveUpIfLate(): void {
    if (performance.now() - this.#startedMs >= BODY_DEADLINE_MS) this.#response.close();
  }

  onReply(status: number, flags: number, suffix: string, body: string): void {
    if (this.#finished) return;
    if ((flags & REPLY_BARE_REFUSAL) !== 0) {
      const { code, message, details } = JSON.parse(body) as BareRefusal;
      this.refuse(refuse(code, message, details));
      return;
    }
    let headers: string;
    if ((flags & REPLY_UNRECORDED) !== 0) headers = this.#operationLine();
    else {
      this.#operationId = `op_${suffix}`;
      headers = `\r\nservice-operation-id: ${this.#operationId}\r\nservice-receipt-id: rcpt_${suffix}`;
      if ((flags & REPLY_REPLAYED) !== 0) headers += "\r\nidempotent-replayed: true";
    }
    const replayed = (flags & REPLY_REPLAYED) !== 0;
    if (status < 400) this.#write(status, JSON_TYPE, headers, body, undefined, replayed);
    else this.#writeRefusal(status, headers, body, replayed);
  }

  onSilence(): void {
    const message = "the outcome is unknown: retry with the same key and body";
    this.refuse(refuse("ledger_unavailable", message, {}));
  }

  /** Answers what a read found. */
  found({ json }: Found): void {
    this.#write(200, JSON_TYPE, this.#operationLine(), json, undefined, false);
  }

  /** Answers what a protocol of its own has made. */
  respond(status: number, contentType: string, body: string, code: ErrorCode | undefined): void {
    this.#write(status, contentType, this.#operationLine(), body, code, false);
  }

  /** Answers a document of the host root. */
  respondDocument(status: number, contentType: string, headers: string, body: string): void {
    this.#write(status, contentType, headers, body, undefined, false);
  }

  get response(): HttpResponse {
    return this.#response;
  }

  /** The head of a 200 whose body another writer sends; `sent` or `breakOff` ends it. */
  writeHead(contentType: string, headers: string): void {
    const own = `\r\nx-request-id: ${this.requestId}${this.#operationLine()}`;
    startResponse(this.#response, 200, contentType, own + headers + this.#rateHeaders);
  }

  sent(): void {
    if (!this.#finished) this.#finish(200, undefined, false, "");
  }

  /** The body cannot be sent to its end: the connection ends, so that nobody takes it for whole. */
  breakOff(cause: unknown): void {
    this.#edge.parts.log.fault("a body could not be sent", cause as Error);
    if (!this.#finished) this.#response.close();
  }

  /** Answers a refusal in the envelope, or as a problem document where the client prefers one. */
  refuse(refusal: Refusal, headers = "", status?: number): void {
    if (this.#finished) return;
    const origin = {
      operation: this.#compiled?.isDocument ? undefined : this.#compiled?.operation.id,
      requestId: this.requestId,
      docsUrl: this.#edge.parts.docsUrl,
    };
    const httpStatus = status ?? ERROR_CATALOG[refusal.code].httpStatus;
    const asProblem = this.#acceptsProblem;
    const text = asProblem ? problemJson(refusal, httpStatus, origin) : errorJson(refusal, origin);
    // An issue names fields as they were sent, and somebody will send a key for a name.
    const body = withoutApiKeys(text);
    const type = asProblem ? PROBLEM_TYPE : JSON_TYPE;
    const challenge = httpStatus === 401 ? '\r\nwww-authenticate: Bearer realm="service"' : "";
    const lines = headers + challenge + this.#operationLine();
    this.#write(httpStatus, type, lines, body, refusal.code, false);
  }

  refuseBodySize(maxBytes: number): void {
    const message = `the body is larger than ${maxBytes} bytes`;
    this.isLast = true;
    this.refuse(refuse("request_body_too_large", message, { maxBytes }), "", 413);
  }

  refuseRate(ticket: RateTicket, budget: Budget): void {
    this.#edge.rateLimited[budget]++;
    this.showBudget(ticket);
    const { retryAfterSeconds } = ticket;
    this.refuse(refusalOfRate(ticket, budget), `\r\nretry-after: ${retryAfterSeconds}`);
  }

  /** A bug met on the way: this request fails, the edge goes on. */
  fail(cause: unknown): void {
    if (isDamage(cause)) {
      this.failDamaged(cause);
      return;
    }
    const error = cause instanceof Error ? cause : new Error(String(cause));
    this.#edge.parts.log.fault("a request could not be handled", error);
    this.refuse(refuse("internal_error", "the request failed unexpectedly", {}));
  }

  /** What was to be read is not what was written: the log of this process says what to do. */
  failDamaged(error: Error): void {
    this.#edge.parts.log.fault("what is stored is damaged: nothing is answered from it", error);
    const message = "the read model cannot be read";
    this.refuse(refuse("resource_reader_unavailable", message, { reader: "shard" }));
  }

  /** A refusal as the actor wrote and keeps it; as a problem document where the client prefers one. */
  #writeRefusal(status: number, headers: string, body: string, replayed: boolean): void {
    if (!this.#acceptsProblem) {
      this.#write(status, JSON_TYPE, headers, body, codeIn(body), replayed);
      return;
    }
    const { error, requestId } = JSON.parse(body) as ErrorBody;
    const { docsUrl } = this.#edge.parts;
    const problem = problemJson(error, status, { operation: undefined, requestId, docsUrl });
    this.#write(status, PROBLEM_TYPE, headers, problem, error.code, replayed);
  }

  get #acceptsProblem(): boolean {
    return this.headers?.accept.includes(PROBLEM_TYPE) === true;
  }

  /** Every operation's response names an operation (specification, Limits), recorded or not. */
  #operationLine(): string {
    if (this.#compiled === undefined || this.#compiled.isDocument) return "";
    this.#suffix = this.#edge.ids.nextSuffix();
    this.#operationId = `op_${this.#suffix}`;
    return `\r\nservice-operation-id: ${this.#operationId}`;
  }

  /**
   * An answer that ends its connection leaves a turn later: until then the server's library takes
   * the request for unanswered and closes at the next one's head, where it would go on and serve
   * what stands behind this request in the same packet (RFC 9112, 9.6: "MUST NOT process").
   */
  #write(
    status: number,
    contentType: string,
    headers: string,
    body: string,
    code: string | undefined,
    replayed: boolean,
  ): void {
    if (this.#leaving) return;
    if (!this.isLast && !this.#edge.draining) {
      this.#send(status, contentType, headers, body, code, replayed);
      return;
    }
    this.#leaving = true;
    setImmediate(() => this.#send(status, contentType, headers, body, code, replayed));
  }

  #send(
    status: number,
    contentType: string,
    headers: string,
    body: string,
    code: string | undefined,
    replayed: boolean,
  ): void {
    if (this.#finished) return;
    this.#finish(status, code, replayed, body);
    const lines = `\r\nx-request-id: ${this.requestId}${headers}${this.#rateHeaders}`;
    const response = this.#response;
    const closing = this.#leaving;
    response.cork(() => {
      if (this.method === "head" || status === 304) {
        writeResponseWithoutBody(response, status, contentType, lines, closing);
      } else writeResponse(response, status, contentType, lines, body, closing);
    });
  }

  #finish(status: number, code: string | undefined, replayed: boolean, body: string): void {
    this.#finished = true;
    this.#edge.underWay--;
    if (this.#compiled?.isDocument === true) this.#edge.documentsUnderWay--;
    this.#edge.receiving.delete(this);
    const ms = performance.now() - this.#startedMs;
    count(this.#compiled?.tally ?? this.#edge.unmatched, status, code, ms);
    if (this.heard !== undefined) this.#record(this.heard, status, code, ms, body);
    const { log } = this.#edge.parts;
    if (!log.enabled) return;
    log.line({
      requestId: this.requestId,
      operation: this.#compiled?.operation.id ?? `${this.method} unmatched`,
      status,
      code,
      ms: Math.round(ms * 100) / 100,
      keyId: this.caller?.principal.principalId,
      productId: this.caller?.principal.productId,
      replayed,
    });
  }

  /** Into the log of requests: whose is known, and so an entry of theirs. */
  #record(heard: Heard, status: number, code: string | undefined, ms: number, body: string): void {
    const { recorder } = this.#edge.parts;
    const { caller, headers, requestId, method } = this;
    const compiled = this.#compiled;
    if (recorder === undefined || compiled === undefined) return;
    if (caller === undefined || headers === undefined) return;
    const suffix = this.#suffix ?? this.#edge.ids.nextSuffix();
    const operationId = this.#operationId || `op_${suffix}`;
    const durationMs = Math.round(ms * 100) / 100;
    const answered = { suffix, operationId, requestId, method, status, code, durationMs, body };
    recorder.record(requestEntry(compiled, caller, headers, heard, answered));
  }

  #onAborted(): void {
    if (this.#finished) return;
    this.#finish(499, "client_gone", false, "");
    this.onGone?.();
  }
}

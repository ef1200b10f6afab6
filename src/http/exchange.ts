/**
 * One request and its answer, through the one fixed order of refusals (api.md 2.0(8)): route, body
 * size, address budget, credential, credential budget, environment, idempotency header, schema,
 * Product, scope; and then the actor or the snapshot.
 * Guarantees: answers once or never (when the client is gone); a write that reached the mailbox
 * runs to its end whether or not anybody listens.
 */

import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import { isUtf8 } from "node:buffer";
import {
  type Authenticated,
  checkEnvironment,
  checkProduct,
  checkScope,
} from "../access/credential_table.ts";
import type { RateTicket } from "../access/rate_limit.ts";
import {
  type BareRefusal,
  REPLY_BARE_REFUSAL,
  REPLY_REPLAYED,
  REPLY_UNRECORDED,
  scopeKeyOf,
} from "../contract/envelope.ts";
import { ERROR_CATALOG } from "../contract/error_catalog.ts";
import { type ErrorBody, errorJson, problemJson } from "../contract/error_envelope.ts";
import { type Found, type Refusal, refuse } from "../contract/operation.ts";
import { refuseIssues } from "../contract/page.ts";
import type { ReplyTaker } from "../placement/courier.ts";
import {
  bodyBytesMaxOf,
  refusalOfRate,
  refusalWhileStarting,
  refuseEnvironment,
  refuseIdempotencyKey,
} from "./admission.ts";
import { type CompiledOperation, count } from "./compiled_operation.ts";
import type { Edge } from "./edge.ts";
import { answerRead } from "./read_answer.ts";
import { discardBody, receiveBody } from "./request_body.ts";
import {
  framingFault,
  type RequestHeaders,
  readHeaders,
  saneRequestId,
} from "./request_headers.ts";
import { inputOf } from "./request_input.ts";
import { codeIn, rateHeadersOf, writeResponse, writeResponseWithoutBody } from "./response_head.ts";

/** A body is complete within this time of its headers, milliseconds. */
export const BODY_DEADLINE_MS = 30_000;

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";
const NO_BODY = Buffer.alloc(0);

export class Exchange implements ReplyTaker {
  readonly #edge: Edge;
  readonly #compiled: CompiledOperation | undefined;
  readonly #response: HttpResponse;
  readonly #startedMs: number;
  #headers: RequestHeaders | undefined;
  #requestId = "";
  #query = "";
  #pathValues: string[] = [];
  #method = "";
  #caller: Authenticated | undefined;
  /** Set when the client went away or the answer is out: nothing may be written any more. */
  #finished = false;
  #rateHeaders = "";

  constructor(edge: Edge, compiled: CompiledOperation | undefined, response: HttpResponse) {
    this.#edge = edge;
    this.#compiled = compiled;
    this.#response = response;
    this.#startedMs = performance.now();
    edge.underWay++;
    response.onAborted(() => this.#onAborted());
  }

  get requestId(): string {
    return this.#requestId;
  }
  get isFinished(): boolean {
    return this.#finished;
  }

  /** Everything that must be read before the handler returns. */
  begin(request: HttpRequest): void {
    try {
      this.#readRequest(request);
      this.#admit();
    } catch (cause) {
      this.fail(cause);
    }
  }

  /** A host document over its budget. */
  refuseRate(request: HttpRequest, ticket: RateTicket, subject: "ip" | "credential"): void {
    this.#readRequest(request);
    this.#refuseRate(ticket, subject);
  }

  /** Lets go of a sender whose body is not complete in time. */
  giveUpIfLate(): void {
    if (performance.now() - this.#startedMs >= BODY_DEADLINE_MS) this.#response.close();
  }

  onReply(status: number, flags: number, suffix: string, body: string): void {
    if (this.#finished) return;
    if ((flags & REPLY_BARE_REFUSAL) !== 0) {
      this.#refuseBare(JSON.parse(body) as BareRefusal);
      return;
    }
    let headers: string;
    if ((flags & REPLY_UNRECORDED) !== 0) headers = this.#operationLine();
    else {
      headers = `\r\nservice-operation-id: op_${suffix}\r\nservice-receipt-id: rcpt_${suffix}`;
      if ((flags & REPLY_REPLAYED) !== 0) headers += "\r\nidempotent-replayed: true";
    }
    const replayed = (flags & REPLY_REPLAYED) !== 0;
    if (status < 400) this.#answer(status, JSON_TYPE, headers, body, undefined, replayed);
    else this.#answerRefusal(status, headers, body, replayed);
  }

  onSilence(): void {
    const message = "the outcome is unknown: retry with the same key and body";
    this.refuse(refuse("ledger_unavailable", message, {}));
  }

  /** Answers a refusal in the envelope, or as a problem document where the client prefers one. */
  refuse(refusal: Refusal, headers = "", status?: number, closeConnection = false): void {
    if (this.#finished) return;
    const origin = {
      operation: this.#compiled?.operation.id,
      requestId: this.#requestId,
      docsUrl: this.#edge.parts.docsUrl,
    };
    const httpStatus = status ?? ERROR_CATALOG[refusal.code].httpStatus;
    const asProblem = this.#acceptsProblem;
    const body = asProblem ? problemJson(refusal, httpStatus, origin) : errorJson(refusal, origin);
    const type = asProblem ? PROBLEM_TYPE : JSON_TYPE;
    const challenge = httpStatus === 401 ? '\r\nwww-authenticate: Bearer realm="service"' : "";
    const lines = headers + challenge + this.#operationLine();
    this.#answer(httpStatus, type, lines, body, refusal.code, false, closeConnection);
  }

  /** Answers what a read found. */
  found({ json }: Found): void {
    this.#answer(200, JSON_TYPE, this.#operationLine(), json, undefined, false);
  }

  /** A refusal as the actor wrote and keeps it; as a problem document where the client prefers one. */
  #answerRefusal(status: number, headers: string, body: string, replayed: boolean): void {
    if (!this.#acceptsProblem) {
      this.#answer(status, JSON_TYPE, headers, body, codeIn(body), replayed);
      return;
    }
    const { error, requestId } = JSON.parse(body) as ErrorBody;
    const { docsUrl } = this.#edge.parts;
    const problem = problemJson(error, status, { operation: undefined, requestId, docsUrl });
    this.#answer(status, PROBLEM_TYPE, headers, problem, error.code, replayed);
  }

  get #acceptsProblem(): boolean {
    return this.#headers?.accept.includes(PROBLEM_TYPE) === true;
  }

  /** Every operation's response names an operation (specification, Limits), recorded or not. */
  #operationLine(): string {
    if (this.#compiled === undefined) return "";
    return `\r\nservice-operation-id: ${this.#edge.ids.nextOperation()}`;
  }

  #readRequest(request: HttpRequest): void {
    const headers = readHeaders(request);
    this.#headers = headers;
    this.#requestId = saneRequestId(headers.requestId) ?? this.#edge.ids.next();
    this.#method = request.getMethod();
    if (this.#compiled === undefined) return;
    this.#query = (request.getQuery() as string | undefined) ?? "";
    for (let at = 0; at < this.#compiled.pathNames.length; at++) {
      this.#pathValues.push(request.getParameter(at));
    }
  }

  /** The steps before the body; the body's own step stands where the order wants it. */
  #admit(): void {
    const headers = this.#headers as RequestHeaders;
    const compiled = this.#compiled;
    const fault = framingFault(headers);
    if (fault !== undefined) {
      const issue = { code: "framing", message: fault, path: ["headers"] };
      this.refuse(refuseIssues([issue]), "", 400, true);
      return;
    }
    if (compiled === undefined) {
      this.refuse(refuse("not_found", `no route for ${this.#method.toUpperCase()} on this path`));
      return;
    }
    if (!this.#edge.ready) {
      this.refuse(refusalWhileStarting(compiled.operation.type), "\r\nretry-after: 1");
      return;
    }
    const length = Number(headers.contentLength ?? 0);
    const bytesMax = bodyBytesMaxOf(compiled);
    if (length > bytesMax) {
      discardBody(this.#response, () => this.#refuseBodySize(bytesMax));
      return;
    }
    if (headers.transferEncoding === "" && length === 0) {
      if (this.#admitCaller(compiled)) this.#proceed(compiled, NO_BODY);
      return;
    }
    const chunked = headers.transferEncoding !== "";
    if (!chunked && !this.#admitCaller(compiled)) return;
    this.#receive(bytesMax, (body) => {
      if (!chunked || this.#admitCaller(compiled)) this.#proceed(compiled, body);
    });
  }

  #receive(bytesMax: number, onBody: (body: Buffer) => void): void {
    receiveBody(this.#response, bytesMax, {
      onBody: (body) => {
        this.#edge.receiving.delete(this);
        if (this.#finished) return;
        try {
          onBody(body);
        } catch (cause) {
          this.fail(cause);
        }
      },
      onTooLarge: () => this.#refuseBodySize(bytesMax),
      onPart: () => this.#edge.receiving.add(this),
    });
  }

  /** Address budget, credential, its budget, environment, idempotency header. False: refused. */
  #admitCaller(compiled: CompiledOperation): boolean {
    const { limiter, credentials, nowMs } = this.#edge.parts;
    const headers = this.#headers as RequestHeaders;
    const now = nowMs();
    const address = new Uint8Array(this.#response.getRemoteAddress());
    if (compiled.isPublic) {
      const ticket = limiter.takeDiscovery(address, now);
      this.#rateHeaders = rateHeadersOf(ticket);
      return ticket.allowed || this.#refuseRate(ticket, "ip");
    }
    const ipTicket = limiter.takeIp(address, now);
    if (!ipTicket.allowed) return this.#refuseRate(ipTicket, "ip");
    const caller = credentials.authenticate(headers.authorization, now);
    if (caller.refused) return this.#refuseHere(caller);
    const { environment } = headers;
    const known = environment === "" || environment === "sandbox" || environment === "live";
    const mismatch = checkEnvironment(caller, environment);
    if (mismatch !== undefined && known) return this.#refuseHere(mismatch);
    this.#caller = caller;
    const ticket = limiter.takeCredential(caller.slot, 1, now);
    this.#rateHeaders = rateHeadersOf(ticket);
    if (!ticket.allowed) return this.#refuseRate(ticket, "credential");
    if (mismatch !== undefined) return this.#refuseHere(mismatch);
    return this.#admitHeaders(compiled, caller);
  }

  #admitHeaders({ operation }: CompiledOperation, caller: Authenticated): boolean {
    const headers = this.#headers as RequestHeaders;
    const refusal =
      refuseEnvironment(operation, caller.principal.environment) ??
      (operation.type === "read" ? undefined : refuseIdempotencyKey(headers));
    return refusal === undefined || this.#refuseHere(refusal);
  }

  /** Schema, Product, scope; then the room that answers. */
  #proceed(compiled: CompiledOperation, body: Buffer): void {
    if (this.#finished) return;
    if (body.length > 0 && !isUtf8(body)) {
      const issue = { code: "utf8", message: "the body is not UTF-8", path: ["body"] };
      this.refuse(refuseIssues([issue]));
      return;
    }
    const input = inputOf(compiled, {
      pathValues: this.#pathValues,
      query: this.#query,
      contentType: (this.#headers as RequestHeaders).contentType,
      body: body.length === 0 ? "" : body.toString("utf8"),
    });
    if ("issues" in input) {
      this.refuse(refuseIssues(input.issues));
      return;
    }
    const caller = this.#caller;
    if (caller !== undefined) {
      const { operation } = compiled;
      const denied = checkProduct(caller) ?? checkScope(caller, operation.scope, operation.id);
      if (denied !== undefined) {
        this.refuse(denied);
        return;
      }
    }
    if (compiled.isSystem) {
      const message = `${compiled.operation.id} is done by the platform, never by a caller`;
      this.refuse(refuse("operation_not_allowed", message, { reason: "system_operation" }));
    } else if (compiled.operation.type === "write") {
      this.#sendWrite(compiled, caller as Authenticated, input.text);
    } else answerRead(this, this.#edge, compiled.operation, caller, input.value);
  }

  #sendWrite(compiled: CompiledOperation, caller: Authenticated, inputText: string): void {
    const { principalId, productId, environment } = caller.principal;
    const headers = this.#headers as RequestHeaders;
    const courier = this.#edge.parts.couriers[caller.shard];
    const envelope =
      `"o":"${compiled.operation.id}","r":"${this.#requestId}",` +
      `"c":"${scopeKeyOf(productId, environment)}","p":"${principalId}",` +
      `"k":"${headers.idempotencyKey}","i":${inputText}}`;
    if (courier?.send(envelope, this, this.#edge.parts.nowMs()) === true) return;
    const message = "the ledger does not take more requests now; retry with the same key";
    this.refuse(refuse("ledger_unavailable", message, {}), "\r\nretry-after: 1");
  }

  #refuseBare({ code, message, details }: BareRefusal): void {
    this.refuse(refuse(code, message, details));
  }

  #refuseHere(refusal: Refusal, headers = ""): false {
    this.refuse(refusal, headers);
    return false;
  }

  #refuseBodySize(maxBytes: number): void {
    const message = `the body is larger than ${maxBytes} bytes`;
    this.refuse(refuse("request_body_too_large", message, { maxBytes }), "", 413, true);
  }

  #refuseRate(ticket: RateTicket, subject: "ip" | "credential"): false {
    this.#rateHeaders = rateHeadersOf(ticket);
    const { retryAfterSeconds } = ticket;
    return this.#refuseHere(
      refusalOfRate(ticket, subject),
      `\r\nretry-after: ${retryAfterSeconds}`,
    );
  }

  #answer(
    status: number,
    contentType: string,
    headers: string,
    body: string,
    code: string | undefined,
    replayed: boolean,
    closeConnection = false,
  ): void {
    if (this.#finished) return;
    this.#finish(status, code, replayed);
    const closing = closeConnection || this.#edge.draining;
    const lines = `\r\nx-request-id: ${this.#requestId}${headers}${this.#rateHeaders}`;
    const response = this.#response;
    response.cork(() => {
      if (this.#method === "head") {
        writeResponseWithoutBody(response, status, contentType, lines, closing);
      } else writeResponse(response, status, contentType, lines, body, closing);
    });
  }

  #finish(status: number, code: string | undefined, replayed: boolean): void {
    this.#finished = true;
    this.#edge.underWay--;
    this.#edge.receiving.delete(this);
    const ms = performance.now() - this.#startedMs;
    count(this.#compiled?.tally ?? this.#edge.unmatched, status, code, ms);
    const { log } = this.#edge.parts;
    if (!log.enabled) return;
    log.line({
      requestId: this.#requestId,
      operation: this.#compiled?.operation.id ?? `${this.#method} unmatched`,
      status,
      code,
      ms: Math.round(ms * 100) / 100,
      keyId: this.#caller?.principal.principalId,
      productId: this.#caller?.principal.productId,
      replayed,
    });
  }

  #onAborted(): void {
    if (!this.#finished) this.#finish(499, "client_gone", false);
  }

  /** A bug met on the way: this request fails, the edge goes on. */
  fail(cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    this.#edge.parts.log.fault("a request could not be handled", error);
    this.refuse(refuse("internal_error", "the request failed unexpectedly", {}));
  }
}

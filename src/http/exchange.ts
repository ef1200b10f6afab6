/**
 * One request through the one fixed order of refusals (api.md 2.0(8)): route, body size, address
 * budget, credential, credential budget, environment, idempotency header, schema, Product, scope;
 * and then the actor or the snapshot. What goes back is `answer.ts`.
 * Guarantees: a write that reached the mailbox runs to its end whether or not anybody listens.
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
import { scopeKeyOf } from "../contract/envelope.ts";
import { type Refusal, refuse } from "../contract/operation.ts";
import { refuseIssues } from "../contract/page.ts";
import {
  type Budget,
  bodyBytesMaxOf,
  refusalWhileStarting,
  refuseEnvironment,
  refuseIdempotencyKey,
} from "./admission.ts";
import { Answer } from "./answer.ts";
import type { CompiledOperation } from "./compiled_operation.ts";
import type { Edge } from "./edge.ts";
import { protocolCall } from "./protocol_route.ts";
import { answerRead } from "./read_answer.ts";
import { discardBody, receiveBody } from "./request_body.ts";
import { framingFault, type RequestHeaders } from "./request_headers.ts";
import { inputOf } from "./request_input.ts";

const NO_BODY = Buffer.alloc(0);

export class Exchange {
  readonly #edge: Edge;
  readonly #compiled: CompiledOperation | undefined;
  readonly #response: HttpResponse;
  readonly #answer: Answer;
  #query = "";
  #pathValues: string[] = [];

  constructor(edge: Edge, compiled: CompiledOperation | undefined, response: HttpResponse) {
    this.#edge = edge;
    this.#compiled = compiled;
    this.#response = response;
    this.#answer = new Answer(edge, compiled, response);
  }

  /** Everything that must be read before the handler returns. */
  begin(request: HttpRequest): void {
    try {
      this.#admit(this.#readRequest(request));
    } catch (cause) {
      this.#answer.fail(cause);
    }
  }

  #readRequest(request: HttpRequest): RequestHeaders {
    const headers = this.#answer.read(request);
    if (this.#compiled === undefined) return headers;
    this.#query = (request.getQuery() as string | undefined) ?? "";
    if (this.#edge.parts.recorder !== undefined) {
      this.#answer.heard = {
        path: request.getUrl(),
        query: this.#query,
        address: undefined,
        body: "",
        bodyBytes: 0,
        isValid: false,
      };
    }
    for (let at = 0; at < this.#compiled.pathNames.length; at++) {
      this.#pathValues.push(request.getParameter(at));
    }
    return headers;
  }

  /** The steps before the body; the body's own step stands where the order wants it. */
  #admit(headers: RequestHeaders): void {
    const answer = this.#answer;
    const compiled = this.#compiled;
    const fault = framingFault(headers);
    if (fault !== undefined) {
      const issue = { code: "framing", message: fault, path: ["headers"] };
      answer.isLast = true;
      answer.refuse(refuseIssues([issue]));
      return;
    }
    if (compiled === undefined) {
      answer.refuse(
        refuse("not_found", `no route for ${answer.method.toUpperCase()} on this path`),
      );
      return;
    }
    if (compiled.protocol !== undefined && answer.method !== "post") {
      const issue = { code: "method", message: "only POST is taken here", path: ["method"] };
      answer.refuse(refuseIssues([issue]), "\r\nallow: POST", 405);
      return;
    }
    if (!this.#edge.ready) {
      answer.refuse(refusalWhileStarting(compiled.operation.type), "\r\nretry-after: 1");
      return;
    }
    const length = Number(headers.contentLength ?? 0);
    const bytesMax = bodyBytesMaxOf(compiled);
    if (length > bytesMax) {
      discardBody(this.#response, () => answer.refuseBodySize(bytesMax));
      return;
    }
    if (headers.transferEncoding === "" && length === 0) {
      if (this.#admitCaller(compiled, headers)) this.#proceed(compiled, headers, NO_BODY);
      return;
    }
    const chunked = headers.transferEncoding !== "";
    if (!chunked && !this.#admitCaller(compiled, headers)) return;
    this.#receive(bytesMax, (body) => {
      if (!chunked || this.#admitCaller(compiled, headers)) this.#proceed(compiled, headers, body);
    });
  }

  #receive(bytesMax: number, onBody: (body: Buffer) => void): void {
    const answer = this.#answer;
    receiveBody(this.#response, bytesMax, {
      onBody: (body) => {
        this.#edge.receiving.delete(answer);
        if (answer.isFinished) return;
        try {
          onBody(body);
        } catch (cause) {
          answer.fail(cause);
        }
      },
      onTooLarge: () => answer.refuseBodySize(bytesMax),
      onPart: () => this.#edge.receiving.add(answer),
    });
  }

  /** Address budget, credential, its budget, environment, idempotency header. False: refused. */
  #admitCaller(compiled: CompiledOperation, headers: RequestHeaders): boolean {
    const { limiter, credentials, nowMs } = this.#edge.parts;
    const answer = this.#answer;
    const now = nowMs();
    const address = this.#edge.addressOf(this.#response, headers);
    if (compiled.isPublic) {
      const ticket = limiter.takeDiscovery(address, now);
      answer.showBudget(ticket);
      return ticket.allowed || this.#refuseRate(ticket, "discovery");
    }
    const { protocol } = compiled;
    const ipTicket =
      protocol === undefined ? limiter.takeIp(address, now) : limiter.takeDiscovery(address, now);
    if (!ipTicket.allowed) {
      return this.#refuseRate(ipTicket, protocol === undefined ? "ip" : "discovery");
    }
    const caller = credentials.authenticate(headers.authorization, now);
    if (caller.refused) return this.#refuse(caller);
    const { environment } = headers;
    const known = environment === "" || environment === "sandbox" || environment === "live";
    const mismatch = checkEnvironment(caller, environment);
    if (mismatch !== undefined && known) return this.#refuse(mismatch);
    answer.caller = caller;
    if (answer.heard !== undefined) answer.heard.address = address;
    const ticket = limiter.takeCredential(caller.slot, protocol === undefined ? 1 : 0, now);
    answer.showBudget(ticket);
    if (!ticket.allowed) return this.#refuseRate(ticket, "credential");
    if (mismatch !== undefined) return this.#refuse(mismatch);
    return this.#admitHeaders(compiled, headers, caller);
  }

  #admitHeaders(
    { operation }: CompiledOperation,
    headers: RequestHeaders,
    caller: Authenticated,
  ): boolean {
    const refusal =
      refuseEnvironment(operation, caller.principal.environment) ??
      (operation.type === "read" ? undefined : refuseIdempotencyKey(headers));
    return refusal === undefined || this.#refuse(refusal);
  }

  /** Schema, Product, scope; then the room that answers. */
  #proceed(compiled: CompiledOperation, headers: RequestHeaders, body: Buffer): void {
    const answer = this.#answer;
    if (answer.isFinished) return;
    if (body.length > 0 && !isUtf8(body)) {
      const issue = { code: "utf8", message: "the body is not UTF-8", path: ["body"] };
      answer.refuse(refuseIssues([issue]));
      return;
    }
    if (compiled.protocol !== undefined) {
      const call = protocolCall(this.#edge, answer, headers, answer.caller as Authenticated);
      compiled.protocol.answer(call, body.toString("utf8"));
      return;
    }
    const text = body.length === 0 ? "" : body.toString("utf8");
    const { heard } = answer;
    if (heard !== undefined) {
      heard.body = text;
      heard.bodyBytes = body.length;
    }
    const input = inputOf(compiled, {
      pathValues: this.#pathValues,
      query: this.#query,
      contentType: headers.contentType,
      body: text,
    });
    if ("issues" in input) {
      answer.refuse(refuseIssues(input.issues));
      return;
    }
    if (heard !== undefined) heard.isValid = true;
    const { caller } = answer;
    const { operation } = compiled;
    if (caller !== undefined) {
      const denied = checkProduct(caller) ?? checkScope(caller, operation.scope, operation.id);
      if (denied !== undefined) {
        answer.refuse(denied);
        return;
      }
    }
    if (compiled.isSystem) {
      const message = `${operation.id} is done by the platform, never by a caller`;
      answer.refuse(refuse("operation_not_allowed", message, { reason: "system_operation" }));
    } else if (operation.type === "write") {
      this.#sendWrite(operation.id, headers, caller as Authenticated, input.text);
    } else answerRead(answer, this.#edge, operation, caller, input.value);
  }

  #sendWrite(
    operationId: string,
    { idempotencyKey }: RequestHeaders,
    caller: Authenticated,
    inputText: string,
  ): void {
    const { principalId, productId, environment } = caller.principal;
    const courier = this.#edge.parts.couriers[caller.shard];
    const envelope =
      `"o":"${operationId}","r":"${this.#answer.requestId}",` +
      `"c":"${scopeKeyOf(productId, environment)}","p":"${principalId}",` +
      `"k":"${idempotencyKey}","i":${inputText}}`;
    if (courier?.send(envelope, this.#answer, this.#edge.parts.nowMs()) === true) return;
    const message = "the ledger does not take more requests now; retry with the same key";
    this.#answer.refuse(refuse("ledger_unavailable", message, {}), "\r\nretry-after: 1");
  }

  #refuse(refusal: Refusal): false {
    this.#answer.refuse(refusal);
    return false;
  }

  #refuseRate(ticket: RateTicket, budget: Budget): false {
    this.#answer.refuseRate(ticket, budget);
    return false;
  }
}

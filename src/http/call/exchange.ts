/**
 * One request over HTTP: the phases of refusal that are HTTP's own (framing, route, start, body
 * size), then the input, made from the request's texts. The room `calls` does the rest, and
 * `http_call.ts` writes the answer.
 */
import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import { isUtf8 } from "node:buffer";
import { invariant } from "../../base/invariant.ts";
import type { Callable } from "../../calls/callable.ts";
import { refusalWhileStarting } from "../../calls/calls.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import type { EdgeContext } from "../edge_context.ts";
import type { ProtocolRoute } from "../protocol_route.ts";
import { discardBody, receiveBody } from "../read/request_body.ts";
import { framingFault, isChunked } from "../read/request_headers.ts";
import { inputOf } from "../read/request_input.ts";
import type { Route } from "../route.ts";
import { HttpCall } from "./http_call.ts";
import { answerUnmatched } from "./unmatched.ts";

/** The most bytes of a body (specification, Limits). */
export const BODY_BYTES_MAX = 1_048_576;
/** The most bytes of a body on a public route, which authenticates nobody. */
export const ANONYMOUS_BODY_BYTES_MAX = 262_144;

const NO_BODY = Buffer.alloc(0);

/** Takes a request over from its handler and answers it, at once or later. */
export function exchange(
  edge: EdgeContext,
  route: Route | undefined,
  response: HttpResponse,
  request: HttpRequest,
): void {
  const call = new HttpCall(edge, route, response, request);
  try {
    if (isTaken(edge, call)) {
      if (route === undefined) answerPath(edge, call, request.getUrl());
      else new Exchange(edge, route, call, request).begin();
    }
  } catch (cause) {
    edge.calls.fail(call, cause);
  }
}

/** Answers a request that no route takes. */
function answerPath(edge: EdgeContext, call: HttpCall, path: string): void {
  const allow = edge.methods.allowOf(path);
  const hint = allow === undefined ? edge.hints.hintFor(path) : undefined;
  answerUnmatched(call, allow, hint);
}

/**
 * True when the message can be read in one way only, and the network that it comes from has no more connections
 * than it may. Otherwise the request is refused and its connection ends.
 */
export function isTaken(edge: EdgeContext, call: HttpCall): boolean {
  const fault = framingFault(call.headers);
  if (fault !== undefined) {
    call.isLast = true;
    call.refuse(refuseIssues([{ code: "framing", message: fault, path: ["headers"] }]));
    return false;
  }
  const refusal = edge.connections.refusalOf(call.response, edge.nowMs);
  if (refusal === undefined) return true;
  call.isLast = true;
  const answer = () => call.refuse(refusal);
  if (isChunked(call.headers) || call.bodyBytes > 0) discardBody(call.response, answer);
  else answer();
  return false;
}

/**
 * Calls `onBody` with the whole body of a request that has one. Refuses the call when the body has
 * more than `bytesMax` bytes, by its length or as it arrives.
 */
export function receiveBodyOf(
  edge: EdgeContext,
  call: HttpCall,
  bytesMax: number,
  onBody: (body: Buffer) => void,
): void {
  if (call.bodyBytes > bytesMax) {
    discardBody(call.response, () => refuseBodySize(call, bytesMax));
    return;
  }
  receiveBody(call.response, bytesMax, {
    onBody: (body) => {
      if (call.isPartial) edge.receiving.delete(call);
      call.isPartial = false;
      if (call.isFinished) return;
      call.bodyBytes = body.length;
      try {
        onBody(body);
      } catch (cause) {
        edge.calls.fail(call, cause);
      }
    },
    onTooLarge: () => refuseBodySize(call, bytesMax),
    onPart: () => {
      call.isPartial = true;
      edge.receiving.add(call);
    },
  });
}

function refuseBodySize(call: HttpCall, maxBytes: number): void {
  const message = `the body is larger than ${maxBytes} bytes`;
  call.isLast = true;
  call.refuse(refuse("request_body_too_large", message, { maxBytes }));
}

export function bodyBytesMaxOf({ gate }: Pick<Route, "gate">): number {
  return gate.isPublic ? ANONYMOUS_BODY_BYTES_MAX : BODY_BYTES_MAX;
}

function hasRanges({ operation }: Callable): boolean {
  return operation.type === "read" && operation.file?.hasRanges === true;
}

class Exchange {
  readonly #edge: EdgeContext;
  readonly #route: Route;
  readonly #call: HttpCall;
  readonly #pathValues: string[] = [];
  /** Name of a header of the protocol that came twice; "" when none did. */
  #repeated = "";

  /** Reads everything that uWebSockets.js does not keep after its handler has returned. */
  constructor(edge: EdgeContext, route: Route, call: HttpCall, request: HttpRequest) {
    this.#edge = edge;
    this.#route = route;
    this.#call = call;
    for (let at = 0; at < route.pathNames.length; at++) {
      this.#pathValues.push(request.getParameter(at) ?? "");
    }
    const { target } = route;
    if (target.kind === "protocol") this.#keepHeaders(target.protocol, request);
    if (target.kind === "operation" && hasRanges(target.callable) && call.method === "get") {
      call.keepRange(request);
    }
  }

  /** Runs the phases before the body, and the phase of the body's size in its place among them. */
  begin(): void {
    const call = this.#call;
    const route = this.#route;
    if (route.target.kind === "protocol" && this.#isRefusedEarly(route.target.protocol)) return;
    if (!this.#edge.ready) {
      const refusal = refusalWhileStarting(route.gate.isMutation ? "write" : "read");
      this.#unread(() => call.refuse(refusal));
      return;
    }
    const isLengthUnknown = isChunked(call.headers);
    const length = call.bodyBytes;
    if (!isLengthUnknown && length === 0) {
      if (this.#admit()) this.#proceed(NO_BODY);
      return;
    }
    const bytesMax = bodyBytesMaxOf(route);
    if (!isLengthUnknown && length <= bytesMax && !this.#admit()) return;
    receiveBodyOf(this.#edge, call, bytesMax, (body) => {
      if (!isLengthUnknown || this.#admit()) this.#proceed(body);
    });
  }

  /** Answers without the body; a chunked body is discarded first, because its answer closes. */
  #unread(answer: () => void): void {
    if (isChunked(this.#call.headers)) discardBody(this.#call.response, answer);
    else answer();
  }

  /** Keeps the headers that the protocol reads; one that comes twice is an attack or a mistake. */
  #keepHeaders({ headers: names = [] }: ProtocolRoute, request: HttpRequest): void {
    if (names.length === 0) return;
    const kept = new Map<string, string>();
    request.forEach((name, value) => {
      if (!names.includes(name)) return;
      if (kept.has(name)) this.#repeated = name;
      kept.set(name, value);
    });
    this.#call.keepHeaders(kept);
  }

  /** Refuses what no request to a protocol may be, before its credential and its body. */
  #isRefusedEarly(protocol: ProtocolRoute): boolean {
    const call = this.#call;
    if (this.#repeated !== "") {
      const message = `the header ${this.#repeated} was sent twice; send it once`;
      const issue = { code: "framing", message, path: ["headers"] };
      this.#unread(() => call.refuse(refuseIssues([issue])));
      return true;
    }
    const early = protocol.refusalOf?.(call);
    if (early !== undefined) {
      const { status, contentType, body, code } = early;
      this.#unread(() => call.respond(status, contentType, body, code));
      return true;
    }
    if (call.method === "post") return false;
    this.#unread(() => this.#refuseMethod(protocol.onlyPost));
    return true;
  }

  #refuseMethod(message: string): void {
    const allow = "OPTIONS, POST";
    if (this.#call.method === "options") {
      this.#call.answerOptions(allow);
      return;
    }
    const issue = { code: "method", message, path: ["method"] };
    this.#call.refuseAs(405, refuseIssues([issue]), `\r\nallow: ${allow}`);
  }

  #admit(): boolean {
    return this.#edge.calls.admit(this.#call, this.#route.gate);
  }

  /** Makes the input from the request's texts, and hands the call to the protocol or to `calls`. */
  #proceed(bytes: Buffer): void {
    const call = this.#call;
    if (call.isFinished) return;
    if (bytes.length > 0 && !isUtf8(bytes)) {
      const issue = {
        code: "encoding",
        message: "the body is not UTF-8; encode it as UTF-8",
        path: ["body"],
      };
      call.refuse(refuseIssues([issue]));
      return;
    }
    const body = bytes.length === 0 ? "" : bytes.toString("utf8");
    const { target, pathNames } = this.#route;
    if (target.kind === "protocol") {
      target.protocol.answer(call, body);
      return;
    }
    invariant(target.kind === "operation", "a document of the host root is no exchange");
    call.body = body;
    const input = inputOf(target.callable, pathNames, {
      pathValues: this.#pathValues,
      query: call.query,
      contentType: call.contentType,
      body,
    });
    call.isValid = input.issues === undefined;
    this.#edge.calls.run(call, target.callable, input);
    if (this.#route.gate.isMutation) call.holdConnection();
  }
}

/**
 * A document on the host root, outside the operations: framing, body limit, the discovery budget of
 * the caller's address, and then the document, or 304 where the client has the document already
 * (RFC 9110, 13.1.2).
 */
import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import { BARE_POLICY, DATA_HEADERS, NOSNIFF, pageHeaders } from "../answer/security_headers.ts";
import type { EdgeContext } from "../edge_context.ts";
import { bodyLengthOf, isChunked } from "../read/request_headers.ts";
import type { Route } from "../route.ts";
import { bodyBytesMaxOf, isTaken, receiveBodyOf } from "./exchange.ts";
import { HttpCall } from "./http_call.ts";
import { refuseUnknownPath } from "./unmatched.ts";

export type HostDocument = {
  /**
   * True when a request for the document takes from the discovery budget of the caller's address.
   */
  counted: boolean;
  /** True for what is asked for all the time: its requests stand in the log at debug. */
  isProbe?: boolean;
  /** Undefined where nothing is served. */
  answer(accepted: Accepted): Promise<DocumentAnswer | undefined>;
};

/** What the client takes: the headers `Accept` and `Accept-Encoding` of the request, each "" where it is absent. */
export type Accepted = { types: string; codings: string };

export type DocumentAnswer = {
  status: number;
  contentType: string;
  body: string;
  /** The body in a content coding, which `headers` name; `body` is then "". */
  bytes?: Uint8Array;
  /** Lines "name: value", each after "\r\n". */
  headers?: string;
  /** Strong entity tag, in its quotes. A document without one is kept by no cache. */
  etag?: string;
  /** Content-Security-Policy where the document is a page; else a page made of it loads nothing. */
  policy?: string;
};

/** Answers with a document. `route` stands for all documents in logs and metrics. */
export function serveDocument(
  edge: EdgeContext,
  route: Route,
  document: HostDocument,
  response: HttpResponse,
  request: HttpRequest,
): void {
  const call = new HttpCall(edge, route, response, request);
  call.isProbe = document.isProbe === true;
  const held = request.getHeader("if-none-match");
  const accepted = {
    types: request.getHeader("accept"),
    codings: request.getHeader("accept-encoding"),
  };
  if (!isTaken(edge, call)) return;
  const answer = () => {
    if (document.counted && !edge.calls.admit(call, route.gate)) return;
    document.answer(accepted).then(
      (found) => {
        if (found === undefined) call.refuse(refuseUnknownPath(undefined));
        else respond(call, found, held);
      },
      (cause) => edge.calls.fail(call, cause),
    );
  };
  if (isChunked(call.headers) || bodyLengthOf(call.headers) > 0) {
    receiveBodyOf(edge, call, bodyBytesMaxOf(route), answer);
  } else answer();
}

function respond(call: HttpCall, found: DocumentAnswer, held: string): void {
  const { status, contentType, body, bytes, headers = "", etag, policy = BARE_POLICY } = found;
  const isHeld = etag !== undefined && holds(held, etag);
  const guard = (etag === undefined ? DATA_HEADERS : NOSNIFF) + pageHeaders(policy);
  const head = { status: isHeld ? 304 : status, contentType, headers: headers + guard };
  call.respondDocument(head, isHeld ? "" : (bytes ?? body));
}

/** Whether an If-None-Match header names the tag, by weak comparison (RFC 9110, 13.1.2). */
function holds(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === "") return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

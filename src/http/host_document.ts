/**
 * A document on the host root, outside the operations: framing, body limit, the discovery budget of
 * the caller's address, and then the document, or 304 where the client has it (RFC 9110, 13.1.2).
 */
import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import { refuseIssues } from "../contract/page.ts";
import { ANONYMOUS_BODY_BYTES_MAX } from "./admission.ts";
import { Answer } from "./answer.ts";
import type { CompiledOperation } from "./compiled_operation.ts";
import type { Edge } from "./edge.ts";
import { discardBody } from "./request_body.ts";
import { framingFault } from "./request_headers.ts";

export type HostDocument = {
  /** Counted against the discovery budget of the caller's address. */
  counted: boolean;
  answer(): Promise<DocumentAnswer>;
};

export type DocumentAnswer = {
  status: number;
  contentType: string;
  body: string;
  /** Lines "name: value", each after "\r\n". */
  headers?: string;
  /** Strong entity tag, in its quotes. */
  etag?: string;
};

/** `compiled` names all documents in logs and metrics. */
export function serveDocument(
  edge: Edge,
  compiled: CompiledOperation,
  document: HostDocument,
  response: HttpResponse,
  request: HttpRequest,
): void {
  const answer = new Answer(edge, compiled, response);
  const headers = answer.read(request);
  const held = request.getHeader("if-none-match");
  const fault = framingFault(headers);
  if (fault !== undefined) {
    const issue = { code: "framing", message: fault, path: ["headers"] };
    answer.isLast = true;
    answer.refuse(refuseIssues([issue]), "", 400);
    return;
  }
  if (Number(headers.contentLength ?? 0) > ANONYMOUS_BODY_BYTES_MAX) {
    discardBody(response, () => answer.refuseBodySize(ANONYMOUS_BODY_BYTES_MAX));
    return;
  }
  if (document.counted) {
    const { limiter, nowMs } = edge.parts;
    const ticket = limiter.takeDiscovery(edge.addressOf(response, headers), nowMs());
    answer.showBudget(ticket);
    if (!ticket.allowed) {
      answer.refuseRate(ticket, "discovery");
      return;
    }
  }
  document.answer().then(
    (found) => respond(answer, found, held),
    (cause) => answer.fail(cause),
  );
}

function respond(answer: Answer, found: DocumentAnswer, held: string): void {
  const { status, contentType, body, headers = "", etag } = found;
  const isHeld = etag !== undefined && holds(held, etag);
  answer.respondDocument(isHeld ? 304 : status, contentType, headers, isHeld ? "" : body);
}

/** Whether an If-None-Match names the tag; it compares weakly (RFC 9110, 13.1.2). */
function holds(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === "") return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

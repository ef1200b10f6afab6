/**
 * What others deliver to the host root, outside the operations: a POST of bytes, signed in headers, for one name in
 * its path. Framing, the start, the budget of the sender's address and the body's size are as of the operations.
 * Who has sent it, whoever takes it finds out.
 */
import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import { refusalWhileStarting } from "../../calls/calls.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { JSON_TYPE } from "../answer/response_head.ts";
import type { HostDelivery } from "../delivery_route.ts";
import type { EdgeContext } from "../edge_context.ts";
import { discardBody } from "../read/request_body.ts";
import { isChunked } from "../read/request_headers.ts";
import type { Route } from "../route.ts";
import { isTaken, receiveBodyOf } from "./exchange.ts";
import { HttpCall } from "./http_call.ts";

const ALLOW = "OPTIONS, POST";
const TAKEN = "{}";
const NO_BODY = new Uint8Array(0);

/** Takes what was delivered over from its handler and answers it, at once or later. */
export function serveDelivery(
  edge: EdgeContext,
  route: Route,
  delivery: HostDelivery,
  response: HttpResponse,
  request: HttpRequest,
): void {
  const call = new HttpCall(edge, route, response, request);
  const name = request.getParameter(0) ?? "";
  const headers = Object.fromEntries(
    delivery.headers.map((header) => [header, request.getHeader(header)]),
  );
  if (!isTaken(edge, call)) return;
  const isLengthUnknown = isChunked(call.headers);
  const unread = (answer: () => void) => {
    if (isLengthUnknown) discardBody(response, answer);
    else answer();
  };
  if (call.method !== "post") {
    unread(() => refuseMethod(call));
    return;
  }
  if (!edge.ready) {
    unread(() => call.refuse(refusalWhileStarting("write")));
    return;
  }
  const isAdmitted = () => edge.calls.admit(call, route.gate);
  const take = (body: Uint8Array) => answerWith(edge, call, delivery.take({ name, headers, body }));
  const { bodyBytesMax } = delivery;
  if (!isLengthUnknown && call.bodyBytes === 0) {
    if (isAdmitted()) take(NO_BODY);
    return;
  }
  if (!isLengthUnknown && call.bodyBytes <= bodyBytesMax && !isAdmitted()) return;
  receiveBodyOf(edge, call, bodyBytesMax, (body) => {
    // The memory of the body is the server's again afterwards.
    if (!isLengthUnknown || isAdmitted()) take(new Uint8Array(body));
  });
}

function answerWith(edge: EdgeContext, call: HttpCall, taking: Promise<Refusal | undefined>): void {
  taking.then(
    (refusal) => {
      if (refusal === undefined) call.respond(200, JSON_TYPE, TAKEN, undefined);
      else call.refuse(refusal);
    },
    (cause) => edge.calls.fail(call, cause),
  );
  call.holdConnection();
}

function refuseMethod(call: HttpCall): void {
  if (call.method === "options") {
    call.answerOptions(ALLOW);
    return;
  }
  const issue = { code: "method", message: "this path takes POST only", path: ["method"] };
  call.refuseAs(405, refuseIssues([issue]), `\r\nallow: ${ALLOW}`);
}

/**
 * What is noted of a request when it has ended: its counts, its line in the process's log, and its
 * entry in the log of requests when its caller is known.
 */
import type { CallTarget } from "../../calls/target.ts";
import type { Caller } from "../../contract/declare/caller.ts";
import type { RequestMark } from "../../contract/messages/request_log.ts";
import type { ErrorCode } from "../../contract/refusals/error_catalog.ts";
import type { EdgeContext } from "../edge_context.ts";
import type { RequestHeaders } from "../read/request_headers.ts";
import { suffixOfMark } from "../read/request_ids.ts";
import { traceContextOf } from "../read/trace_context.ts";
import type { Route } from "../route.ts";
import type { RequestLine } from "./request_log.ts";
import { addressText, pathKept, type ReceivedRequest, requestNote } from "./request_record.ts";
import { count } from "./tally.ts";
import type { RequestSpan } from "./tracing.ts";

/** The address of a client that went away before it was asked for. */
export const NO_ADDRESS = new Uint8Array(0);

export type EndedRequest = ReceivedRequest & {
  readonly headers: RequestHeaders;
  readonly span: RequestSpan | undefined;
  readonly isProbe: boolean;
  readonly caller: Caller;
  /** Where the request acted, of a caller that has several targets. */
  readonly targets: readonly CallTarget[] | undefined;
};

/** How a request ended. */
export type RequestEnd = {
  status: number;
  code: ErrorCode | undefined;
  ms: number;
  isReplay: boolean;
  body: string;
  bodyBytes: number;
  /** The mark that the answer's operation id is made of; undefined where no mark was taken. */
  mark: RequestMark | undefined;
  /** The suffix of the operation's id where a shard made it; "" elsewhere. */
  operationSuffix: string;
  /** Empty when the client had gone before its address was asked for. */
  address: Uint8Array;
};

/** `route`: undefined for an unknown method or path. */
export function noteEnd(
  edge: EdgeContext,
  route: Route | undefined,
  request: EndedRequest,
  end: RequestEnd,
): void {
  const { status, code, ms } = end;
  count(route?.tally ?? edge.unmatched, status, code, ms);
  const durationMs = Math.round(ms * 100) / 100;
  const { span, headers } = request;
  const traceId = span?.traceId ?? traceContextOf(headers.traceparent)?.traceId;
  record(edge, route, request, end, durationMs, traceId);
  const { log } = edge;
  const isLogged = request.isProbe ? log.probesEnabled : log.enabled;
  if (!isLogged && span === undefined) return;
  const line = lineOf(route, request, end, durationMs, traceId);
  if (isLogged && request.isProbe) log.probeLine(line);
  else if (isLogged) log.line(line);
  const operationId = operationIdOf(end);
  span?.end({ ...line, userAgent: headers.userAgent, operationId });
}

/** The operation that the answer names; "" where the answer names none. */
function operationIdOf({ mark, operationSuffix }: RequestEnd): string {
  if (operationSuffix !== "") return `op_${operationSuffix}`;
  return mark === undefined ? "" : `op_${suffixOfMark(mark)}`;
}

function lineOf(
  route: Route | undefined,
  request: EndedRequest,
  end: RequestEnd,
  durationMs: number,
  traceId: string | undefined,
): RequestLine {
  const { requestId, caller, span } = request;
  const isOfKey = caller.kind === "product_key";
  const principal = isOfKey ? caller.principal : request.targets?.[0]?.principal;
  const { status, code, body, address } = end;
  return {
    requestId,
    operation: route?.id ?? `${request.method} unmatched`,
    method: request.method.toUpperCase(),
    route: route?.target.kind === "document" ? request.path : route?.template,
    path: pathKept(request.path, route),
    client: addressText(address),
    status,
    code,
    ms: durationMs,
    bytesIn: request.bodyBytes,
    bytesOut: body === "" ? end.bodyBytes : Buffer.byteLength(body),
    traceId,
    spanId: span?.spanId,
    keyId: isOfKey ? principal?.principalId : undefined,
    productId: principal?.productId || undefined,
    replayed: end.isReplay,
  };
}

/** Enters the request into the log of each Product that it acted in. */
function record(
  edge: EdgeContext,
  route: Route | undefined,
  request: EndedRequest,
  end: RequestEnd,
  durationMs: number,
  traceId: string | undefined,
): void {
  const { caller, targets } = request;
  if (route === undefined) return;
  if (caller.kind === "product_key") {
    recordAt(caller.realmKey, edge, route, request, end, durationMs, traceId);
  } else if (targets !== undefined) {
    let isFirst = true;
    for (const { realmKey, product } of targets) {
      if (product === undefined) continue;
      recordAt(realmKey, edge, route, request, end, durationMs, traceId, isFirst);
      isFirst = false;
    }
  }
}

function recordAt(
  realmKey: string,
  { recorder, ids }: EdgeContext,
  route: Route,
  request: EndedRequest,
  { status, code, body, bodyBytes, address, operationSuffix, mark }: RequestEnd,
  durationMs: number,
  traceId = "",
  isFirst = true,
): void {
  if (recorder === undefined) return;
  // Entries stand in the order of their marks. The mark of an answer that took its time, such as a large
  // body or a stream, is that of its operation only. Each of several entries has a mark of its own.
  const isNewest = isFirst && mark !== undefined && ids.isNewest(mark);
  const own = operationSuffix === "" && mark !== undefined && !isNewest ? suffixOfMark(mark) : "";
  const sent = {
    mark: isNewest ? mark : ids.nextMark(),
    operationSuffix: operationSuffix + own,
    traceId,
    address,
    status,
    code,
    durationMs,
    body,
    bodyBytes,
  };
  recorder.record(requestNote(route, request.caller, realmKey, request, sent));
}

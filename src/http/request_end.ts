/**
 * What is noted of a request when it has ended: its counts, its line in the process's log, and its
 * entry in the log of requests when its caller is known.
 */
import type { Caller } from "../contract/caller.ts";
import type { ErrorCode } from "../contract/error_catalog.ts";
import type { EdgeContext } from "./edge_context.ts";
import { bodyLengthOf, type RequestHeaders } from "./request_headers.ts";
import type { RequestLine } from "./request_log.ts";
import { addressText, pathKept, type ReceivedRequest, requestEntry } from "./request_record.ts";
import type { Route } from "./route.ts";
import { count } from "./tally.ts";
import { traceContextOf } from "./trace_context.ts";
import type { RequestSpan } from "./tracing.ts";

/** The address of a client that went away before it was asked for. */
export const NO_ADDRESS = new Uint8Array(0);

export type EndedRequest = {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly span: RequestSpan | undefined;
  readonly isProbe: boolean;
  readonly caller: Caller;
  readonly headers: RequestHeaders;
  readonly received: ReceivedRequest | undefined;
};

/** How a request ended. `suffix` and `operationId`: of its operation, where the answer named one. */
export type RequestEnd = {
  status: number;
  code: ErrorCode | undefined;
  ms: number;
  isReplay: boolean;
  body: string;
  bodyBytes: number;
  suffix: string | undefined;
  operationId: string;
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
  if (request.received !== undefined) record(edge, route, request, end, { durationMs, traceId });
  const { log } = edge;
  const isLogged = request.isProbe ? log.probesEnabled : log.enabled;
  if (!isLogged && span === undefined) return;
  const line = lineOf(route, request, end, { durationMs, traceId });
  if (isLogged && request.isProbe) log.probeLine(line);
  else if (isLogged) log.line(line);
  const { userAgent } = headers;
  span?.end({ ...line, userAgent, operationId: end.operationId });
}

type Noted = { durationMs: number; traceId: string | undefined };

function lineOf(
  route: Route | undefined,
  request: EndedRequest,
  end: RequestEnd,
  { durationMs, traceId }: Noted,
): RequestLine {
  const { requestId, caller, headers, received, span } = request;
  const principal = caller.kind === "product_key" ? caller.principal : undefined;
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
    bytesIn: received?.bodyBytes ?? bodyLengthOf(headers),
    bytesOut: body === "" ? end.bodyBytes : Buffer.byteLength(body),
    traceId,
    spanId: span?.spanId,
    keyId: principal?.principalId,
    productId: principal?.productId,
    replayed: end.isReplay,
  };
}

function record(
  { recorder, ids }: EdgeContext,
  route: Route | undefined,
  { requestId, caller, headers, received }: EndedRequest,
  { status, code, body, bodyBytes, ...end }: RequestEnd,
  { durationMs, traceId = "" }: Noted,
): void {
  if (recorder === undefined || route === undefined || caller.kind !== "product_key") return;
  if (received === undefined) return;
  const suffix = end.suffix ?? ids.nextSuffix();
  const operationId = end.operationId || `op_${suffix}`;
  const ended = { status, code, durationMs, body, bodyBytes };
  const answered = { suffix, operationId, requestId, traceId, ...ended };
  recorder.record(requestEntry(route, caller, headers, received, answered));
}

/**
 * What is noted of a request when it has ended: its counts, its line in the process's log, and its
 * entry in the log of requests when its caller is known.
 */
import type { Caller } from "../contract/caller.ts";
import type { ErrorCode } from "../contract/error_catalog.ts";
import type { EdgeContext } from "./edge_context.ts";
import type { RequestHeaders } from "./request_headers.ts";
import { type ReceivedRequest, requestEntry } from "./request_record.ts";
import type { Route } from "./route.ts";
import { count } from "./tally.ts";

export type EndedRequest = {
  readonly requestId: string;
  readonly method: string;
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
  if (request.received !== undefined) record(edge, route, request, end, durationMs);
  if (!edge.log.enabled) return;
  const { requestId, method, caller } = request;
  const principal = caller.kind === "product_key" ? caller.principal : undefined;
  edge.log.line({
    requestId,
    operation: route?.id ?? `${method} unmatched`,
    status,
    code,
    ms: durationMs,
    keyId: principal?.principalId,
    productId: principal?.productId,
    replayed: end.isReplay,
  });
}

function record(
  { recorder, ids }: EdgeContext,
  route: Route | undefined,
  { requestId, caller, headers, received }: EndedRequest,
  { status, code, body, bodyBytes, ...end }: RequestEnd,
  durationMs: number,
): void {
  if (recorder === undefined || route === undefined || caller.kind !== "product_key") return;
  if (received === undefined) return;
  const suffix = end.suffix ?? ids.nextSuffix();
  const operationId = end.operationId || `op_${suffix}`;
  const answered = { suffix, operationId, requestId, status, code, durationMs, body, bodyBytes };
  recorder.record(requestEntry(route, caller, headers, received, answered));
}

/** Spans of requests, as the room needs them; who makes and sends them is known to the wiring. */
import type { RequestHeaders } from "../read/request_headers.ts";

/** How a request ended, for its span; texts may be empty. */
export type TracedEnd = {
  method: string;
  /** The path with the names of its parameters; undefined where no route matched. */
  route: string | undefined;
  path: string;
  operation: string;
  status: number;
  code: string | undefined;
  client: string;
  userAgent: string;
  requestId: string;
  operationId: string;
  bytesIn: number;
  bytesOut: number;
};

export interface RequestSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** The request's write is with its shard: until the reply, it is decided and made durable. */
  posted(): void;
  replied(): void;
  end(end: TracedEnd): void;
}

export interface Tracing {
  /** The span's parent is the span that a valid `traceparent` names. */
  begin(headers: Pick<RequestHeaders, "traceparent" | "tracestate">): RequestSpan;
}

/** The log line of a request: never a header, a body or a secret. */
import type { Logger } from "pino";

export type RequestLine = {
  requestId: string;
  /** Operation id, or the method and "unmatched". */
  operation: string;
  method: string;
  /** The path with the names of its parameters; undefined where no route matched. */
  route: string | undefined;
  /** Without the query. */
  path: string;
  /** Address of the client; "" when the client had gone before it was asked for. */
  client: string;
  status: number;
  code: string | undefined;
  ms: number;
  /** Bytes of the request's body and of the answer's. */
  bytesIn: number;
  bytesOut: number;
  /** The trace that the request belongs to, and its span where tracing is on. */
  traceId: string | undefined;
  spanId: string | undefined;
  keyId: string | undefined;
  productId: string | undefined;
  replayed: boolean;
};

export type RequestLog = {
  /** False when the logger drops the lines of requests: then the caller need not make them. */
  readonly enabled: boolean;
  /** False when the logger drops the lines of health checks and scrapes, whose level is one lower. */
  readonly probesEnabled: boolean;
  line(line: RequestLine): void;
  probeLine(line: RequestLine): void;
  fault(what: string, error: Error): void;
};

/**
 * The line of a request has no field with a secret's name. What a caller chose in it, the request id
 * and the path, the logger writes as JSON, and the removal of API keys from finished lines sees it.
 * So the line skips the logger's search by names, which cost more than the rest of the request.
 */
export function requestLog(logger: Logger): RequestLog {
  const enabled = logger.isLevelEnabled("info");
  const probesEnabled = logger.isLevelEnabled("debug");
  const lines = logger.child({}, { redact: [] });
  return {
    enabled,
    probesEnabled,
    probeLine(line) {
      if (probesEnabled) lines.debug(line, "request");
    },
    line(line) {
      if (enabled) lines.info(line, "request");
    },
    fault(what, error) {
      logger.error({ err: error }, what);
    },
  };
}

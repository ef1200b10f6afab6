/** The log line of a request: never a header, a body or a secret. */
import type { Logger } from "pino";

export type RequestLine = {
  requestId: string;
  /** Operation id, or the method and "unmatched". */
  operation: string;
  status: number;
  code: string | undefined;
  ms: number;
  keyId: string | undefined;
  productId: string | undefined;
  replayed: boolean;
};

export type RequestLog = {
  /** False when the logger drops the lines of requests: then the caller need not make them. */
  readonly enabled: boolean;
  line(line: RequestLine): void;
  fault(what: string, error: Error): void;
};

/**
 * The line of a request holds nothing that a caller chose but the request id, which is visible ASCII
 * without an API key, and which the logger writes as JSON. So the line skips the logger's search for
 * secrets, which cost more than the rest of the request.
 */
export function requestLog(logger: Logger): RequestLog {
  const enabled = logger.isLevelEnabled("info");
  const lines = logger.child({}, { redact: [] });
  return {
    enabled,
    line(line) {
      if (enabled) lines.info(line, "request");
    },
    fault(what, error) {
      logger.error({ err: error }, what);
    },
  };
}

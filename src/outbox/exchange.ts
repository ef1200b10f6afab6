/**
 * One request over one connection, and what is to be known of its answer: the status, when to try
 * again, the first bytes of the body. Reads at most `ANSWER_BYTES_MAX` bytes of an answer with its
 * head and its framing; whoever sends more is not read any further.
 */
import type { WebhookError } from "../contract/messages/webhook_outcome.ts";
import type { Connection } from "./pinned_connections.ts";

/** Bytes of one answer, all of it: head, informational answers, body, chunk headers, trailers. */
export const ANSWER_BYTES_MAX = 65_536;

/** How a request is ended from outside, at its timeout or by an abort: `reason` is set, then `onCut` is called once. */
export type Cut = { reason: "timeout" | "aborted" | undefined; onCut: (() => void) | undefined };

export type OutgoingRequest = {
  method: "GET" | "POST" | "PUT";
  path: string;
  /** Names and values in turns. */
  headers: string[];
  body?: Uint8Array | undefined;
  /** The most bytes of the answer's body that are kept, and one more, which says that the body is longer. */
  keptBytesMax: number;
};

export type Exchange = {
  httpStatus: number | undefined;
  /** The value of `retry-after`, where the answer has one. */
  retryAfter: string | undefined;
  /** The first bytes of the body, at most one more than were to be kept. */
  chunks: Uint8Array[];
  /** `whole`: the connection can be used again. `large`: more came than is read. */
  end: "whole" | "large" | "failed";
  fault: WebhookError | undefined;
  /**
   * The connection was an old one and ended without a byte of an answer: most probably the receiver
   * had closed it before the request came.
   */
  isStale: boolean;
};

/** Sends the request. Never rejects. When it returns, nothing of the connection is read any more. */
export function exchange(
  connection: Connection,
  { method, path, headers, body, keptBytesMax }: OutgoingRequest,
  cut: Cut,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const answer: Exchange = {
      httpStatus: undefined,
      retryAfter: undefined,
      chunks: [],
      end: "failed",
      fault: undefined,
      isStale: false,
    };
    let isOver = false;
    let isReused = false;
    let bytesBefore = 0;
    let kept = 0;

    const settle = (end: Exchange["end"], fault?: WebhookError) => {
      if (isOver) return;
      isOver = true;
      cut.onCut = undefined;
      connection.onRead = undefined;
      answer.end = end;
      answer.fault = fault;
      resolve(answer);
    };
    const isLarge = () => bytesOf(connection) - bytesBefore > ANSWER_BYTES_MAX;
    const judgeSize = () => {
      if (!isLarge()) return;
      if (answer.httpStatus === undefined) settle("failed", "invalid_response");
      else settle("large");
    };

    if (cut.reason !== undefined) {
      settle("failed", cut.reason);
      return;
    }
    cut.onCut = () => settle("failed", cut.reason);
    connection.onRead = judgeSize;
    connection.client.dispatch(
      { method, path, headers, body: body ?? null },
      {
        onConnect() {
          isReused = connection.answers > 0;
          bytesBefore = bytesOf(connection);
        },
        onHeaders(status, rawHeaders) {
          if (status < 200 || isOver) return true;
          answer.httpStatus = status;
          answer.retryAfter = headerOf(rawHeaders, "retry-after");
          return true;
        },
        onData(chunk) {
          if (kept <= keptBytesMax && !isOver) {
            const part = chunk.subarray(0, keptBytesMax + 1 - kept);
            // The chunk is undici's memory, and may be much larger than what is kept of it.
            answer.chunks.push(Uint8Array.from(part));
            kept += part.length;
          }
          return true;
        },
        onComplete() {
          settle(isLarge() ? "large" : "whole");
        },
        onError(error) {
          answer.isStale = isReused && bytesOf(connection) === bytesBefore;
          settle("failed", connection.fault ?? faultOf(error, answer.httpStatus));
        },
      },
    );
  });
}

function headerOf(raw: Buffer[], name: string): string | undefined {
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (raw[at]?.length === name.length && raw[at]?.toString("latin1").toLowerCase() === name) {
      return raw[at + 1]?.toString("latin1");
    }
  }
  return undefined;
}

/** Bytes that the present socket has received. */
function bytesOf({ socket }: Connection): number {
  return socket?.bytesRead ?? 0;
}

/** What went wrong after there was a connection, by the errors of undici and of node:tls. */
function faultOf(error: Error & { code?: string }, httpStatus: number | undefined): WebhookError {
  const { code = "", message } = error;
  if (code === "UND_ERR_INVALID_ARG") return "internal_fault";
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_")) return "tls_failed";
  if (code === "HPE_INVALID_EOF_STATE") return "closed_early";
  // The body ended before its length; or, before there was a body, the head has two lengths.
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") {
    return httpStatus === undefined ? "invalid_response" : "closed_early";
  }
  const isInvalid =
    code.startsWith("HPE_") ||
    code === "UND_ERR_HEADERS_OVERFLOW" ||
    code === "ERR_ASSERTION" ||
    (code === "UND_ERR_SOCKET" && message.startsWith("bad "));
  return isInvalid ? "invalid_response" : "closed_early";
}

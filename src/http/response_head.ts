/**
 * Status line and headers of a response, written in one call into native code: all headers are one
 * text behind the status. A call costs about 0.7 us, and a response has eight headers (measured: 7
 * us of 28 us a request on the machine of bench/README.md). Every value is made here or was
 * checked: no value can hold a line break.
 */
import type { HttpResponse } from "uWebSockets.js";
import type { RateTicket } from "../access/rate_limit.ts";
import type { ErrorCode } from "../contract/error_catalog.ts";

const STATUS_LINES: Record<number, string> = {
  200: "200 OK",
  201: "201 Created",
  204: "204 No Content",
  302: "302 Found",
  303: "303 See Other",
  304: "304 Not Modified",
  400: "400 Bad Request",
  401: "401 Unauthorized",
  403: "403 Forbidden",
  404: "404 Not Found",
  405: "405 Method Not Allowed",
  409: "409 Conflict",
  411: "411 Length Required",
  413: "413 Content Too Large",
  415: "415 Unsupported Media Type",
  422: "422 Unprocessable Content",
  429: "429 Too Many Requests",
  500: "500 Internal Server Error",
  502: "502 Bad Gateway",
  503: "503 Service Unavailable",
};

/** `headers` are lines "name: value", each after "\r\n", or "". */
export type ResponseHead = { status: number; contentType: string; headers: string };

/**
 * The answer to HEAD, a 204 and a 304: status and headers. RFC 9110, 9.3.2: "the server MUST NOT send
 * content in the response"; a client would read a body as the next response. There is no
 * Content-Length either: uWebSockets.js would wait for a body of that length and end the
 * connection. Only where the connection ends anyway, the length 0 is sent.
 */
export function writeResponseWithoutBody(
  response: HttpResponse,
  head: ResponseHead,
  closeConnection: boolean,
): void {
  startResponse(response, head);
  if (closeConnection) response.endWithoutBody(0, true);
  else response.endWithoutBody();
}

/** Writes a whole response. */
export function writeResponse(
  response: HttpResponse,
  head: ResponseHead,
  body: string,
  closeConnection: boolean,
): void {
  startResponse(response, head);
  response.end(body, closeConnection);
}

/** Writes status line and headers; the caller writes the body. */
export function startResponse(
  response: HttpResponse,
  { status, contentType, headers }: ResponseHead,
): void {
  const line = STATUS_LINES[status] ?? String(status);
  const type = status === 204 ? "" : `\r\ncontent-type: ${contentType}`;
  response.writeStatus(line + type + headers);
}

const CODE_IN_BODY = /"code":"([a-z_]+)"/;
/** The code of a refusal's JSON text, for counting. */
export function codeIn(body: string): ErrorCode | undefined {
  return CODE_IN_BODY.exec(body)?.[1] as ErrorCode | undefined;
}

/** The budget's headers, as lines for `writeResponse`; "" where the budget is switched off. */
export function rateHeadersOf({ limit, remaining, resetSeconds }: RateTicket): string {
  if (limit === 0) return "";
  return (
    `\r\nx-ratelimit-limit: ${limit}\r\nx-ratelimit-remaining: ${remaining}` +
    `\r\nx-ratelimit-reset: ${resetSeconds}`
  );
}

/**
 * Status line and headers of a response, written in one call into native code: all headers are one
 * text behind the status. A call costs about 0.7 us, and a response has eight headers (measured: 7
 * us of 28 us a request on the machine of bench/README.md). Every value is made here or was
 * checked: no value can hold a line break.
 */
import type { HttpResponse } from "uWebSockets.js";
import type { RateTicket } from "../../access/rate_limit.ts";
import type { ErrorCode } from "../../contract/refusals/error_catalog.ts";

export const JSON_TYPE = "application/json";
export const PAGE_TYPE = "text/html; charset=utf-8";

const STATUS_LINES: Record<number, string> = {
  200: "200 OK",
  201: "201 Created",
  202: "202 Accepted",
  204: "204 No Content",
  206: "206 Partial Content",
  302: "302 Found",
  303: "303 See Other",
  304: "304 Not Modified",
  400: "400 Bad Request",
  401: "401 Unauthorized",
  403: "403 Forbidden",
  404: "404 Not Found",
  405: "405 Method Not Allowed",
  406: "406 Not Acceptable",
  409: "409 Conflict",
  411: "411 Length Required",
  413: "413 Content Too Large",
  415: "415 Unsupported Media Type",
  416: "416 Range Not Satisfiable",
  422: "422 Unprocessable Content",
  429: "429 Too Many Requests",
  500: "500 Internal Server Error",
  502: "502 Bad Gateway",
  503: "503 Service Unavailable",
};

/** `headers` are lines "name: value", each after "\r\n", or "". */
export type ResponseHead = { status: number; contentType: string; headers: string };

/**
 * The least time that a connection stays open without a request, seconds, whichever build of
 * uWebSockets.js runs. 20.49 closes an idle connection after 10 s, which it counts in steps of 4 s:
 * after 8 s to 12 s; 20.57 after 28 s to 32 s (decision 0045). One second is for the answer's way to
 * the client.
 */
export const IDLE_SECONDS_LEAST = 7;

/** The lines of an answer whose connection stays (RFC 9112, 9.3, and RFC 2068, 19.7.1.1). */
export const KEEP_ALIVE_LINES = `\r\nconnection: keep-alive\r\nkeep-alive: timeout=${IDLE_SECONDS_LEAST}`;

/**
 * The answer to HEAD, a 204 and a 304: status and headers. RFC 9110, 9.3.2: "the server MUST NOT send
 * content in the response"; a client would read a body as the next response. `length`: the length of
 * the body that GET would have; undefined where no length is sent. uWebSockets.js would wait for a
 * body of a length that it writes, so the length is one of our lines.
 */
export function writeResponseWithoutBody(
  response: HttpResponse,
  { status, contentType, headers }: ResponseHead,
  length: number | undefined,
): void {
  const line = length === undefined ? "" : `\r\ncontent-length: ${length}`;
  startResponse(response, { status, contentType, headers: headers + line });
  response.endWithoutBody();
}

/**
 * Sends an answer without a body, and the connection ends. uWebSockets.js writes a length whenever it ends a connection,
 * which a 204 must not have (RFC 9110, 8.6): so the head is written whole, and the connection closed
 * by itself.
 */
export function closeWithoutBody(
  response: HttpResponse,
  { status, contentType, headers }: ResponseHead,
  length: number | undefined,
): void {
  const line = length === undefined ? "" : `\r\ncontent-length: ${length}`;
  const end = `\r\ndate: ${new Date().toUTCString()}\r\nconnection: close\r\n`;
  const head = { status, contentType, headers: headers + line + end };
  response.cork(() => startResponse(response, head));
  response.close();
}

/** Writes a whole response whose head is made, and whose connection stays. */
export function writeMadeResponse(
  response: HttpResponse,
  head: Uint8Array,
  body: Uint8Array,
): void {
  response.writeStatus(head);
  endWith(response, body);
}

/** Writes a whole response. */
export function writeResponse(
  response: HttpResponse,
  head: ResponseHead,
  body: string | Uint8Array,
  closeConnection: boolean,
): void {
  startResponse(response, head);
  if (closeConnection) response.end(body, true);
  else endWith(response, body);
}

/**
 * Bytes of a body that surely have room in the library's buffer beside their head, of 16 KiB (uWebSockets,
 * LoopData.h, CORK_BUFFER_SIZE). `end` loses a body without room there where the connection takes not even
 * the head, in all builds before April 2026: the client takes its next answer for the body (decision 0108).
 */
const BUFFERED_BYTES_MAX = 12_288;

/** Whether a body surely has room in the library's buffer: a character has 3 bytes of UTF-8 at most. */
function hasRoom(body: string | Uint8Array): boolean {
  return (typeof body === "string" ? body.length * 3 : body.length) <= BUFFERED_BYTES_MAX;
}

/** Ends a response whose connection stays; of a large body, the connection gets no more than it takes. */
function endWith(response: HttpResponse, body: string | Uint8Array): void {
  if (hasRoom(body)) {
    response.end(body);
    return;
  }
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const [, isDone] = response.tryEnd(bytes, bytes.length);
  if (isDone) return;
  // The memory of an answer is the next answer's.
  const kept = Uint8Array.from(bytes);
  response.onWritable((offset) => response.tryEnd(kept.subarray(offset), kept.length)[0]);
}

/** Writes status line and headers; the caller writes the body. */
export function startResponse(
  response: HttpResponse,
  { status, contentType, headers }: ResponseHead,
): void {
  response.writeStatus(firstLines(status, contentType) + headers);
}

/** The first lines of answers in JSON, by status: nearly every answer takes one of them. */
const JSON_LINES: string[] = [];

/** The status and the line of the media type. */
export function firstLines(status: number, contentType: string): string {
  if (contentType !== JSON_TYPE) return madeFirstLines(status, contentType);
  JSON_LINES[status] ??= madeFirstLines(status, contentType);
  return JSON_LINES[status];
}

function madeFirstLines(status: number, contentType: string): string {
  const line = STATUS_LINES[status] ?? String(status);
  return status === 204 ? line : `${line}\r\ncontent-type: ${contentType}`;
}

const CODE_IN_BODY = /"code":"([a-z_]+)"/;
/** The code of a refusal's JSON text, for counting. */
export function codeIn(body: string): ErrorCode | undefined {
  return CODE_IN_BODY.exec(body)?.[1] as ErrorCode | undefined;
}

/** What is left of the budget that a request was counted against. */
export type CountedBudget = Pick<RateTicket, "limit" | "remaining" | "resetSeconds">;

/** The budget's headers, as lines for `writeResponse`; "" where the budget is switched off. */
export function rateHeadersOf({ limit, remaining, resetSeconds }: CountedBudget): string {
  if (limit === 0) return "";
  if (limit !== lastLimit || resetSeconds !== lastReset) {
    lastLimit = limit;
    lastReset = resetSeconds;
    lastLines = `\r\nx-ratelimit-limit: ${limit}\r\nx-ratelimit-reset: ${resetSeconds}\r\nx-ratelimit-remaining: `;
  }
  return lastLines + remaining;
}

/** The lines of the last answer: limit and end of the window change once a minute. */
let lastLimit = 0;
let lastReset = 0;
let lastLines = "";

/** Percent-encodes what a header must not hold; a line break would begin another header. */
export function locationHeader(location: string): string {
  const safe = location.replaceAll(/[^\x21-\x7e]+/g, (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  );
  return `\r\nlocation: ${safe}`;
}

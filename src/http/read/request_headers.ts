/**
 * The method, and the headers that an edge reads, in one walk over all headers: a header that comes twice is an
 * attack or a mistake, and only a walk sees both.
 */
import type { HttpRequest } from "uWebSockets.js";
import { withoutCredentials } from "../../access/credential_text.ts";
import { REQUEST_ID_PATTERN } from "../../contract/values/request_id.ts";

export type RequestHeaders = {
  authorization: string | undefined;
  idempotencyKey: string;
  contentType: string;
  contentLength: string | undefined;
  transferEncoding: string;
  /** The lines of Connection, joined by commas (RFC 9110, 5.3). */
  connection: string;
  environment: string;
  /** Value of `X-CSRF-Token`. */
  csrfToken: string;
  lastEventId: string;
  requestId: string;
  /** The lines of Accept in their order, joined by commas (RFC 9110, 5.3). */
  accept: string;
  userAgent: string;
  /** Lines of traceparent, of which only one is valid, and of tracestate, joined by commas. */
  traceparent: string;
  tracestate: string;
  /** The lines of X-Forwarded-For in their order, joined by commas (RFC 9110, 5.3). */
  forwardedFor: string;
  /** The lines of Cookie, joined by semicolons. */
  cookie: string;
  host: string;
  origin: string;
  /** Value of `Sec-Fetch-Site`, which only browsers send. */
  fetchSite: string;
  /** Value of `X-Service-Tenant`. */
  tenant: string;
  /** Name of a header that came twice although it may come once only; "" when no header did. */
  repeated: string;
};

const VALID_REQUEST_ID = new RegExp(REQUEST_ID_PATTERN);

export function readHeaders(request: HttpRequest): RequestHeaders {
  const headers: RequestHeaders = {
    authorization: undefined,
    idempotencyKey: "",
    contentType: "",
    contentLength: undefined,
    transferEncoding: "",
    connection: "",
    environment: "",
    csrfToken: "",
    lastEventId: "",
    requestId: "",
    accept: "",
    userAgent: "",
    traceparent: "",
    tracestate: "",
    forwardedFor: "",
    cookie: "",
    host: "",
    origin: "",
    fetchSite: "",
    tenant: "",
    repeated: "",
  };
  reading = headers;
  seen = 0;
  request.forEach(takeHeader);
  return headers;
}

const METHODS: ReadonlyMap<string, string> = new Map(
  ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"].map(
    (method) => [method, method.toLowerCase()] as const,
  ),
);

/**
 * The method in small letters; "other" for a method that HTTP does not define. "The method token is
 * case-sensitive" (RFC 9110, 9.1): who sends `head` does not expect an answer without a body.
 */
export function methodOf(request: HttpRequest): string {
  const method = request.getCaseSensitiveMethod();
  // The usual ones are compared: a look-up first makes the hash of a new text.
  if (method === "POST") return "post";
  if (method === "GET") return "get";
  return METHODS.get(method) ?? "other";
}

/** The value of a Transfer-Encoding header that names no encoding. */
const NO_ENCODING = "(empty)";
/** Stands for a header without a name among those that came twice. */
const NO_NAME = "(empty)";

/**
 * The walk is synchronous, so one pair of variables serves all requests, without a closure each.
 */
let reading: RequestHeaders;
let seen = 0;

/**
 * Compares the length of the name first: most headers are not read, and comparing texts costs more.
 */
function takeHeader(name: string, value: string): void {
  switch (name.length) {
    case 0:
      reading.repeated = NO_NAME;
      return;
    case 4:
      if (name === "host") {
        once(128, name);
        reading.host = value;
      }
      return;
    case 6:
      if (name === "accept") {
        const { accept } = reading;
        reading.accept = accept === "" ? value : `${accept},${value}`;
      } else if (name === "cookie") {
        reading.cookie = reading.cookie === "" ? value : `${reading.cookie}; ${value}`;
      } else if (name === "origin") {
        once(1_024, name);
        reading.origin = value;
      }
      return;
    case 10:
      if (name === "user-agent") reading.userAgent = value;
      else if (name === "connection") reading.connection = joined(reading.connection, value);
      else if (name === "tracestate") reading.tracestate = joined(reading.tracestate, value);
      return;
    case 11:
      if (name === "traceparent") reading.traceparent = joined(reading.traceparent, value);
      return;
    case 12:
      if (name === "content-type") {
        once(1, name);
        reading.contentType = value;
      } else if (name === "x-request-id") {
        once(2, name);
        reading.requestId = value;
      } else if (name === "x-csrf-token") {
        once(256, name);
        reading.csrfToken = value;
      }
      return;
    case 13:
      if (name === "authorization") {
        once(4, name);
        reading.authorization = value;
      } else if (name === "last-event-id") {
        once(512, name);
        reading.lastEventId = value;
      }
      return;
    case 14:
      if (name === "content-length") {
        once(8, name);
        reading.contentLength = value;
      } else if (name === "sec-fetch-site") reading.fetchSite = value;
      return;
    case 15:
      if (name === "idempotency-key") {
        once(16, name);
        reading.idempotencyKey = value;
      } else if (name === "x-forwarded-for") {
        reading.forwardedFor = joined(reading.forwardedFor, value);
      }
      return;
    case 16:
      if (name !== "x-service-tenant") return;
      once(2_048, name);
      reading.tenant = value;
      return;
    case 17:
      if (name !== "transfer-encoding") return;
      once(32, name);
      reading.transferEncoding = value === "" ? NO_ENCODING : value;
      return;
    case 21:
      if (name !== "x-service-environment") return;
      once(64, name);
      reading.environment = value;
  }
}

function joined(before: string, value: string): string {
  return before === "" ? value : `${before},${value}`;
}

function once(bit: number, name: string): void {
  if ((seen & bit) !== 0) reading.repeated = name;
  seen |= bit;
}

/** The caller's own request id where it is visible ASCII and has no API key in it, else undefined. */
export function validRequestId(text: string): string | undefined {
  if (text === "") return undefined;
  return VALID_REQUEST_ID.test(text) && withoutCredentials(text) === text ? text : undefined;
}

/**
 * Whether the server's library may have seen the end of a request in another place than other
 * readers would. The library stops reading headers at a header without a name, so it does not see a
 * length behind that header; and it accepts malformed chunk lines and trailers. Such a request is
 * answered, and its connection closed.
 */
export function endIsUncertain(method: string, headers: RequestHeaders): boolean {
  if (headers.transferEncoding !== "") return true;
  const mayHaveNoBody = ["get", "head", "options", "delete"].includes(method);
  return headers.contentLength === undefined && !mayHaveNoBody;
}

export function isChunked({ transferEncoding }: RequestHeaders): boolean {
  return transferEncoding !== "";
}

/** The length that a request names for its body, bytes; 0 where it names none. */
export function bodyLengthOf({ contentLength }: RequestHeaders): number {
  return Number(contentLength ?? 0);
}

/**
 * Whether the client says that this request is the last one of its connection (RFC 9112, 9.6). The
 * server's library takes every Connection header of five characters for "close", and finds "close"
 * in no longer list.
 */
export function asksToClose({ connection }: RequestHeaders): boolean {
  if (connection === "" || connection === "keep-alive") return false;
  return connection.length === 5 || /(^|,)\s*close\s*(,|$)/i.test(connection);
}

/** A name or an address, and a port (RFC 3986, 3.2.2 and 3.2.3), without the escapes that no host needs. */
const HOST = /^(?:[\w\-.~!$&'()*+,;=]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;
/** The last Host that was one: nearly all requests of a server name the same. */
let lastHost = "";

/**
 * RFC 9112, 3.2: "A server MUST respond with a 400 (Bad Request) status code" to "a Host header field with
 * an invalid field value". No build of the server's library looks at the value.
 */
function isHost(host: string): boolean {
  if (host === lastHost) return host !== "";
  if (!HOST.test(host)) return false;
  lastHost = host;
  return true;
}

/** What is wrong with a request's framing; undefined when every proxy reads the framing alike. */
export function framingFault(headers: RequestHeaders): string | undefined {
  const { contentLength, transferEncoding, repeated, host } = headers;
  if (repeated === NO_NAME) return "a header has no name";
  if (repeated !== "") return `the header ${repeated} was sent twice; send it once`;
  if (!isHost(host)) return "the header Host names no host";
  if (contentLength !== undefined && !/^\d{1,15}$/.test(contentLength)) {
    return "Content-Length is not a number";
  }
  if (transferEncoding !== "" && transferEncoding.toLowerCase() !== "chunked") {
    return "only the transfer encoding chunked is taken";
  }
  if (transferEncoding !== "" && contentLength !== undefined) {
    return "Content-Length and Transfer-Encoding exclude each other";
  }
  return undefined;
}

/**
 * One request and its answer as the log of requests keeps them: short, and without personal data.
 */
import { withoutApiKeys } from "../access/api_key.ts";
import { cutText } from "../base/json_faults.ts";
import type { ProductKeyCaller } from "../contract/caller.ts";
import { realmKeyOf } from "../contract/principal.ts";
import { REDACTED, type Redaction } from "../contract/redaction.ts";
import type { RequestEntry } from "../contract/request_log.ts";
import type { RequestHeaders } from "./request_headers.ts";
import type { Route } from "./route.ts";

/** UTF-16 units of the longest body that is kept; of a longer body only the length is kept. */
export const BODY_KEPT_MAX = 4_096;
/** UTF-16 units that are kept of a path, of a query, of a header; the rest is cut off. */
export const FIELD_KEPT_MAX = 512;

/** What must be noted of a request while it can be read. */
export type ReceivedRequest = {
  method: string;
  path: string;
  query: string;
  /** Undefined until the address has been asked for. */
  address: Uint8Array | undefined;
  body: string;
  bodyBytes: number;
  /** True when the body fits its schema, and so has no unknown field. */
  isValid: boolean;
};

/** How the request ended, and what was sent. */
export type SentAnswer = {
  suffix: string;
  operationId: string;
  requestId: string;
  /** "" where the request names no trace and tracing is off. */
  traceId: string;
  status: number;
  code: string | undefined;
  durationMs: number;
  body: string;
  /** Bytes of a body that is not kept, such as a file; `body` is then "". */
  bodyBytes: number;
};

/** The part of a route that a record needs. */
type RecordedRoute = Pick<Route, "id" | "pattern" | "redactsBody" | "hiddenNames" | "hidesPath">;

export function requestEntry(
  route: RecordedRoute,
  { principal, key }: Pick<ProductKeyCaller, "principal" | "key">,
  headers: RequestHeaders,
  request: ReceivedRequest,
  sent: SentAnswer,
): RequestEntry {
  const { status, body } = sent;
  const { redactsBody, hiddenNames } = route;
  return {
    suffix: sent.suffix,
    realmKey: realmKeyOf(principal),
    operationId: sent.operationId,
    operation: route.id,
    method: request.method.toUpperCase(),
    path: pathKept(request.path, route),
    query: request.query === "" ? "" : kept(redactedQuery(request.query, hiddenNames)),
    status,
    errorCode: sent.code ?? "",
    durationMs: sent.durationMs,
    principalId: principal.principalId,
    keyPrefix: key.prefix,
    ipAddress: request.address === undefined ? "" : addressText(request.address),
    userAgent: kept(headers.userAgent),
    requestId: sent.requestId,
    traceId: sent.traceId,
    idempotencyKey: kept(headers.idempotencyKey),
    contentType: kept(headers.contentType),
    accept: kept(headers.accept),
    requestBytes: request.bodyBytes,
    responseBytes: body === "" ? sent.bodyBytes : Buffer.byteLength(body),
    requestBody: withoutApiKeys(keptBody(request.body, redactsBody, request.isValid)),
    // Only refusals are kept: a refusal is our own text and names fields and limits. What a write
    // made is in the ledger's record, and what a read found can be read again.
    responseBody: status < 400 || body.length > BODY_KEPT_MAX ? "" : withoutApiKeys(body),
  };
}

/** The path without values that must not be kept, of bounded length. */
export function pathKept(path: string, route: RecordedRoute | undefined): string {
  return kept(route?.hidesPath === true ? redactedPath(path, route) : path);
}

/** Removes API keys before the text is cut off: half a key is still most of a secret. */
function kept(text: string): string {
  return cutText(withoutApiKeys(text), FIELD_KEPT_MAX);
}

function keptBody(text: string, redaction: Redaction, isValid: boolean): string {
  if (text === "" || text.length > BODY_KEPT_MAX) return "";
  if (isValid && redaction.isPlain) return text;
  try {
    return withUsableTexts(JSON.stringify(redaction.redact(JSON.parse(text))));
  } catch {
    return JSON.stringify(REDACTED);
  }
}

/** Any escape of JSON; the group matches one that stands for NUL or half of a surrogate pair. */
const ESCAPE = /\\(?:(u0000|ud[89a-f][0-9a-f]{2})|.)/g;

/**
 * What JSON.stringify wrote, with U+FFFD where a text holds NUL or half of a surrogate pair, which it
 * writes as escapes: a request is refused for them, and no answer may show them.
 */
function withUsableTexts(json: string): string {
  return json.replaceAll(ESCAPE, (whole, unusable?: string) =>
    unusable === undefined ? whole : "\ufffd",
  );
}

/** The query without the values of parameters that must not be kept. */
function redactedQuery(query: string, hidden: ReadonlySet<string>): string {
  return query.replaceAll(/(^|&)([^=&]*)=[^&]*/g, (pair, before: string, name: string) =>
    hidden.has(decoded(name)) ? `${before}${name}=${REDACTED}` : pair,
  );
}

/**
 * The path without the values of parameters that must not be kept; `pattern` says where they stand.
 */
function redactedPath(path: string, { pattern, hiddenNames }: RecordedRoute): string {
  const names = pattern.split("/").reverse();
  // Compared from the end, because the path has the base path in front of the pattern.
  const parts = path.split("/").reverse();
  const isHidden = (name = "") => name.startsWith(":") && hiddenNames.has(name.slice(1));
  return parts
    .map((part, at) => (isHidden(names[at]) ? REDACTED : part))
    .reverse()
    .join("/");
}

/**
 * A name as the query's reader decodes it; a name that is not percent-encoded UTF-8 is unchanged.
 */
function decoded(name: string): string {
  if (!name.includes("%") && !name.includes("+")) return name;
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}

let lastAddress: Uint8Array = new Uint8Array(0);
let lastText = "";

/**
 * Text of an address: dotted for IPv4, eight groups for IPv6. Remembers the last address, because
 * one client often sends several requests in a row.
 */
export function addressText(address: Uint8Array): string {
  if (isSame(address, lastAddress)) return lastText;
  lastAddress = address;
  if (address.length === 4) lastText = address.join(".");
  else {
    const groups: string[] = [];
    for (let at = 0; at + 1 < address.length; at += 2) {
      groups.push((((address[at] as number) << 8) | (address[at + 1] as number)).toString(16));
    }
    lastText = groups.join(":");
  }
  return lastText;
}

/** Compares in JavaScript: a call into native code costs more than comparing sixteen bytes. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

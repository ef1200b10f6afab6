/**
 * One request and its answer as the log of requests keeps them: short, and without personal data.
 */
// The global of this name is a getter, which costs each request as much as a look-up.
import { Buffer } from "node:buffer";
import { withoutCredentials } from "../../access/credential_text.ts";
import { cutText } from "../../base/json_faults.ts";
import { UUID_LENGTH } from "../../base/uuid.ts";
import { actorOf, type Caller, callerIdOf } from "../../contract/declare/caller.ts";
import { REDACTED, type Redaction } from "../../contract/declare/redaction.ts";
import type {
  RequestMark,
  RequestNote,
  RequestProfile,
} from "../../contract/messages/request_log.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { RequestHeaders } from "../read/request_headers.ts";
import type { Route } from "../route.ts";

/** UTF-16 units of the longest body that is kept; of a longer body only the length is kept. */
export const BODY_KEPT_MAX = 4_096;
/** UTF-16 units that are kept of a path, of a query, of a header; the rest is cut off. */
export const FIELD_KEPT_MAX = 512;

/** What is noted of a request. */
export type ReceivedRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Pick<RequestHeaders, "userAgent" | "contentType" | "accept" | "idempotencyKey">;
  /** The body's text; "" where it was not read, or has no text. */
  readonly body: string;
  readonly bodyBytes: number;
  /** True when the body fits its schema, and so has no unknown field. */
  readonly isValid: boolean;
  readonly requestId: string;
};

/** How the request ended, and what was sent. */
export type SentAnswer = {
  mark: RequestMark;
  /** The suffix of the operation's id; "" where the id is made of `mark`. */
  operationSuffix: string;
  /** "" where the request names no trace and tracing is off. */
  traceId: string;
  /** Empty when the client had gone before its address was asked for. */
  address: Uint8Array;
  status: number;
  code: string | undefined;
  durationMs: number;
  body: string;
  /** Bytes of a body that is not kept, such as a file; `body` is then "". */
  bodyBytes: number;
};

/** The part of a route that a record needs. */
type RecordedRoute = Pick<
  Route,
  "id" | "pattern" | "pathNames" | "redactsBody" | "hiddenNames" | "hidesPath" | "profiles"
>;

/** `realmKey`: the key of the realm that the request acted in. */
export function requestNote(
  route: RecordedRoute,
  caller: Caller,
  realmKey: string,
  request: ReceivedRequest,
  sent: SentAnswer,
): RequestNote {
  const { status, body } = sent;
  const { redactsBody, hiddenNames, pathNames } = route;
  const { idempotencyKey } = request.headers;
  return {
    mark: sent.mark,
    profile: profileOf(route, caller, realmKey, request, sent.address),
    operationSuffix: sent.operationSuffix,
    path: pathNames.length === 0 ? "" : pathKept(request.path, route),
    query: request.query === "" ? "" : kept(redactedQuery(request.query, hiddenNames)),
    status,
    errorCode: sent.code ?? "",
    durationMs: sent.durationMs,
    requestId: request.requestId,
    traceId: sent.traceId,
    idempotencyKey: idempotencyKey.length <= UUID_LENGTH ? idempotencyKey : kept(idempotencyKey),
    requestBytes: request.bodyBytes,
    responseBytes: body === "" ? sent.bodyBytes : Buffer.byteLength(body),
    requestBody: withoutCredentials(keptBody(request.body, redactsBody, request.isValid)),
    // Only refusals are kept: a refusal is our own text and names fields and limits. What a write
    // made is in the ledger's record, and what a read found can be read again.
    responseBody: status < 400 || body.length > BODY_KEPT_MAX ? "" : withoutCredentials(body),
  };
}

/**
 * The profile of the caller's last request to the route, or a new profile where the caller now comes
 * from another address or with other headers, or acts in another realm.
 */
function profileOf(
  route: RecordedRoute,
  caller: Caller,
  realmKey: string,
  { method, path, headers }: ReceivedRequest,
  address: Uint8Array,
): RequestProfile {
  const known = route.profiles.get(caller);
  const ipAddress = addressText(address);
  const { userAgent, contentType, accept } = headers;
  if (
    known !== undefined &&
    known.userAgent === userAgent &&
    known.contentType === contentType &&
    known.accept === accept &&
    known.ipAddress === ipAddress &&
    known.realmKey === realmKey &&
    known.method === METHOD_NAMES[method]
  ) {
    return known;
  }
  const isOfKey = caller.kind === "product_key";
  const profile: RequestProfile = {
    realmKey,
    operation: route.id,
    method: METHOD_NAMES[method] ?? method.toUpperCase(),
    path: route.pathNames.length === 0 ? pathKept(path, route) : "",
    principalId: callerIdOf(caller),
    keyPrefix: isOfKey ? caller.key.prefix : "",
    actor: isOfKey ? "" : actorText(actorOf(caller, EDGE)),
    ipAddress,
    userAgent: kept(userAgent),
    contentType: kept(contentType),
    accept: kept(accept),
    encoded: undefined,
  };
  route.profiles.set(caller, profile);
  return profile;
}

/** No shard: it is an edge that records. */
const EDGE = -1;

/** The methods of routes, as headers and entries write them. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  get: "GET",
  head: "HEAD",
  post: "POST",
  put: "PUT",
  patch: "PATCH",
  delete: "DELETE",
};

/** The path without values that must not be kept, of bounded length. */
export function pathKept(path: string, route: RecordedRoute | undefined): string {
  return kept(route?.hidesPath === true ? redactedPath(path, route) : path);
}

/** Removes API keys before the text is cut off: half a key is still most of a secret. */
function kept(text: string): string {
  return cutText(withoutCredentials(text), FIELD_KEPT_MAX);
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

/** One request and its answer as the log of requests keeps them: short, and without personal data. */
import { withoutApiKeys } from "../access/api_key.ts";
import type { Authenticated } from "../access/credential_table.ts";
import { scopeKeyOf } from "../contract/envelope.ts";
import { REDACTED, type Redaction } from "../contract/redaction.ts";
import type { RequestEntry } from "../contract/request_log.ts";
import type { CompiledOperation } from "./compiled_operation.ts";
import type { RequestHeaders } from "./request_headers.ts";

/** UTF-16 units of a body that is kept; a longer one is left out, and its length kept. */
export const BODY_KEPT_MAX = 4_096;
/** UTF-16 units of a path, a query, a header that are kept; the rest is cut off. */
export const FIELD_KEPT_MAX = 512;

/** What must be noted of a request while it can be read. */
export type Heard = {
  path: string;
  query: string;
  address: Uint8Array | undefined;
  body: string;
  bodyBytes: number;
  /** The body fits its schema: it holds no field that nobody knows. */
  isValid: boolean;
};

export type Answered = {
  suffix: string;
  operationId: string;
  requestId: string;
  method: string;
  status: number;
  code: string | undefined;
  durationMs: number;
  body: string;
};

export function requestEntry(
  { operation, redactsBody }: CompiledOperation,
  { principal, key }: Authenticated,
  headers: RequestHeaders,
  heard: Heard,
  answered: Answered,
): RequestEntry {
  const { status, body } = answered;
  return {
    suffix: answered.suffix,
    scopeKey: scopeKeyOf(principal.productId, principal.environment),
    operationId: answered.operationId,
    operation: operation.id,
    method: answered.method.toUpperCase(),
    path: kept(heard.path),
    query: heard.query === "" ? "" : kept(redactedQuery(heard.query)),
    status,
    errorCode: answered.code ?? "",
    durationMs: answered.durationMs,
    principalId: principal.principalId,
    keyPrefix: key.prefix,
    ipAddress: heard.address === undefined ? "" : addressText(heard.address),
    userAgent: kept(headers.userAgent),
    requestId: answered.requestId,
    idempotencyKey: kept(headers.idempotencyKey),
    contentType: kept(headers.contentType),
    accept: kept(headers.accept),
    requestBytes: heard.bodyBytes,
    responseBytes: body.length,
    requestBody: withoutApiKeys(keptBody(heard.body, redactsBody, heard.isValid)),
    // A refusal is in our own words: it names fields and limits. What a write made is in the
    // ledger's record, and what a read found can be read again.
    responseBody: status < 400 || body.length > BODY_KEPT_MAX ? "" : withoutApiKeys(body),
  };
}

/** Before it is cut: half a key is still most of a secret. */
function kept(text: string): string {
  return withoutApiKeys(text).slice(0, FIELD_KEPT_MAX);
}

function keptBody(text: string, redaction: Redaction, isValid: boolean): string {
  if (text === "" || text.length > BODY_KEPT_MAX) return "";
  if (isValid && redaction.isPlain) return text;
  try {
    return JSON.stringify(redaction.redact(JSON.parse(text)));
  } catch {
    return JSON.stringify(REDACTED);
  }
}

/** Free text in a query may be anybody's name. */
function redactedQuery(query: string): string {
  return query.replaceAll(/(^|&)(search|q)=[^&]*/g, `$1$2=${REDACTED}`);
}

let lastAddress: Uint8Array = new Uint8Array(0);
let lastText = "";

/** Dotted for IPv4, eight groups for IPv6; remembers the last, as one client often follows itself. */
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

/** In JavaScript: a call into native code costs more than sixteen bytes do. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

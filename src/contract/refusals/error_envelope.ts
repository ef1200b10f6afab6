/** The body of every refusal: `{error: {code, message, details}, requestId}` (specification). */
import type { ErrorCode } from "./error_catalog.ts";

export type ErrorBody = {
  error: { code: ErrorCode; message: string; details: Record<string, unknown> };
  requestId: string;
};

export type ErrorOrigin = {
  /** Operation id; undefined where no operation was found. */
  operation: string | undefined;
  requestId: string;
  /** Address of the pages that explain the codes, without a slash at the end. */
  docsUrl: string;
};

/**
 * JSON text of the envelope; `details` always names the operation, null where none was found, and the
 * page of the code.
 */
export function errorJson(
  refusal: { code: ErrorCode; message: string; details: Record<string, unknown> },
  origin: ErrorOrigin,
): string {
  const body: ErrorBody = {
    error: {
      code: refusal.code,
      message: refusal.message,
      details: {
        operation: origin.operation ?? null,
        ...refusal.details,
        docUrl: `${origin.docsUrl}/${refusal.code}`,
      },
    },
    requestId: origin.requestId,
  };
  return JSON.stringify(body);
}

/**
 * Seconds, 1 at least, until the budget is whole again for which a request was refused; undefined of every other
 * refusal.
 */
export function retryAfterOf({ error }: ErrorBody, nowMs: number): number | undefined {
  if (error.code !== "rate_limited") return undefined;
  const { resetAt } = error.details;
  return Math.max(1, Math.ceil((Date.parse(String(resetAt)) - nowMs) / 1_000));
}

/** A refusal in the form of RFC 9457, for clients that accept `application/problem+json`. */
export function problemJson(
  refusal: { code: ErrorCode; message: string; details: Record<string, unknown> },
  status: number,
  origin: ErrorOrigin,
): string {
  const envelope = JSON.parse(errorJson(refusal, origin)) as ErrorBody;
  return JSON.stringify({
    type: `${origin.docsUrl}/${refusal.code}`,
    title: refusal.code,
    status,
    detail: refusal.message,
    instance: uriReferenceOf(origin.requestId),
    code: refusal.code,
    details: envelope.error.details,
    requestId: origin.requestId,
  });
}

/**
 * A request id as the member `instance`, which is a URI reference (RFC 9457, 3.1.5): ids of letters,
 * digits and most punctuation stay as they are. Two slashes at the beginning would name a host.
 */
function uriReferenceOf(requestId: string): string {
  return requestId
    .replaceAll(/[^A-Za-z0-9._~!$&'()*+,;=:@/?-]/g, encodeURIComponent)
    .replace(/^\/(?=\/)/, "%2F");
}

/**
 * How one attempt to deliver a webhook ended. The codes are published with deliveries: a published
 * code keeps its meaning, and new ones may be added.
 */

/** Why an attempt failed: `error` of an outcome, and what the code says. */
export const WEBHOOK_ERRORS = {
  timeout: "The attempt was not over within its time: name, connection, TLS, answer and its body.",
  url_forbidden: "The endpoint's URL is none that webhooks are sent to.",
  address_forbidden: "The host is, or its name leads to, an address that is not public.",
  dns_failed: "The name of the host could not be resolved.",
  connection_failed: "No connection: refused, or no way to the address.",
  tls_failed: "No TLS: the certificate is not valid for the host, or the handshake failed.",
  closed_early: "The connection was closed before the answer was whole.",
  invalid_response: "The answer is not HTTP/1.1, or its head is too large.",
  redirect_refused: "The answer is a redirect, which is never followed.",
  http_status: "The answer's status is neither 2xx nor a redirect.",
  aborted: "The attempt was ended by this platform before it was over; its outcome is not known.",
  internal_fault: "A fault of this platform: the attempt was not made.",
} as const;

export type WebhookError = keyof typeof WEBHOOK_ERRORS;

/**
 * The outcome of one attempt. Without `error` the webhook is delivered: the status is 2xx, and the
 * answer was whole, or larger than is read.
 */
export type WebhookOutcome = {
  /** When the attempt began, milliseconds UTC; `webhook-timestamp` is this in whole seconds. */
  atMs: number;
  /** Whole milliseconds from then to the end of the attempt. */
  durationMs: number;
  /** The status of the answer, where one came, also if the rest of the answer failed. */
  httpStatus?: number;
  error?: WebhookError;
  /** The beginning of the answer's body as text, at most 1,024 bytes of UTF-8. */
  responseSnippet?: string;
  /** Milliseconds UTC before which no next attempt may be made, as the receiver asked for. */
  retryAfterMs?: number;
};

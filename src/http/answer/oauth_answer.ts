/**
 * A refusal in the form of the OAuth protocol (RFC 6749, 5.2): `{error, error_description}`. An operation's
 * own refusals name the error themselves; for every other code the table says which error it is.
 */
import { withoutCredentials } from "../../access/credential_text.ts";
import type { OauthForm } from "../../contract/declare/aspects/oauth.ts";
import { ERROR_CATALOG, type ErrorCode } from "../../contract/refusals/error_catalog.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { JSON_TYPE } from "./response_head.ts";

/** Of each code of the catalog that such an operation can be refused with: error and status. */
export const OAUTH_ERROR_OF: Readonly<
  Partial<Record<ErrorCode, { error: string; status: number }>>
> = {
  invalid_request: { error: "invalid_request", status: 400 },
  request_body_too_large: { error: "invalid_request", status: 413 },
  // RFC 8628, 3.5: the client of a device flow then waits longer, as it must.
  rate_limited: { error: "slow_down", status: 429 },
  internal_error: { error: "server_error", status: 500 },
  ledger_unavailable: { error: "temporarily_unavailable", status: 503 },
  resource_reader_unavailable: { error: "temporarily_unavailable", status: 503 },
};

/** A description has printable ASCII without quotes and backslashes (RFC 6749, 5.2). */
const NOT_DESCRIPTIVE = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;

/** A message as a description of the OAuth protocol, without credentials. */
export function descriptive(message: string): string {
  return withoutCredentials(message).replaceAll(NOT_DESCRIPTIVE, "'");
}

export function oauthAnswer(
  { code, message, details }: Pick<Refusal, "code" | "message" | "details">,
  { unfitError }: OauthForm,
) {
  const { error: known, status } = errorOf(code, details);
  const error = code === "invalid_request" ? (unfitError ?? known) : known;
  const text = descriptive(saidBy(message, details));
  const body = JSON.stringify({ error, error_description: text });
  return { status, contentType: JSON_TYPE, body, code };
}

function errorOf(code: ErrorCode, details: Refusal["details"]): { error: string; status: number } {
  // What the operation itself says (RFC 6749, 5.2; RFC 8628, 3.5): always with status 400.
  const { constraint } = details;
  if (code === "state_constraint_failed" && typeof constraint === "string") {
    return { error: constraint, status: 400 };
  }
  const known = OAUTH_ERROR_OF[code];
  if (known !== undefined) return known;
  const status = ERROR_CATALOG[code].httpStatus;
  return { error: status >= 500 ? "server_error" : "invalid_request", status };
}

/** The message, or those of the issues of a request that does not fit. */
function saidBy(message: string, { issues }: Refusal["details"]): string {
  if (!Array.isArray(issues)) return message;
  return (issues as { message: string }[]).map((issue) => issue.message).join("; ");
}

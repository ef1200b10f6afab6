/**
 * Refusals of the OAuth protocol (RFC 6749, 4.1.2.1 and 5.2; RFC 7591, 3.2.2; RFC 8628, 3.5; RFC 8707, 2), as a
 * decision gives them.
 */
import type { Effect } from "../contract/declare/effect.ts";
import type { Fact } from "../contract/records/record.ts";
import { type Refusal, refuseConstraint } from "../contract/refusals/refusal.ts";

export type OauthError =
  | "authorization_pending"
  | "slow_down"
  | "access_denied"
  | "expired_token"
  | "invalid_client"
  | "invalid_client_metadata"
  | "invalid_grant"
  | "invalid_redirect_uri"
  | "invalid_scope"
  | "invalid_request"
  | "invalid_target"
  | "temporarily_unavailable"
  | "unsupported_grant_type"
  | "unsupported_response_type";

/**
 * The refusal with the error, which the edge writes as the protocol asks. `kept`: what stays of the
 * request although it is refused.
 */
export function refuseOauth(
  error: OauthError,
  message: string,
  kept: { facts?: readonly Fact[]; effects?: readonly Effect[] } = {},
): Refusal<"state_constraint_failed"> {
  return { ...refuseConstraint(error, message), ...kept };
}

/** A parameter as it counts: "parameters sent without a value MUST be treated as if they were omitted". */
export function given(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

/** The scopes of a list with spaces between, each once; undefined where there is no list. */
export function scopesIn(list: string | undefined): string[] | undefined {
  const scopes = list?.split(" ").filter((scope) => scope !== "");
  return scopes === undefined || scopes.length === 0 ? undefined : [...new Set(scopes)];
}

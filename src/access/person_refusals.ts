/** The refusals of a session or token of a person. Times are ISO 8601 in the answer. */
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";

type PersonKind = "session" | "token";

export const REFUSED_UNKNOWN: Readonly<Record<PersonKind, Refusal<"invalid_credentials">>> = {
  session: Object.freeze(
    refuse("invalid_credentials", "the session is none of this server; log in again", {}),
  ),
  token: Object.freeze(
    refuse(
      "invalid_credentials",
      "the token has the right form, and this server does not take it; check that this server made the token",
      {},
    ),
  ),
};

export const REFUSED_COMPANY: Refusal<"tenant_mismatch"> = Object.freeze(
  refuse("tenant_mismatch", "X-Service-Tenant names no company of this credential", {}),
);

export const REFUSED_OF_AGENT: Refusal<"invalid_credentials"> = Object.freeze(
  refuse("invalid_credentials", "the token is of an agent, and is taken at /v1/mcp only", {}),
);
export const REFUSED_OF_PERSON: Refusal<"invalid_credentials"> = Object.freeze(
  refuse("invalid_credentials", "only tokens that an agent was granted are taken here", {}),
);

/** The refusal of the holder of a credential that was revoked at `atMs`, milliseconds UTC; says what to do now. */
export function refuseRevoked(kind: PersonKind, atMs: number): Refusal<"session_revoked"> {
  const revokedAt = new Date(atMs).toISOString();
  const again = kind === "session" ? "log in again" : "use another token";
  return refuse("session_revoked", `the ${kind} was revoked at ${revokedAt}; ${again}`, {
    revokedAt,
  });
}

/** The refusal of the holder of a credential that expired at `atMs`, milliseconds UTC; says what to do now. */
export function refuseExpired(kind: PersonKind, atMs: number): Refusal<"session_expired"> {
  const expiredAt = new Date(atMs).toISOString();
  const again = kind === "session" ? "log in again" : "make another token";
  return refuse("session_expired", `the ${kind} expired at ${expiredAt}; ${again}`, { expiredAt });
}

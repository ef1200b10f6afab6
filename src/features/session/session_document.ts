/** A session as the platform shard keeps it: of a browser, or the login of a program or of an agent. */
import type { LoginCredential, SessionCredential } from "../../contract/declare/announcement.ts";

/** An access token of a login, as it is stored. */
export type AccessToken = { identity: string; digest: string; expiresAtMs: number };

/** What only the login of a program has: of the command line, or an agent. */
export type Login = {
  /** The name that the program gave itself. */
  clientId: string;
  scopes: readonly string[];
  /** The address of the interface that its tokens are for. */
  resource: string;
  /** When it ends unless it is refreshed before, milliseconds UTC. */
  idleEndsAtMs: number;
  /** When time has ended it, milliseconds UTC. */
  endedAtMs?: number;
  /** The grant whose login it is; of an agent alone. The grant ends with it. */
  agentGrantId?: string;
};

export type SessionDocument = {
  realm: number;
  sessionId: string;
  userId: string;
  /** The company that the session acts for unless a request names another; "" for none. */
  tenantId: string;
  kind: "browser" | "cli" | "agent";
  /** Whether the login was completed with TOTP or a recovery code. It never changes. */
  mfa: boolean;
  /** 22 characters of the text in the cookie; of a login, of each of its tokens. */
  identity: string;
  /**
   * SHA-256 of the pepper and a text, hexadecimal: of the text in the cookie, or of the one refresh token
   * of a login that works.
   */
  digest: string;
  ipAddress: string;
  userAgent: string;
  createdAtMs: number;
  expiresAtMs: number;
  revokedAtMs?: number;
  /** Of `cli` and `agent`. */
  login?: Login;
  /** The access tokens of a login, oldest first. */
  access?: readonly AccessToken[];
};

/** How long a session lasts, milliseconds: 12 hours, whether or not it is used. */
export const SESSION_LASTS_MS = 12 * 3_600_000;

const DAY_MS = 86_400_000;
/** How long a login lasts after its approval (specification, Authentication, rule 8). */
export const LOGIN_LASTS_MS = 30 * DAY_MS;
/** How long a login lasts after it was refreshed last (the same rule). */
export const LOGIN_IDLE_MS = 7 * DAY_MS;
/** How long an access token lasts (specification, Limits). */
export const ACCESS_LASTS_MS = 600_000;
/** The most access tokens of a login; the oldest gives way to the next. */
export const ACCESS_TOKENS_MAX = 16;

/** When the session ends by itself, milliseconds UTC. */
export function endOfSession({
  expiresAtMs,
  login,
}: Pick<SessionDocument, "expiresAtMs" | "login">): number {
  return Math.min(expiresAtMs, login?.idleEndsAtMs ?? Number.POSITIVE_INFINITY);
}

/** Whether the session can be used at the time. */
export function isSessionInForce(
  session: Pick<SessionDocument, "revokedAtMs" | "expiresAtMs" | "login">,
  nowMs: number,
): boolean {
  return session.revokedAtMs === undefined && nowMs < endOfSession(session);
}

/** What the edges need of a browser session. */
export function credentialOfSession(session: Omit<SessionDocument, "realm">): SessionCredential {
  const { sessionId, userId, tenantId, identity, digest, mfa, createdAtMs, expiresAtMs } = session;
  const { revokedAtMs } = session;
  const common = { sessionId, userId, tenantId, identity, digest, mfa, createdAtMs, expiresAtMs };
  return { ...common, ...(revokedAtMs !== undefined && { revokedAtMs }) };
}

/** What the edges need of a login. */
export function credentialOfLogin(
  session: Omit<SessionDocument, "realm">,
  { scopes, agentGrantId }: Login,
): LoginCredential {
  const { sessionId, userId, tenantId, mfa, access = [], revokedAtMs } = session;
  return {
    ...{ sessionId, userId, tenantId, mfa, scopes, access, endsAtMs: endOfSession(session) },
    ...(agentGrantId !== undefined && { agentGrantId }),
    ...(revokedAtMs !== undefined && { revokedAtMs }),
  };
}

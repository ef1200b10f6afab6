/** A browser session as the platform shard keeps it. */
import type { SessionCredential } from "../../contract/announcement.ts";

export type SessionDocument = {
  realm: number;
  sessionId: string;
  userId: string;
  /** The company that the session acts for unless a request names another; "" for none. */
  tenantId: string;
  kind: "browser";
  /** Whether the login was completed with TOTP or a recovery code. It never changes. */
  mfa: boolean;
  /** 22 characters of the text in the cookie. */
  identity: string;
  /** SHA-256 of the pepper and the text in the cookie, hexadecimal. */
  digest: string;
  ipAddress: string;
  userAgent: string;
  createdAtMs: number;
  expiresAtMs: number;
  revokedAtMs?: number;
};

/** How long a session lasts, milliseconds: 12 hours, whether or not it is used. */
export const SESSION_LASTS_MS = 12 * 3_600_000;

/** What the edges need of a session. */
export function credentialOfSession(session: Omit<SessionDocument, "realm">): SessionCredential {
  const { sessionId, userId, tenantId, identity, digest, mfa, createdAtMs, expiresAtMs } = session;
  const { revokedAtMs } = session;
  const common = { sessionId, userId, tenantId, identity, digest, mfa, createdAtMs, expiresAtMs };
  return { ...common, ...(revokedAtMs !== undefined && { revokedAtMs }) };
}

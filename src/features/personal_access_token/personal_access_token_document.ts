/** A personal access token as the platform shard keeps it. */
import type { TokenCredential } from "../../contract/declare/announcement.ts";

export type PersonalAccessTokenDocument = {
  realm: number;
  personalAccessTokenId: string;
  userId: string;
  /** The one company that the token acts for. */
  tenantId: string;
  name: string;
  scopes: readonly string[];
  /** Whether the session that made the token had completed TOTP. It never changes. */
  mfa: boolean;
  /** The first characters of the token's text: enough to recognise it, too few to use it. */
  prefix: string;
  /** 22 characters of the token's text. */
  identity: string;
  /** SHA-256 of a pepper and the token's text, hexadecimal. */
  digest: string;
  /** When the digest took the place of one under an earlier pepper; absent where none did. */
  digestAtMs?: number;
  createdAtMs: number;
  expiresAtMs: number;
  revokedAtMs?: number;
};

/** What the edges need of a token. */
export function credentialOfToken(
  token: Omit<PersonalAccessTokenDocument, "realm">,
): TokenCredential {
  const { personalAccessTokenId: tokenId, userId, tenantId, scopes, mfa, identity, digest } = token;
  const { createdAtMs, expiresAtMs, revokedAtMs } = token;
  const common = { tokenId, userId, tenantId, scopes, mfa, identity, digest };
  const times = { createdAtMs, expiresAtMs, ...(revokedAtMs !== undefined && { revokedAtMs }) };
  return { ...common, ...times };
}

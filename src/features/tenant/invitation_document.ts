/** An invitation to a company, as the platform shard keeps it in the company's realm. */
import type { Role } from "../../contract/declare/roles.ts";

export type InvitationDocument = {
  realm: number;
  invitationId: string;
  tenantId: string;
  /** Canonical e-mail address of the person who is invited. */
  email: string;
  role: Role;
  status: "pending" | "accepted" | "revoked";
  /** Digest of the secret in the link of the mail. */
  tokenDigest: string;
  createdAtMs: number;
  expiresAtMs: number;
  updatedAtMs: number;
};

/** How long an invitation can be accepted, milliseconds: 7 days. */
export const INVITATION_LASTS_MS = 7 * 86_400_000;

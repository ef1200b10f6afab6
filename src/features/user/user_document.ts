/** A person as the platform shard keeps it, in the platform's realm. */
import { createHash } from "node:crypto";

/** The second factor of a person. */
export type UserTotp = {
  /** The secret in base32, sealed for the id of the user. */
  sealed: string;
  confirmedAtMs: number;
  /** The step of the last code that was taken: no code is taken twice (RFC 6238, 5.2). */
  lastStep: number;
  /** Digests of the recovery codes that are left. */
  recoveryDigests: readonly string[];
};

export type UserDocument = {
  realm: number;
  userId: string;
  /** The canonical e-mail address, confirmed by a code. */
  email: string;
  displayName: string;
  /** Argon2id as a PHC text. */
  passwordHash: string;
  totp?: UserTotp;
  /** A second factor that was begun and is not confirmed. */
  enrollment?: { sealed: string; expiresAtMs: number };
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
};

/** How long an enrolment that was begun can be confirmed, milliseconds: 10 minutes. */
export const ENROLLMENT_LASTS_MS = 600_000;

/** The text in the index of users by their e-mail address: all such texts have one length. */
export function emailKeyOf(email: string): string {
  return createHash("sha256").update(email).digest("hex").slice(0, 32);
}

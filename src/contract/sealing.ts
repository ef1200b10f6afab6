/**
 * Texts that are sealed at rest: the form of a sealed text, and the two functions that seal and open
 * one under a key that is made for this text alone. The key of a text is derived from a key of the
 * data directory (`access/sealer.ts`) and a salt, so a decision can seal a text for an id that only
 * the decision knows, and a shard never has the key of the directory.
 *
 *   v1.KEY.SALT.DATA   KEY: 16 hexadecimal digits, the id of the directory's key
 *                      SALT: 16 random bytes; DATA: nonce of 12 bytes, ciphertext, tag of 16 bytes;
 *                      both in base64url
 *
 * Guarantees: the same material, text and owner give the same sealed text; a sealed text opens only
 * with the owner that it was sealed for, because the owner and the first three parts are associated
 * data of AES-256-GCM (NIST SP 800-38D).
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { invariant } from "../base/invariant.ts";

/** The key of one sealed text, and what goes with it. Only for one text: the nonce is used once. */
export type SealMaterial = {
  /** Id of the directory's key that `key` is derived from. */
  keyId: string;
  /** 16 bytes, base64url. */
  salt: string;
  /** 32 bytes, base64url. Never stored. */
  key: string;
  /** 12 bytes, base64url. */
  nonce: string;
};

/** The parts of a sealed text that say how to open it. */
export type SealedParts = { keyId: string; salt: Uint8Array; head: string; data: Uint8Array };

const VERSION = "v1";
const CIPHER = "aes-256-gcm";
export const SEAL_KEY_BYTES = 32;
export const SEAL_SALT_BYTES = 16;
/** SP 800-38D, section 8.2: 96 bits are the recommended length of the nonce. */
export const SEAL_NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORM = /^v1\.([0-9a-f]{16})\.([\w-]{22})\.([\w-]+)$/;

/**
 * Seals `text` for `owner`, the id of the thing that the text belongs to. Does not check that the
 * material was not used before.
 */
export function sealedText(
  text: string,
  { keyId, salt, key, nonce }: SealMaterial,
  owner: string,
): string {
  const head = `${VERSION}.${keyId}.${salt}.`;
  const nonceBytes = Buffer.from(nonce, "base64url");
  const cipher = createCipheriv(CIPHER, Buffer.from(key, "base64url"), nonceBytes);
  cipher.setAAD(Buffer.from(head + owner));
  const parts = [nonceBytes, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
  return head + Buffer.concat(parts).toString("base64url");
}

/** The parts of a sealed text; undefined for a text that has another form. */
export function sealedParts(sealed: string): SealedParts | undefined {
  const [, keyId, salt, data] = FORM.exec(sealed) ?? [];
  if (keyId === undefined || salt === undefined || data === undefined) return undefined;
  const bytes = Buffer.from(data, "base64url");
  if (bytes.length < SEAL_NONCE_BYTES + TAG_BYTES) return undefined;
  const head = sealed.slice(0, sealed.length - data.length);
  return { keyId, salt: Buffer.from(salt, "base64url"), head, data: bytes };
}

/**
 * The text under `key`, which is derived from the salt; undefined where the text was sealed under
 * another key or for another owner, or was changed since.
 */
export function openedText(
  { head, data }: SealedParts,
  key: Uint8Array,
  owner: string,
): string | undefined {
  invariant(key.length === SEAL_KEY_BYTES, "a key of AES-256 has 32 bytes");
  const nonce = data.subarray(0, SEAL_NONCE_BYTES);
  const end = data.length - TAG_BYTES;
  const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(head + owner));
  cipher.setAuthTag(data.subarray(end));
  try {
    const text = cipher.update(data.subarray(SEAL_NONCE_BYTES, end));
    return Buffer.concat([text, cipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/**
 * Texts that are sealed at rest: the form of a sealed text, and the two functions that seal and open
 * one under a key that is made for this text alone. The key of a text is derived from a key of the
 * data directory (`access/sealer.ts`), or of an entity (`access/entity_sealer.ts`), and a salt, so a
 * decision can seal a text for an id that only the decision knows, and a shard never has that key.
 *
 *   v1.KEY.SALT.DATA   KEY: 16 hexadecimal digits, the id of the key that was derived from
 *                      SALT: 16 random bytes; DATA: nonce of 12 bytes, ciphertext, tag of 16 bytes;
 *                      both in base64url
 *
 * A file is sealed as bytes, where base64 would cost a third: the version, one byte; the id of the key, 8;
 * the salt, 16; then DATA as above. The owner and the 25 bytes before DATA are associated data.
 *
 * Guarantees: the same material, text and owner give the same sealed text; a sealed text opens only
 * with the owner that it was sealed for, because the owner and the first three parts are associated
 * data of AES-256-GCM (NIST SP 800-38D).
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { invariant } from "../../base/invariant.ts";

/** The key of one sealed text, and what goes with it. Only for one text: the nonce is used once. */
export type SealMaterial = {
  /** Id of the key that `key` is derived from. */
  keyId: string;
  /** 16 bytes, base64url. */
  salt: string;
  /** 32 bytes, base64url. Never stored. */
  key: string;
  /** 12 bytes, base64url. */
  nonce: string;
};

/** The parts of a sealed text, or of sealed bytes, that say how to open it. */
export type SealedParts = { keyId: string; salt: Uint8Array; head: Uint8Array; data: Uint8Array };

const VERSION = "v1";
const BYTES_VERSION = 1;
const CIPHER = "aes-256-gcm";
export const SEAL_KEY_BYTES = 32;
export const SEAL_SALT_BYTES = 16;
/** SP 800-38D, section 8.2: 96 bits are the recommended length of the nonce. */
export const SEAL_NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 8;
const HEAD_BYTES = 1 + KEY_ID_BYTES + SEAL_SALT_BYTES;
const FORM = /^v1\.([0-9a-f]{16})\.([\w-]{22})\.([\w-]+)$/;

/**
 * Seals `text` for `owner`, the id of the thing that the text belongs to. Does not check that the
 * material was not used before.
 */
export function sealedText(text: string, material: SealMaterial, owner: string): string {
  const head = `${VERSION}.${material.keyId}.${material.salt}.`;
  const data = sealedData(Buffer.from(text, "utf8"), material, Buffer.from(head + owner));
  return head + data.toString("base64url");
}

/** The parts of a sealed text; undefined for a text that has another form. */
export function sealedParts(sealed: string): SealedParts | undefined {
  const [, keyId, salt, data] = FORM.exec(sealed) ?? [];
  if (keyId === undefined || salt === undefined || data === undefined) return undefined;
  const bytes = Buffer.from(data, "base64url");
  if (bytes.length < SEAL_NONCE_BYTES + TAG_BYTES) return undefined;
  const head = sealed.slice(0, sealed.length - data.length);
  return { keyId, salt: Buffer.from(salt, "base64url"), head: Buffer.from(head), data: bytes };
}

/** Seals bytes as `sealedText` seals a text; the result is the binary form of this file. */
export function sealedBytes(bytes: Uint8Array, material: SealMaterial, owner: string): Uint8Array {
  const { keyId, salt } = material;
  const head = Buffer.concat([
    Uint8Array.of(BYTES_VERSION),
    Buffer.from(keyId, "hex"),
    Buffer.from(salt, "base64url"),
  ]);
  const data = sealedData(bytes, material, Buffer.concat([head, Buffer.from(owner)]));
  return Buffer.concat([head, data]);
}

/** The parts of sealed bytes; undefined for bytes that have another form. */
export function sealedBytesParts(sealed: Uint8Array): SealedParts | undefined {
  if (sealed[0] !== BYTES_VERSION) return undefined;
  if (sealed.length < HEAD_BYTES + SEAL_NONCE_BYTES + TAG_BYTES) return undefined;
  const head = Buffer.from(sealed.buffer, sealed.byteOffset, HEAD_BYTES);
  return {
    keyId: head.toString("hex", 1, 1 + KEY_ID_BYTES),
    salt: head.subarray(1 + KEY_ID_BYTES),
    head,
    data: sealed.subarray(HEAD_BYTES),
  };
}

/**
 * The text under `key`, which is derived from the salt; undefined where the text was sealed under
 * another key or for another owner, or was changed since.
 */
export function openedText(parts: SealedParts, key: Uint8Array, owner: string): string | undefined {
  return openedBytes(parts, key, owner)?.toString("utf8");
}

/** The bytes that were sealed; undefined where the key or the owner is another, or the bytes were changed. */
export function openedBytes(
  { head, data }: SealedParts,
  key: Uint8Array,
  owner: string,
): Buffer | undefined {
  invariant(key.length === SEAL_KEY_BYTES, "a key of AES-256 has 32 bytes");
  const nonce = data.subarray(0, SEAL_NONCE_BYTES);
  const end = data.length - TAG_BYTES;
  const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.concat([head, Buffer.from(owner)]));
  cipher.setAuthTag(data.subarray(end));
  try {
    const text = cipher.update(data.subarray(SEAL_NONCE_BYTES, end));
    return Buffer.concat([text, cipher.final()]);
  } catch {
    return undefined;
  }
}

function sealedData(bytes: Uint8Array, { key, nonce }: SealMaterial, associated: Buffer): Buffer {
  const nonceBytes = Buffer.from(nonce, "base64url");
  const cipher = createCipheriv(CIPHER, Buffer.from(key, "base64url"), nonceBytes);
  cipher.setAAD(associated);
  return Buffer.concat([nonceBytes, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Seals what was submitted of an entity under the entity's own key. Why: decisions/0072.
 * Guarantees: each text is sealed under a key of its own, derived from the entity's key and 16 random
 * bytes (HKDF, RFC 5869), with a nonce of its own; a text opens only for the entity and the name that it
 * was sealed for; with the key destroyed nothing opens, and nothing is sealed.
 */
import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { EntitySealing } from "../contract/declare/preparation.ts";
import {
  openedBytes,
  openedText,
  SEAL_KEY_BYTES,
  SEAL_NONCE_BYTES,
  SEAL_SALT_BYTES,
  type SealedParts,
  type SealMaterial,
  sealedBytes,
  sealedBytesParts,
  sealedParts,
  sealedText,
} from "../contract/records/sealing.ts";

/** The keys of entities, 32 bytes each, wherever they are kept. */
export type EntityKeys = {
  /** The entity's key, made and on disk when this resolves; undefined where it was destroyed. */
  made(entityId: string): Promise<Uint8Array | undefined>;
  /** The entity's key; undefined where the entity has none, or had one that was destroyed. */
  find(entityId: string): Uint8Array | undefined;
};

export type EntitySealer = {
  sealing(entityId: string): Promise<EntitySealing | undefined>;
  /** The text; undefined where it does not open, or the entity's key was destroyed. */
  opened(sealed: string, entityId: string, name: string): string | undefined;
  /** The sealed bytes of a file, opened; undefined where they do not open, or the key was destroyed. */
  openedBytes(sealed: Uint8Array, entityId: string, name: string): Uint8Array | undefined;
};

/** The lengths of a key's id and of a digest, hexadecimal digits. */
const KEY_ID_LENGTH = 16;
const DIGEST_LENGTH = 32;

/** A sealer over these keys. It asks for the key of the entity at each use, so a destroyed key is used no more. */
export function openEntitySealer(keys: EntityKeys): EntitySealer {
  const keyOf = (parts: SealedParts | undefined, entityId: string): Uint8Array | undefined => {
    const key = parts === undefined ? undefined : keys.find(entityId);
    if (key === undefined || entityKeyIdOf(key) !== parts?.keyId) return undefined;
    return textKey(key, parts.salt);
  };
  return {
    async sealing(entityId) {
      const key = await keys.made(entityId);
      return key && sealingUnder(key, entityId);
    },
    opened(sealed, entityId, name) {
      const parts = sealedParts(sealed);
      const key = keyOf(parts, entityId);
      return parts && key && openedText(parts, key, ownerOf(entityId, name));
    },
    openedBytes(sealed, entityId, name) {
      const parts = sealedBytesParts(sealed);
      const key = keyOf(parts, entityId);
      return parts && key && openedBytes(parts, key, ownerOf(entityId, name));
    },
  };
}

/** The id of an entity's key: the first 64 bits of a hash of its 256 random ones. */
export function entityKeyIdOf(key: Uint8Array): string {
  const hash = createHash("sha256").update("id of an entity key\n").update(key);
  return hash.digest("hex").slice(0, KEY_ID_LENGTH);
}

function sealingUnder(key: Uint8Array, entityId: string): EntitySealing {
  const keyId = entityKeyIdOf(key);
  const digestKey = Buffer.from(hkdfSync("sha256", key, "", "digest v1", SEAL_KEY_BYTES));
  const newMaterial = (): SealMaterial => {
    const salt = randomBytes(SEAL_SALT_BYTES);
    return {
      keyId,
      salt: salt.toString("base64url"),
      key: textKey(key, salt).toString("base64url"),
      nonce: randomBytes(SEAL_NONCE_BYTES).toString("base64url"),
    };
  };
  return {
    sealed: (name, text) => sealedText(text, newMaterial(), ownerOf(entityId, name)),
    sealedBytes: (name, bytes) => sealedBytes(bytes, newMaterial(), ownerOf(entityId, name)),
    digest: (text) =>
      createHmac("sha256", digestKey).update(text).digest("hex").slice(0, DIGEST_LENGTH),
  };
}

function textKey(key: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, "text of an entity v1", SEAL_KEY_BYTES));
}

function ownerOf(entityId: string, name: string): string {
  return `${entityId} ${name}`;
}

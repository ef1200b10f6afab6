/**
 * Seals secrets that the server must be able to read again, such as the signing secrets of webhook
 * endpoints. Why and how far that protects them: decisions/0059.
 * Guarantees: each text is sealed under a key of its own, derived from the directory's current key and
 * 16 random bytes (HKDF, RFC 5869), with a nonce of its own; a text opens only for the owner that it
 * was sealed for; no message names a text, sealed or not.
 */
import { hkdfSync, randomBytes } from "node:crypto";
import {
  openedText,
  SEAL_KEY_BYTES,
  SEAL_NONCE_BYTES,
  SEAL_SALT_BYTES,
  type SealMaterial,
  sealedParts,
  sealedText,
} from "../contract/records/sealing.ts";
import type { SealKey, SealKeys } from "./seal_keys.ts";

/**
 * A sealed text did not open. `unknown_key`: it was sealed under a key that this process does not
 * have. `not_its_own`: it was changed, or belongs to another owner.
 */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
  readonly reason: "unknown_key" | "not_its_own";

  constructor(reason: SealBroken["reason"], owner: string) {
    const why =
      reason === "unknown_key"
        ? "is sealed under a key that is not in seal.key"
        : "was changed, or belongs to something else";
    super(`the secret of ${owner} ${why}`);
    this.reason = reason;
  }
}

export type Sealer = {
  /** Id of the key that new texts are sealed under. */
  readonly keyId: string;
  /** Material to seal one text with, where the owner is not known yet. */
  newMaterial(): SealMaterial;
  /** Seals `text` for `owner`, the id of the thing that it belongs to. */
  seal(text: string, owner: string): string;
  /** The text that was sealed for `owner`. Throws `SealBroken`. */
  open(sealed: string, owner: string): string;
};

/** Seals and opens with the keys as they are at each call. */
export function openSealer(
  keys: Pick<SealKeys, "all" | "current">,
  random: (bytes: number) => Buffer = randomBytes,
): Sealer {
  const sealer: Sealer = {
    get keyId() {
      return keys.current.id;
    },
    newMaterial() {
      const { current } = keys;
      const salt = random(SEAL_SALT_BYTES);
      return {
        keyId: current.id,
        salt: salt.toString("base64url"),
        key: derivedKey(current, salt).toString("base64url"),
        nonce: random(SEAL_NONCE_BYTES).toString("base64url"),
      };
    },
    seal: (text, owner) => sealedText(text, sealer.newMaterial(), owner),
    open(sealed, owner) {
      const parts = sealedParts(sealed);
      if (parts === undefined) throw new SealBroken("not_its_own", owner);
      const key = keys.all.find(({ id }) => id === parts.keyId);
      if (key === undefined) throw new SealBroken("unknown_key", owner);
      const text = openedText(parts, derivedKey(key, parts.salt), owner);
      if (text === undefined) throw new SealBroken("not_its_own", owner);
      return text;
    },
  };
  return sealer;
}

function derivedKey({ bytes }: SealKey, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync("sha256", bytes, salt, "sealed text v1", SEAL_KEY_BYTES));
}

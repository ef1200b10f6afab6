/**
 * The published forms of the key that signs receipts and tree heads: a JWK set (RFC 7517, 8037) and
 * PEM. A key's id is its RFC 7638 thumbprint, so everyone who has the public key can compute the
 * id.
 */
import { createPublicKey, hash, type KeyObject } from "node:crypto";

/** Base64url of SHA-256 over the required members of the JWK in order, 43 characters. */
export function keyIdOf(publicKey: KeyObject): string {
  const { x } = publicKey.export({ format: "jwk" });
  return hash("sha256", JSON.stringify({ crv: "Ed25519", kty: "OKP", x }), "base64url");
}

export function jwkSetText(publicKey: KeyObject): string {
  const { x } = publicKey.export({ format: "jwk" });
  const kid = keyIdOf(publicKey);
  return `${JSON.stringify({ keys: [{ kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "EdDSA" }] })}\n`;
}

export function pemText(publicKey: KeyObject): string {
  return publicKey.export({ format: "pem", type: "spki" }).toString();
}

/** The Ed25519 keys of a JWK set or a PEM text, by id. Throws when the text is neither. */
export function publicKeysIn(text: string): Map<string, KeyObject> {
  const keys = new Map<string, KeyObject>();
  for (const key of text.trimStart().startsWith("{") ? keysOfSet(text) : [createPublicKey(text)]) {
    if (key.asymmetricKeyType === "ed25519") keys.set(keyIdOf(key), key);
  }
  return keys;
}

function keysOfSet(text: string): KeyObject[] {
  const { keys } = JSON.parse(text) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error("it has no list of keys");
  const signing = keys.filter(({ kty, crv }) => kty === "OKP" && crv === "Ed25519");
  return signing.map((key) => createPublicKey({ key, format: "jwk" }));
}

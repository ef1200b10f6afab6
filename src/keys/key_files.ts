/** The four rings of keys of a data directory: which files they are, and how a key of each is made. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
} from "node:crypto";
import { keyIdOf, pemText } from "../contract/records/signing_key.ts";
import type { RingKey, RingKind } from "./key_ring.ts";

/** Bytes of a secret: a pepper, a secret of cursors or of salts. */
const SECRET_BYTES = 32;
const ID_LENGTH = 16;

export const PEPPER_RING = secretsIn("pepper.key");
export const CURSOR_RING = secretsIn("cursor.key");
export const SALT_RING = secretsIn("receipt-salt.key");
export const RECEIPT_RING: RingKind = {
  file: "receipt.key",
  single(bytes, fromMs) {
    const text = bytes.toString("utf8");
    return text.startsWith("-----BEGIN") ? receiptKeyOf(text, fromMs) : undefined;
  },
  idOf({ secret, publicKey = "" }) {
    const id = keyIdOf(createPublicKey(publicKey));
    const isPair = secret === undefined || keyIdOf(createPublicKey(secret)) === id;
    return isPair ? id : "";
  },
};

export const RING_KINDS: readonly RingKind[] = [CURSOR_RING, PEPPER_RING, SALT_RING, RECEIPT_RING];

export function newSecret(fromMs: number): RingKey {
  return secretKeyOf(randomBytes(SECRET_BYTES), fromMs);
}

export function newReceiptKey(fromMs: number): RingKey {
  const { privateKey } = generateKeyPairSync("ed25519");
  return receiptKeyOf(privateKey.export({ format: "pem", type: "pkcs8" }).toString(), fromMs);
}

export function secretBytesOf({ secret = "" }: RingKey): Uint8Array {
  return Uint8Array.from(Buffer.from(secret, "base64"));
}

/** The file of one key in the form of earlier versions, which a new directory has. */
export function singleText(key: RingKey): Uint8Array | string {
  return key.publicKey === undefined ? secretBytesOf(key) : (key.secret ?? "");
}

function secretsIn(file: string): RingKind {
  return {
    file,
    single: (bytes, fromMs) =>
      bytes.length === SECRET_BYTES ? secretKeyOf(bytes, fromMs) : undefined,
    idOf(key) {
      const bytes = secretBytesOf(key);
      return bytes.length === SECRET_BYTES ? secretIdOf(bytes) : "";
    },
  };
}

function secretKeyOf(bytes: Uint8Array, fromMs: number): RingKey {
  const secret = Buffer.from(bytes).toString("base64");
  return { id: secretIdOf(bytes), secret, fromMs };
}

/** The first 64 bits of a hash of 256 random ones. */
function secretIdOf(bytes: Uint8Array): string {
  const hash = createHash("sha256").update("id of a key of the data directory\n").update(bytes);
  return hash.digest("hex").slice(0, ID_LENGTH);
}

function receiptKeyOf(secret: string, fromMs: number): RingKey {
  const publicKey = createPublicKey(createPrivateKey(secret));
  return { id: keyIdOf(publicKey), secret, publicKey: pemText(publicKey), fromMs };
}

/**
 * The text of every credential that the server makes and hands out once: how it is made, recognised,
 * stored, and kept out of texts that people read.
 *
 *   service_{word}_{22: identity}_{43: secret}{6: check}
 *
 * Base62 (0-9A-Za-z): 128 bits of identity, 256 bits of secret, CRC-32 of all text before it. The
 * identity is public: an edge finds the credential by it. By the check a secret scanner tells a
 * credential from a text that looks like one, and a person sees that a character is missing; the
 * check proves nothing. SHA-256(pepper || text) is stored, never the text: 256 random bits need no
 * slow hash, and with a pepper that is kept outside the log a stolen log cannot even confirm a guess.
 * The word is under the digest, so a credential of one kind is none of another.
 */
import { hash } from "node:crypto";
import { invariant } from "../base/invariant.ts";

/**
 * What a credential is: a Product key of sandbox or live, the cookie of a session, a personal access
 * token, an access token, a refresh token, a device code or an authorization code of a program, or the
 * secret of an invitation to a company.
 */
export const CREDENTIAL_WORDS = [
  "test",
  "live",
  "session",
  "pat",
  "access",
  "refresh",
  "device",
  "code",
  "invite",
] as const;
export type CredentialWord = (typeof CREDENTIAL_WORDS)[number];

/** A new credential. `text` is shown once, to its owner; only the other two fields may be stored. */
export type NewCredential = { text: string; identity: string; digest: string };
/** What a text says about its credential, before anyone has looked whether the credential exists. */
export type ParsedCredential = { word: CredentialWord; identity: string };
/** A source of as many random bytes as it is asked for. */
export type RandomBytes = (length: number) => Uint8Array;

/** Characters of the identity. */
export const IDENTITY_LENGTH = 22;
/** Bytes of the pepper: as many as the digest. */
export const PEPPER_BYTES = 32;

const IDENTITY_BYTES = 16;
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const WORDS = CREDENTIAL_WORDS.join("|");
const SHAPE = new RegExp(`^service_(${WORDS})_([0-9A-Za-z]{22})_[0-9A-Za-z]{49}$`);
/** Characters behind the word: two underlines, identity, secret and check. */
const LENGTH_BEHIND_WORD = 2 + IDENTITY_LENGTH + SECRET_LENGTH + CHECK_LENGTH;
const LENGTH_MAX = "service_refresh".length + LENGTH_BEHIND_WORD;

/**
 * A new credential of 384 bits from `randomBytes`, with the digest to store under `pepper` (32 bytes).
 * `identity`: of another credential of the same login; then only the secret is new.
 */
export function makeCredential(
  word: CredentialWord,
  randomBytes: RandomBytes,
  pepper: Uint8Array,
  identity = base62(randomBytes(IDENTITY_BYTES), IDENTITY_BYTES, IDENTITY_LENGTH),
): NewCredential {
  const secret = base62(randomBytes(SECRET_BYTES), SECRET_BYTES, SECRET_LENGTH);
  const unchecked = `service_${word}_${identity}_${secret}`;
  const text = unchecked + checkOf(unchecked);
  invariant(SHAPE.test(text), "a new credential has the shape of every credential");
  return { text, identity, digest: digestOf(pepper, text) };
}

/**
 * What the text says about its credential, or undefined when shape or check is wrong.
 * Does not say that such a credential exists.
 */
export function parseCredential(text: string): ParsedCredential | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const [, word, identity] = SHAPE.exec(text) ?? [];
  if (word === undefined || identity === undefined) return undefined;
  const checkAt = text.length - CHECK_LENGTH;
  if (text.slice(checkAt) !== checkOf(text.slice(0, checkAt))) return undefined;
  return { word: word as CredentialWord, identity };
}

/**
 * The text without anything that could be a credential: of each one only the word and the first 3
 * characters of its public identity stay, which is what lists show. For texts that people read (log
 * lines, messages), never for texts that are stored or compared.
 */
export function withoutCredentials(text: string): string {
  if (text.length < REDACTED_LENGTH_MIN || !text.includes("service_")) return text;
  return text.replaceAll(CREDENTIALS, "$1…[redacted]");
}

/** The length of the shortest text that the pattern below finds. */
const REDACTED_LENGTH_MIN = "service_pat_".length + 3 + 19 + 1 + 20;
/**
 * A credential anywhere in a text. One that lost some characters at its end still is most of a secret.
 */
const CREDENTIALS = new RegExp(
  `(service_(?:${WORDS})_[0-9A-Za-z]{3})[0-9A-Za-z]{19}_[0-9A-Za-z]{20,}`,
  "g",
);

/** SHA-256(pepper || text) in 64 lower-case hexadecimal characters: the form that is stored. */
export function digestOf(pepper: Uint8Array, text: string): string {
  return digestBytesOf(pepper, text).toString("hex");
}

/** The 32 bytes of `digestOf`. */
export function digestBytesOf(pepper: Uint8Array, text: string): Buffer {
  invariant(pepper.length === PEPPER_BYTES, "a pepper has 32 bytes");
  const bytes = Buffer.allocUnsafe(PEPPER_BYTES + Buffer.byteLength(text));
  bytes.set(pepper);
  bytes.write(text, PEPPER_BYTES);
  return hash("sha256", bytes, "buffer");
}

function checkOf(text: string): string {
  return base62Of(BigInt(crc32(text)), CHECK_LENGTH);
}

function base62(bytes: Uint8Array, byteLength: number, length: number): string {
  invariant(bytes.length === byteLength, "the random source gives as many bytes as asked");
  return base62Of(BigInt(`0x${Buffer.from(bytes).toString("hex")}`), length);
}

function base62Of(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let at = 0; at < length; at++) {
    text = (DIGITS[Number(rest % 62n)] as string) + text;
    rest /= 62n;
  }
  invariant(rest === 0n, "a value fits its base62 digits");
  return text;
}

/** CRC-32 as in ISO 3309 and zlib (polynomial 0xEDB88320), 32 bits unsigned. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc = (CRC_TABLE[(crc ^ text.charCodeAt(at)) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  CRC_TABLE[byte] = crc;
}

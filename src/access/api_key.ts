/**
 * The text of an API key: how it is made, recognised and stored.
 *
 *   service_{test|live}_{22: identity}_{43: secret}{6: check}
 *
 * Base62 (0-9A-Za-z): 128 bits of identity, 256 bits of secret, CRC-32 of all text before it. The
 * identity is public: `key_` and the same 22 characters are the key's id. By the check a secret
 * scanner tells a key from a text that looks like one, and a person sees that a character is
 * missing; the check proves nothing. SHA-256(pepper || text) is stored, never the text: 256 random
 * bits need no slow hash, and with a pepper that is kept outside the log a stolen log cannot even
 * confirm a guess.
 */
import { createHash } from "node:crypto";
import { invariant } from "../base/invariant.ts";
import type { NewApiKey } from "../contract/preparation.ts";
import type { Environment } from "../contract/principal.ts";

/**
 * The shape of a key, for documents and for secret scanners. The pattern does not test the check.
 */
export const API_KEY_PATTERN = /^service_(test|live)_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$/;
/** Characters of a key; the same for both environments. */
export const API_KEY_LENGTH = 85;
/** Where the identity starts in a key, and how long it is. */
export const IDENTITY_OFFSET = 13;
export const IDENTITY_LENGTH = 22;
/** Bytes of the pepper: as many as the digest. */
export const PEPPER_BYTES = 32;

/**
 * Characters of a key that lists show: the environment, and 3 characters of the public identity.
 */
const PREFIX_LENGTH = 16;
const IDENTITY_BYTES = 16;
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** What a key's text says about the key, before anyone has looked whether the key exists. */
export type ParsedApiKey = { environment: Environment; apiKeyId: string; prefix: string };
export type RandomBytes = (length: number) => Uint8Array;

/** A new key of 384 bits from `randomBytes`, with the digest to store under `pepper` (32 bytes). */
export function makeApiKey(
  environment: Environment,
  randomBytes: RandomBytes,
  pepper: Uint8Array,
): NewApiKey {
  const identity = base62(randomBytes(IDENTITY_BYTES), IDENTITY_BYTES, IDENTITY_LENGTH);
  const secret = base62(randomBytes(SECRET_BYTES), SECRET_BYTES, SECRET_LENGTH);
  const word = environment === "live" ? "live" : "test";
  const unchecked = `service_${word}_${identity}_${secret}`;
  const text = unchecked + checkOf(unchecked);
  invariant(text.length === API_KEY_LENGTH, "a new key has the length of every key");
  return {
    text,
    apiKeyId: `key_${identity}`,
    prefix: text.slice(0, PREFIX_LENGTH),
    digest: digestOf(pepper, text),
  };
}

/**
 * What the text says about the key, or undefined when shape or check is wrong.
 * Does not say that such a key exists: the credential table answers that.
 */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  if (text.length !== API_KEY_LENGTH || !API_KEY_PATTERN.test(text)) return undefined;
  const checkAt = API_KEY_LENGTH - CHECK_LENGTH;
  if (text.slice(checkAt) !== checkOf(text.slice(0, checkAt))) return undefined;
  return {
    environment: text.startsWith("service_live_") ? "live" : "sandbox",
    apiKeyId: `key_${text.slice(IDENTITY_OFFSET, IDENTITY_OFFSET + IDENTITY_LENGTH)}`,
    prefix: text.slice(0, PREFIX_LENGTH),
  };
}

/**
 * The text without anything that could be a key: of each key only the characters that lists show
 * stay. For texts that people read (log lines, messages), never for texts that are stored or
 * compared.
 */
export function withoutApiKeys(text: string): string {
  if (text.length < REDACTED_LENGTH_MIN || !text.includes("service_")) return text;
  return text.replaceAll(API_KEYS, "$1…[redacted]");
}

/** The length of the shortest text that the pattern below finds. */
const REDACTED_LENGTH_MIN = "service_test_".length + 3 + 19 + 1 + 20;
/**
 * A key anywhere in a text. A key that lost some characters at its end still is most of a secret.
 */
const API_KEYS = /(service_(?:test|live)_[0-9A-Za-z]{3})[0-9A-Za-z]{19}_[0-9A-Za-z]{20,}/g;

/** SHA-256(pepper || text) in 64 lower-case hexadecimal characters: the form that is stored. */
export function digestOf(pepper: Uint8Array, text: string): string {
  return digestBytesOf(pepper, text).toString("hex");
}

/** The 32 bytes of `digestOf`. */
export function digestBytesOf(pepper: Uint8Array, text: string): Buffer {
  invariant(pepper.length === PEPPER_BYTES, "a pepper has 32 bytes");
  return createHash("sha256").update(pepper).update(text).digest();
}

/**
 * Whether two ASCII texts are equal. For two texts of one length the time does not depend on their
 * characters; the length itself is not a secret.
 */
export function sameText(a: string, b: string): boolean {
  const length = a.length;
  if (length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}

/**
 * Whether `bytes` are the characters of `text`, one byte each; in the same time for each text of one
 * length, as `sameText`.
 */
export function isText(bytes: Uint8Array, text: string): boolean {
  const length = text.length;
  if (length !== bytes.length) return false;
  let difference = 0;
  for (let at = 0; at < length; at++) difference |= text.charCodeAt(at) ^ (bytes[at] as number);
  return difference === 0;
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

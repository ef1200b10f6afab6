/**
 * The text of a Product key, which is a credential text (`credential_text.ts`) with the word of its
 * environment:
 *
 *   service_{test|live}_{22: identity}_{43: secret}{6: check}
 *
 * The identity is public: `key_` and the same 22 characters are the key's id.
 */
import type { NewApiKey } from "../contract/declare/preparation.ts";
import type { Environment } from "../contract/declare/principal.ts";
import { makeCredential, parseCredential, type RandomBytes } from "./credential_text.ts";

/**
 * The shape of a key, for documents and for secret scanners. The pattern does not test the check.
 */
export const API_KEY_PATTERN = /^service_(test|live)_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$/;
/** Characters of a key; the same for both environments. */
export const API_KEY_LENGTH = 85;
/** Where the identity starts in a key. */
export const IDENTITY_OFFSET = 13;

/**
 * Characters of a key that lists show: the environment, and 3 characters of the public identity.
 */
const PREFIX_LENGTH = 16;

/** What a key's text says about the key, before anyone has looked whether the key exists. */
export type ParsedApiKey = { environment: Environment; apiKeyId: string; prefix: string };

/** A new key of 384 bits from `randomBytes`, with the digest to store under `pepper` (32 bytes). */
export function makeApiKey(
  environment: Environment,
  randomBytes: RandomBytes,
  pepper: Uint8Array,
): NewApiKey {
  const word = environment === "live" ? "live" : "test";
  const { text, identity, digest } = makeCredential(word, randomBytes, pepper);
  return { text, apiKeyId: `key_${identity}`, prefix: text.slice(0, PREFIX_LENGTH), digest };
}

/**
 * What the text says about the key, or undefined when shape or check is wrong.
 * Does not say that such a key exists: the credential table answers that.
 */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  const parsed = parseCredential(text);
  if (parsed === undefined || (parsed.word !== "live" && parsed.word !== "test")) return undefined;
  return {
    environment: parsed.word === "live" ? "live" : "sandbox",
    apiKeyId: `key_${parsed.identity}`,
    prefix: text.slice(0, PREFIX_LENGTH),
  };
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

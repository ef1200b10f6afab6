/**
 * The published forms of the keys that sign receipts and tree heads: a JWK set (RFC 7517, 8037) and
 * PEM. A key's id is its RFC 7638 thumbprint, so everyone who has the public key can compute the
 * id. In the set each key says when it may have signed, in members of ours, as RFC 7517, 4, allows:
 *
 *   validFrom         ISO 8601: the key has signed nothing before
 *   validUntil        ISO 8601: it signs nothing after; absent of the key that signs now
 *   notTrustedAfter   ISO 8601: somebody else has the key; what says that it was signed later is not to be trusted
 */
import { createPublicKey, hash, type KeyObject } from "node:crypto";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { SharedValue } from "../../base/shared_value.ts";

/** When a key may have signed, milliseconds UTC; a bound that is absent is not known. */
export type KeyTimes = { fromMs?: number; untilMs?: number; distrustedAfterMs?: number };
/** A key as it is published. */
export type PublishedKey = KeyTimes & { key: KeyObject };
/** The keys that somebody trusts, by id. */
export type TrustedKeys = ReadonlyMap<string, PublishedKey>;
/** The keys of a directory, the newest first. The array stays the same until one changes. */
export type PublishedKeys = { readonly value: readonly PublishedKey[] };

/** The most keys that a directory has in its life: a proof is checked with the key that signed it, for ever. */
export const RECEIPT_KEYS_MAX = 128;
/** Bytes of the memory: PEM of 113 characters and three times for each key, in JSON. */
const MEMORY_BYTES = 320 * RECEIPT_KEYS_MAX;

/** The keys in memory that all threads share. */
export function sharePublishedKeys(
  keys: readonly PublishedKey[],
): SharedValue<readonly PublishedKey[]> {
  return SharedValue.of(publishedTexts(keys), publishedIn, MEMORY_BYTES);
}

/** The keys as another thread sees them. */
export function openPublishedKeys(memory: SharedArrayBuffer): PublishedKeys {
  return new SharedValue(memory, publishedIn);
}

/** What the shared memory is written with. */
export function publishedTexts(keys: readonly PublishedKey[]): unknown {
  const isFit = keys.length > 0 && keys.length <= RECEIPT_KEYS_MAX;
  invariant(isFit, "there is a receipt key, and room for all");
  return keys.map(({ key, ...times }) => ({ ...times, pem: pemText(key) }));
}

function publishedIn(json: unknown): readonly PublishedKey[] {
  const texts = json as (KeyTimes & { pem: string })[];
  return texts.map(({ pem, ...times }) => ({ ...times, key: createPublicKey(pem) }));
}

/** Base64url of SHA-256 over the required members of the JWK in order, 43 characters. */
export function keyIdOf(publicKey: KeyObject): string {
  const { x } = publicKey.export({ format: "jwk" });
  return hash("sha256", JSON.stringify({ crv: "Ed25519", kty: "OKP", x }), "base64url");
}

/** The keys as a JWK set, in the order given. */
export function jwkSetText(published: readonly PublishedKey[]): string {
  return `${JSON.stringify({ keys: published.map(jwkOf) })}\n`;
}

function jwkOf({ key, fromMs, untilMs, distrustedAfterMs }: PublishedKey) {
  const { x } = key.export({ format: "jwk" });
  const jwk = { kty: "OKP", crv: "Ed25519", x, kid: keyIdOf(key), use: "sig", alg: "EdDSA" };
  return {
    ...jwk,
    ...(fromMs !== undefined && { validFrom: isoTime(fromMs) }),
    ...(untilMs !== undefined && { validUntil: isoTime(untilMs) }),
    ...(distrustedAfterMs !== undefined && { notTrustedAfter: isoTime(distrustedAfterMs) }),
  };
}

export function pemText(publicKey: KeyObject): string {
  return publicKey.export({ format: "pem", type: "spki" }).toString();
}

/**
 * The keys as PEM texts, one after another in the order given. PEM says no times, so a key that is not
 * trusted at all times is left out.
 */
export function pemTexts(published: readonly PublishedKey[]): string {
  return published
    .filter(({ distrustedAfterMs }) => distrustedAfterMs === undefined)
    .map(({ key }) => pemText(key))
    .join("");
}

/**
 * Why a key cannot have signed what says that it was signed at the time; undefined where it can have. A key
 * without times, as PEM and sets of earlier versions give it, can have signed at any time.
 */
export function timeFault(
  { fromMs, untilMs, distrustedAfterMs }: KeyTimes,
  timeMs: number,
): string | undefined {
  if (fromMs !== undefined && timeMs < fromMs) {
    return `the key signs only since ${isoTime(fromMs)}`;
  }
  if (untilMs !== undefined && timeMs > untilMs) {
    return `the key signs no more since ${isoTime(untilMs)}`;
  }
  if (distrustedAfterMs !== undefined && timeMs > distrustedAfterMs) {
    return `the key is not trusted after ${isoTime(distrustedAfterMs)}`;
  }
  return undefined;
}

const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g;

/** The Ed25519 keys of a JWK set or a PEM text, by id. Throws when the text is neither. */
export function publicKeysIn(text: string): Map<string, PublishedKey> {
  const isSet = text.trimStart().startsWith("{");
  const found = isSet ? keysOfSet(text) : keysOfPem(text);
  const signing = found.filter(({ key }) => key.asymmetricKeyType === "ed25519");
  return new Map(signing.map((published) => [keyIdOf(published.key), published]));
}

function keysOfPem(text: string): PublishedKey[] {
  const blocks = text.match(PEM_BLOCK) ?? [text];
  return blocks.map((block) => ({ key: createPublicKey(block) }));
}

function keysOfSet(text: string): PublishedKey[] {
  const { keys } = JSON.parse(text) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error("it has no list of keys");
  const signing = keys.filter(({ kty, crv }) => kty === "OKP" && crv === "Ed25519");
  return signing.map((jwk) => {
    const { validFrom, validUntil, notTrustedAfter } = jwk as Record<string, unknown>;
    return {
      key: createPublicKey({ key: jwk, format: "jwk" }),
      ...timeOf("fromMs", validFrom),
      ...timeOf("untilMs", validUntil),
      ...timeOf("distrustedAfterMs", notTrustedAfter),
    };
  });
}

/** A bound that cannot be read is an error, and not a bound that is absent. */
function timeOf(name: keyof KeyTimes, text: unknown): KeyTimes {
  if (text === undefined) return {};
  const timeMs = typeof text === "string" ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(timeMs)) throw new Error("a key has a time that is no time");
  return { [name]: timeMs };
}

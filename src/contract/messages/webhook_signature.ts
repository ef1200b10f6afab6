/**
 * Signatures of webhooks as Standard Webhooks defines them: "v1," and the base64 of HMAC-SHA256
 * over `{id}.{timestamp}.{body}`, one for each live secret, separated by spaces. While a secret is
 * rotated there are two, and a receiver with either accepts the webhook. The same functions check what is
 * sent to this platform.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { invariant } from "../../base/invariant.ts";

/** What the text of a secret begins with; base64 of the key follows. */
export const SECRET_PREFIX = "whsec_";
/** Bytes of a key (Standard Webhooks: 24 to 64). */
export const SECRET_BYTES = 32;
/** How far the time of a signature may be from now, seconds (Standard Webhooks). */
export const SIGNATURE_TOLERANCE_SECONDS = 300;
/** Signatures of one header that are compared: there is one for each live secret. */
const SIGNATURES_MAX = 8;
const TIMESTAMP = /^[1-9]\d{0,11}$/;
const SIGNATURE = /^v1,[A-Za-z0-9+/]{43}=$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export type SignedParts = { webhookId: string; timestampSeconds: number; body: Uint8Array };

/** The three headers, names and values in turns; the timestamp is `atMs` in whole seconds. */
export function signedHeaders(
  { webhookId, atMs, body }: { webhookId: string; atMs: number; body: Uint8Array },
  secrets: readonly string[],
): string[] {
  const timestampSeconds = Math.floor(atMs / 1_000);
  return [
    ...["webhook-id", webhookId],
    ...["webhook-timestamp", String(timestampSeconds)],
    ...["webhook-signature", signatureOf({ webhookId, timestampSeconds, body }, secrets)],
  ];
}

/** The value of `webhook-signature`. Throws where a secret is none, without repeating it. */
export function signatureOf(parts: SignedParts, secrets: readonly string[]): string {
  invariant(secrets.length > 0, "a webhook is signed with at least one secret");
  return secrets.map((secret) => `v1,${macOf(parts, keyOf(secret))}`).join(" ");
}

/** What came: the values of the three headers, undefined where one is missing, and the raw body. */
export type SignedMessage = {
  webhookId: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
  body: Uint8Array;
};

/**
 * Whether the message was signed with one of the secrets, at most `SIGNATURE_TOLERANCE_SECONDS` from now.
 * Compares in constant time. Throws where a secret is none, without repeating it.
 */
export function isSigned(
  { webhookId, timestamp, signature, body }: SignedMessage,
  secrets: readonly string[],
  nowMs: number,
): boolean {
  if (webhookId === undefined || webhookId === "" || signature === undefined) return false;
  if (timestamp === undefined || !TIMESTAMP.test(timestamp)) return false;
  const timestampSeconds = Number(timestamp);
  const distance = Math.abs(Math.floor(nowMs / 1_000) - timestampSeconds);
  if (distance > SIGNATURE_TOLERANCE_SECONDS) return false;
  const given = signature
    .split(" ", SIGNATURES_MAX)
    .filter((one) => SIGNATURE.test(one))
    .map((one) => Buffer.from(one.slice(3), "base64"));
  let isFound = false;
  for (const secret of secrets) {
    const mac = Buffer.from(macOf({ webhookId, timestampSeconds, body }, keyOf(secret)), "base64");
    for (const one of given) if (timingSafeEqual(one, mac)) isFound = true;
  }
  return isFound;
}

function macOf({ webhookId, timestampSeconds, body }: SignedParts, key: Uint8Array): string {
  const mac = createHmac("sha256", key);
  mac.update(`${webhookId}.${timestampSeconds}.`);
  return mac.update(body).digest("base64");
}

function keyOf(secret: string): Uint8Array {
  const text = secret.slice(SECRET_PREFIX.length);
  invariant(
    secret.startsWith(SECRET_PREFIX) && BASE64.test(text),
    "a secret of webhooks is whsec_ and base64",
  );
  const key = Buffer.from(text, "base64");
  invariant(key.length === SECRET_BYTES, "the key of a secret of webhooks has 32 bytes");
  return key;
}

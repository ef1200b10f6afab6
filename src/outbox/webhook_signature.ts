/**
 * Signatures of webhooks as Standard Webhooks defines them: "v1," and the base64 of HMAC-SHA256
 * over `{id}.{timestamp}.{body}`, one for each live secret, separated by spaces. While a secret is
 * rotated there are two, and a receiver with either accepts the webhook.
 */
import { createHmac } from "node:crypto";
import { invariant } from "../base/invariant.ts";

/** What the text of a secret begins with; base64 of the key follows. */
export const SECRET_PREFIX = "whsec_";
/** Bytes of a key (Standard Webhooks: 24 to 64). */
export const SECRET_BYTES = 32;
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

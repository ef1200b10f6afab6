/** Signing secrets of webhook endpoints: those of the simulation, and where an answer may show one. */
import type { NewWebhookSecret } from "../../src/contract/declare/preparation.ts";
import type { Response } from "./edge.ts";
import type { Random } from "./random.ts";

/** Operations whose first answer shows a secret, and no later one does. */
const SHOWING = ["webhook_endpoint.create", "webhook_endpoint.secret.rotate"];
const SECRET = /,"secret":"whsec_[^"]*"/;

/** A secret and the material of its seal, of the seed's chance. */
export function newSecretOf(random: Random): NewWebhookSecret {
  const bytes = (count: number) =>
    Buffer.from(Array.from({ length: count }, () => random.below(256)));
  const secret = `whsec_${bytes(32).toString("base64")}`;
  const [salt, key, nonce] = [16, 32, 12].map((count) => bytes(count).toString("base64url"));
  const seal = { keyId: "0".repeat(16), salt, key, nonce } as NewWebhookSecret["seal"];
  return { secret, prefix: secret.slice(0, 10), seal };
}

/** The answer as its replays are. */
export function withoutSecret(body: string): string {
  return body.replace(SECRET, "");
}

/** A violation where a secret is shown that must not be, or is not shown. */
export function wrongSecret(
  operation: string,
  { status, isReplayed, body }: Response,
): string | undefined {
  const isShown = SECRET.test(body);
  const mayShow = SHOWING.includes(operation) && status < 300 && !isReplayed;
  return isShown === mayShow ? undefined : "a secret is shown once, in the first answer";
}

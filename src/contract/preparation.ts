/** The tools that the preparation of an operation may use, and that no decision may use. */
import type { Environment } from "./principal.ts";
import type { SealMaterial } from "./sealing.ts";

/** A new key. `text` is shown once, to its owner; only the other three fields may be stored. */
export type NewApiKey = { text: string; apiKeyId: string; prefix: string; digest: string };

/**
 * A new secret that signs webhooks. `secret` is shown once, to its owner; the decision seals it with
 * `seal` for the id of its endpoint, and stores the sealed text and `prefix`.
 */
export type NewWebhookSecret = { secret: string; prefix: string; seal: SealMaterial };

export type PreparationTools = {
  newApiKey(environment: Environment): NewApiKey;
  newWebhookSecret(): NewWebhookSecret;
  /** The same text, sealed for the same owner under the current key. Throws where it does not open. */
  resealed(sealed: string, owner: string): string;
  /** The text, sealed for the owner under the current key. */
  sealed(text: string, owner: string): string;
  /** The text that was sealed for the owner; undefined where it does not open. */
  opened(sealed: string, owner: string): string | undefined;
  /** Whether webhooks may be sent to loopback: the server itself listens there. */
  allowsLoopback: boolean;
  /** Number of ledger shards of this data directory. */
  shards: number;
  /** The operating-system user of the operator; undefined for every other caller. */
  operatorUser?: string | undefined;
};

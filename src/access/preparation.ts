/** The tools of preparations, which need randomness and secrets, in the threads that run them. */
import { randomBytes } from "node:crypto";
import type { NewWebhookSecret, PreparationTools } from "../contract/preparation.ts";
import { makeApiKey } from "./api_key.ts";
import { SealKeys } from "./seal_keys.ts";
import { openSealer, SealBroken, type Sealer } from "./sealer.ts";

/** What the tools are made of; a thread gets them in its `workerData`. */
export type PreparationParts = {
  pepper: Uint8Array;
  /** The number of ledger shards of the data directory. */
  ledgerShards: number;
  /** The memory of `SealKeys`. */
  sealKeys: SharedArrayBuffer;
  /** Whether the server listens on loopback. */
  allowsLoopback: boolean;
};

/** Bytes of a secret (Standard Webhooks, "Signature scheme": "between 24 bytes and 64 bytes"). */
const WEBHOOK_SECRET_BYTES = 32;
const WEBHOOK_SECRET_PREFIX = "whsec_";
/** Characters of a secret that stay readable: those in front of it, and four of the secret. */
const SHOWN_LENGTH = WEBHOOK_SECRET_PREFIX.length + 4;

export function preparationTools(parts: PreparationParts): PreparationTools {
  const { pepper, ledgerShards, sealKeys, allowsLoopback } = parts;
  const sealer = openSealer(new SealKeys(sealKeys));
  return {
    newApiKey: (environment) => makeApiKey(environment, randomBytes, pepper),
    newWebhookSecret: () => newWebhookSecret(sealer),
    resealed: (sealed, owner) => sealer.seal(sealer.open(sealed, owner), owner),
    sealed: (text, owner) => sealer.seal(text, owner),
    opened: (sealed, owner) => openedBy(sealer, sealed, owner),
    shards: ledgerShards,
    allowsLoopback,
  };
}

function openedBy(sealer: Sealer, sealed: string, owner: string): string | undefined {
  try {
    return sealer.open(sealed, owner);
  } catch (cause) {
    if (cause instanceof SealBroken) return undefined;
    throw cause;
  }
}

function newWebhookSecret(sealer: Sealer): NewWebhookSecret {
  const bytes = randomBytes(WEBHOOK_SECRET_BYTES);
  const secret = `${WEBHOOK_SECRET_PREFIX}${bytes.toString("base64")}`;
  return { secret, prefix: secret.slice(0, SHOWN_LENGTH), seal: sealer.newMaterial() };
}

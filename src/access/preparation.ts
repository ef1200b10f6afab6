/** The tools of preparations, which need randomness and secrets, in the threads that run them. */
import { randomBytes } from "node:crypto";
import type {
  GuessTools,
  NewWebhookSecret,
  PreparationTools,
} from "../contract/declare/preparation.ts";
import { makeApiKey } from "./api_key.ts";
import {
  canonicalRecoveryCode,
  codeDigests,
  newCode,
  newRecoveryCodes,
  newUserCode,
} from "./codes.ts";
import { digestOf, makeCredential, parseCredential } from "./credential_text.ts";
import { derivedKeys } from "./derived_key.ts";
import { type EntityKeys, openEntitySealer } from "./entity_sealer.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { currentPepper, openPeppers } from "./peppers.ts";
import { PROOF_KEY_LABEL, verifyProof } from "./proof_of_work.ts";
import { SealKeys } from "./seal_keys.ts";
import { openSealer, SealBroken, type Sealer } from "./sealer.ts";
import { newTotpSecret, totpStep, totpUri } from "./totp.ts";

/** What the tools are made of; a thread gets them in its `workerData`. */
export type PreparationParts = {
  /** The memory of `SharedPeppers`. */
  peppers: SharedArrayBuffer;
  /** The number of ledger shards of the data directory. */
  ledgerShards: number;
  /** The memory of `SealKeys`. */
  sealKeys: SharedArrayBuffer;
  /** Requests of strangers for one e-mail address in a minute; 0: any number. */
  identityLimit: number;
  /** Where the keys of entities are kept. */
  entityKeysPath: string;
  /** Whether what a caller names may be an address of this machine. */
  allowsLoopback: boolean;
  /** The address that clients reach this server by, without a slash at its end. */
  publicUrl: string;
};

/** The tools that are the same for every call of a thread. */
export type ThreadTools = Omit<
  PreparationTools,
  | "caller"
  | "environment"
  | "from"
  | "nowMs"
  | "realm"
  | "snapshot"
  | "keepFile"
  | "fetched"
  | "operatorUser"
  | "realmKey"
  | "requestName"
  | "guessing"
> & {
  /** What `guessing` gives where the operation limits guesses. */
  guesses: GuessTools;
};

/** Bytes of a secret (Standard Webhooks, "Signature scheme": "between 24 bytes and 64 bytes"). */
const WEBHOOK_SECRET_BYTES = 32;
const WEBHOOK_SECRET_PREFIX = "whsec_";
/** What the digests of recovery codes are made under. */
const RECOVERY_LABEL = "recovery";
/** Characters of a secret that stay readable: those in front of it, and four of the secret. */
const SHOWN_LENGTH = WEBHOOK_SECRET_PREFIX.length + 4;

/** Makes the tools for a preparation at the time `nowMs`. */
export function preparationTools(
  parts: Omit<PreparationParts, "entityKeysPath">,
  entityKeys: EntityKeys,
): (nowMs: number) => ThreadTools {
  const { ledgerShards, sealKeys, identityLimit, allowsLoopback, publicUrl } = parts;
  const peppers = openPeppers(parts.peppers);
  const { digest, digests } = codeDigests(peppers);
  const sealer = openSealer(new SealKeys(sealKeys));
  const entitySealer = openEntitySealer(entityKeys);
  const issuer = new URL(publicUrl).hostname;
  return (nowMs) => ({
    newApiKey: (environment) => makeApiKey(environment, randomBytes, currentPepper(peppers)),
    newWebhookSecret: () => newWebhookSecret(sealer),
    newCredential: (word, identity) =>
      makeCredential(word, randomBytes, currentPepper(peppers), identity),
    readCredential(text) {
      const parsed = parseCredential(text);
      return parsed && { ...parsed, digests: peppers.all.map((one) => digestOf(one, text)) };
    },
    newUserCode: () => newUserCode(randomBytes),
    newCode: () => newCode(randomBytes),
    newRecoveryCodes: () => newRecoveryCodes(randomBytes),
    newTotpSecret: () => newTotpSecret(randomBytes),
    totpUri: (secret, account) => totpUri(secret, { issuer, account }),
    hashPassword,
    guesses: {
      verifyPassword,
      totpStep: (secret, code) => totpStep(secret, code, nowMs),
      recoveryDigest: (code) => digest(RECOVERY_LABEL, canonicalRecoveryCode(code)),
      recoveryDigests: (code) => digests(RECOVERY_LABEL, canonicalRecoveryCode(code)),
      codeDigests: digests,
    },
    digest,
    digests,
    verifyProof: (payload) => verifyProof(derivedKeys(peppers, PROOF_KEY_LABEL), payload, nowMs),
    sealed: (text, owner) => sealer.seal(text, owner),
    opened: (sealed, owner) => openedBy(sealer, sealed, owner),
    sealMaterial: () => sealer.newMaterial(),
    resealed: (sealed, owner) => sealer.seal(sealer.open(sealed, owner), owner),
    entitySealing: entitySealer.sealing,
    openedOfEntity: entitySealer.opened,
    shards: ledgerShards,
    identityLimit,
    allowsLoopback,
    publicUrl,
  });
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

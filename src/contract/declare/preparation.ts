/** The tools that the preparation of an operation may use, and that no decision may use. */
import type { NamedFile } from "../records/named_file.ts";
import type { SealMaterial } from "../records/sealing.ts";
import type { Snapshot } from "../tables/snapshot.ts";
import type { Caller } from "./caller.ts";
import type { FetchedDocument } from "./fetched_document.ts";
import type { Environment } from "./principal.ts";

/** A new key. `text` is shown once, to its owner; only the other three fields may be stored. */
export type NewApiKey = { text: string; apiKeyId: string; prefix: string; digest: string };

/** What a credential's text is of: the word behind `service_`. */
export type CredentialWord =
  | "session"
  | "pat"
  | "access"
  | "refresh"
  | "device"
  | "code"
  | "invite";

/** A new credential of a person. `text` is shown once; only the other two fields may be stored. */
export type NewCredential = { text: string; identity: string; digest: string };

/** The text of a credential that somebody sends: what it says of itself, and what its stored digest may be. */
export type PresentedCredential = { word: string; identity: string; digests: readonly string[] };

/**
 * A new secret that signs webhooks. `secret` is shown once, to its owner; the decision seals it with
 * `seal` for the id of its endpoint, and stores the sealed text and `prefix`.
 */
export type NewWebhookSecret = { secret: string; prefix: string; seal: SealMaterial };

/**
 * Seals what was submitted of one entity, under the entity's own key. Whoever destroys the key makes
 * all of it unreadable, wherever copies of the sealed texts are.
 */
export type EntitySealing = {
  /** `v1.KEY.SALT.DATA` of `sealing.ts` for the owner `ENTITY NAME`; KEY is the id of the entity's key. */
  sealed(name: string, text: string): string;
  /** The bytes of a file, sealed as `sealed` seals a text, in the binary form of `sealing.ts`. */
  sealedBytes(name: string, bytes: Uint8Array): Uint8Array;
  /** HMAC-SHA-256 under a key that follows from the entity's key, 32 hexadecimal digits. */
  digest(text: string): string;
};

/** Where a call comes from: the address as text, and the header `User-Agent`, cut to 200 characters. */
export type CallOrigin = { address: string; userAgent: string };

/** What compares with a secret that can be guessed. */
export type GuessTools = {
  /** Takes the same time where there is no hash. */
  verifyPassword(hash: string | undefined, text: string): Promise<boolean>;
  /** The step of 30 s that the code is of, where that is now, the step before or the next. */
  totpStep(secret: string, code: string): number | undefined;
  /** The digest of a recovery code, however it was typed: to be stored. */
  recoveryDigest(code: string): string;
  /** What the stored digest of the code may be, as `digests`. */
  recoveryDigests(code: string): readonly string[];
  /** What the digest may be of a code that was mailed or shown, which `digest` made. */
  codeDigests(label: string, code: string): readonly string[];
};

export type PreparationTools = {
  newApiKey(environment: Environment): NewApiKey;
  newWebhookSecret(): NewWebhookSecret;
  /** `identity`: that of the login which the credential is of; a new one where it is absent. */
  newCredential(word: CredentialWord, identity?: string): NewCredential;
  /**
   * What the text of a credential says of it, and the digests that its stored one may be; undefined for every
   * text whose form or check is wrong. Does not say that there is such a credential.
   */
  readCredential(text: string): PresentedCredential | undefined;
  /** The eight letters of a user code (RFC 8628, 6.1). */
  newUserCode(): string;
  /** Six random digits. */
  newCode(): string;
  /** Ten random texts, each of which replaces a code of TOTP once. */
  newRecoveryCodes(): string[];
  /** A new secret of TOTP, base32. */
  newTotpSecret(): string;
  /** The address of the secret for an authenticator app: `otpauth://totp/…`. */
  totpUri(secret: string, account: string): string;
  /** Argon2id, as a PHC text. */
  hashPassword(text: string): Promise<string>;
  /** Only of an operation that declares `limitsGuesses`; throws elsewhere. */
  guessing(): GuessTools;
  /** A digest of a short secret under a key of this data directory, 64 hexadecimal digits: to be stored. */
  digest(label: string, text: string): string;
  /** What the stored digest of the secret may be: one digest under each key, that of the current key first. */
  digests(label: string, text: string): readonly string[];
  /** The proof of work that the payload holds, where this server gave its challenge and it is right. */
  verifyProof(payload: string): Promise<{ challengeId: string; expiresAtMs: number } | undefined>;
  /** Seals the text for its owner. */
  sealed(text: string, owner: string): string;
  /** The text; undefined where it does not open. */
  opened(sealed: string, owner: string): string | undefined;
  /** Material to seal one text with in the decision, for an owner that only the decision knows. */
  sealMaterial(): SealMaterial;
  /** The sealed text, sealed anew for its owner under the current key. Throws where it does not open. */
  resealed(sealed: string, owner: string): string;
  /**
   * Seals for the entity under its own key, which is made, and on disk, when this resolves. Undefined:
   * the key was destroyed. Only for an entity that the snapshot has in the realm of the call, and for what has a
   * key of its own without being an entity: then under a name that is made of `requestName`.
   */
  entitySealing(entityId: string): Promise<EntitySealing | undefined>;
  /** The text that was sealed of the entity; undefined where it does not open or the key was destroyed. */
  openedOfEntity(sealed: string, entityId: string, name: string): string | undefined;
  /**
   * Writes sealed bytes into a new file beside the shard's log; it is on disk when this returns. A file
   * that no record comes to name is deleted by the next start. Only where `snapshot` may be called.
   */
  keepFile(owner: string, sealed: Uint8Array): NamedFile;
  /** What came of the address that `preparesWith.documentAt` gave; undefined where it gave none. */
  fetched: FetchedDocument | undefined;
  /** Whether what a caller names may be an address of this machine (`allowLoopback` of the options). */
  allowsLoopback: boolean;
  /** Number of ledger shards of this data directory. */
  shards: number;
  /** Requests of strangers for one e-mail address, and mails to it, that are taken in a minute; 0: any number. */
  identityLimit: number;
  /** The address that clients reach this server by, without a slash at its end. */
  publicUrl: string;
  /** Milliseconds UTC. */
  nowMs: number;
  caller: Caller;
  /** The environment that is asked for. */
  environment: Environment;
  from: CallOrigin;
  /** Only of an operation that prepares with the snapshot (`preparesWith`); throws elsewhere. */
  snapshot(): Snapshot;
  /** The number of the realm that the call acts in; only where `snapshot` may be called. */
  realm: number | undefined;
  /** The key of that realm; only where `snapshot` may be called. */
  realmKey: string | undefined;
  /**
   * 32 hexadecimal digits that no other request has: they follow from the idempotency key and the realm, so the request has
   * them again when it is repeated. Only where `snapshot` may be called.
   */
  requestName(): string;
  /** The operating-system user of the operator; undefined for every other caller. */
  operatorUser?: string | undefined;
};

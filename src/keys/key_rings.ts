/**
 * The rings of keys in the memory of the process, where all its threads see them, and beside the data, on disk.
 * Only main writes either.
 */
import { createPublicKey } from "node:crypto";
import {
  CURSORS_TAKEN_MS,
  type CursorKey,
  cursorKeyTexts,
  type SharedCursorKeys,
  shareCursorKeys,
} from "../access/cursor.ts";
import { pepperTexts, type SharedPeppers, sharePeppers } from "../access/peppers.ts";
import type { SharedValue } from "../base/shared_value.ts";
import {
  type SaltSecret,
  saltSecretTexts,
  shareSaltSecrets,
} from "../contract/records/record_leaf.ts";
import {
  type PublishedKey,
  publishedTexts,
  sharePublishedKeys,
} from "../contract/records/signing_key.ts";
import { secretBytesOf } from "./key_files.ts";
import type { KeyRing, RingKey } from "./key_ring.ts";

/** The rings of keys that are no seal keys. */
export type KeyRings = {
  pepper: KeyRing;
  cursor: KeyRing;
  salt: KeyRing;
  receipt: KeyRing;
  /** Names the current receipt key in the settings, on disk, so that a file of another directory is noticed. */
  nameReceiptKey(): void;
};

/** The memory of the rings, as threads get it. */
export type KeyMemory = {
  peppers: SharedArrayBuffer;
  cursors: SharedArrayBuffer;
  salts: SharedArrayBuffer;
  receiptKeys: SharedArrayBuffer;
};

export class SharedRings {
  readonly files: KeyRings;
  readonly peppers: SharedPeppers;
  readonly cursors: SharedCursorKeys;
  readonly salts: SharedValue<readonly SaltSecret[]>;
  readonly receiptKeys: SharedValue<readonly PublishedKey[]>;

  constructor({ rings, shardNames }: { rings: KeyRings; shardNames: readonly string[] }) {
    this.files = rings;
    const { pepper, cursor, salt, receipt } = rings;
    this.peppers = sharePeppers(peppersOf(pepper.kept));
    this.cursors = shareCursorKeys(cursorKeysOf(cursor.kept));
    this.salts = shareSaltSecrets(saltSecretsOf(salt.kept), shardNames.length);
    this.receiptKeys = sharePublishedKeys(publishedKeysOf(receipt.kept));
  }

  get memory(): KeyMemory {
    const { peppers, cursors, salts, receiptKeys } = this;
    return {
      peppers: peppers.memory,
      cursors: cursors.memory,
      salts: salts.memory,
      receiptKeys: receiptKeys.memory,
    };
  }

  /** Puts other peppers on disk, then into the memory of all threads. */
  writePeppers(keys: readonly RingKey[]): void {
    this.files.pepper.write(keys);
    this.peppers.write(() => pepperTexts(peppersOf(this.files.pepper.kept)));
  }

  writeCursorKeys(keys: readonly RingKey[]): void {
    this.files.cursor.write(keys);
    this.cursors.write(() => cursorKeyTexts(cursorKeysOf(this.files.cursor.kept)));
  }

  writeReceiptKeys(keys: readonly RingKey[]): void {
    this.files.receipt.write(keys);
    this.files.nameReceiptKey();
    this.receiptKeys.write(() => publishedTexts(publishedKeysOf(this.files.receipt.kept)));
  }

  /**
   * Puts other secrets of salts on disk and into memory, while no thread makes a salt: so `make` may look how far
   * the logs are, and no record behind that has had an earlier salt.
   */
  writeSalts(make: () => readonly RingKey[]): void {
    let fault: unknown;
    this.salts.write(() => {
      try {
        this.files.salt.write(make());
      } catch (cause) {
        fault = cause;
      }
      return saltSecretTexts(saltSecretsOf(this.files.salt.kept));
    });
    if (fault !== undefined) throw fault;
  }
}

export function peppersOf(keys: readonly RingKey[]): Uint8Array[] {
  return keys.map(secretBytesOf);
}

/** Of keys that are kept. */
export function saltSecretsOf(keys: readonly RingKey[]): SaltSecret[] {
  return keys.map((key) => ({
    secret: secretBytesOf(key),
    ...(key.firstFrames !== undefined && { firstFrames: key.firstFrames }),
  }));
}

function cursorKeysOf(keys: readonly RingKey[]): CursorKey[] {
  return keys.map((key) => ({
    secret: secretBytesOf(key),
    takenUntilMs: (key.untilMs ?? Number.POSITIVE_INFINITY) + CURSORS_TAKEN_MS,
  }));
}

function publishedKeysOf(keys: readonly RingKey[]): PublishedKey[] {
  return keys.map(({ publicKey = "", fromMs, untilMs, distrustedAfterMs }) => ({
    key: createPublicKey(publicKey),
    fromMs,
    ...(untilMs !== undefined && { untilMs }),
    ...(distrustedAfterMs !== undefined && { distrustedAfterMs }),
  }));
}

/**
 * The data directory: which process may open it, what it was made with, and where each part lies.
 *
 *   settings.json       format version and number of shards, fixed when it is made
 *   pepper.key          32 random bytes mixed into the digests of API keys (mode 0600)
 *   cursor.key          32 random bytes that sign cursors (mode 0600)
 *   receipt.key         Ed25519 private key that signs receipts and tree heads, PEM (mode 0600)
 *   receipt-salt.key    32 random bytes that the salts of the trees' leaves come from (mode 0600)
 *                       each of these four is a ring of keys once it was rotated: keys/key_ring.ts
 *   id.key              the key that hides places in ids, and since when (mode 0600)
 *   seal.key            the keys that secrets are sealed under, the current one first (mode 0600)
 *   entity-keys/        the keys of entities, under the seal key; made, replaced and destroyed in place
 *   control.sock        where the operator's commands arrive while a server runs (mode 0600)
 *   process.lock        the lock of the directory, where it is a file: on macOS (mode 0600)
 *   demo.json           how to reach the demo Product, when there is one (mode 0600)
 *   demo.due            exists until a start has made the demo that was asked for
 *   requests/           the log of requests, one folder a day
 *   mail/               mails as files, where no mail server is named (mode 0700)
 *   spool/              large answers on their way to a client; emptied at every start
 *   documents/          sealed files that records name, one folder a ledger shard (mode 0700)
 *   platform/ shard-N/  log and state of one shard each; a shard's proof tree when it was asked for
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sealKeyIdOf } from "./access/seal_keys.ts";
import type { IdKey } from "./base/hidden_place.ts";
import { OptionError } from "./base/option_error.ts";
import { writeWhole } from "./files/whole_file.ts";
import { ENTITY_KEYS, entityKeysAt } from "./keys/entity_keys.ts";
import { type Existing, idKeyAt, makeIdKey } from "./keys/id_key_file.ts";
import {
  CURSOR_RING,
  newReceiptKey,
  newSecret,
  PEPPER_RING,
  RECEIPT_RING,
  SALT_RING,
  singleText,
} from "./keys/key_files.ts";
import { KeyRing, type RingKey, type RingKind } from "./keys/key_ring.ts";
import type { KeyRings } from "./keys/key_rings.ts";
import { newSealKey, sealKeysAt, writeSealKeys } from "./keys/seal_key_file.ts";
import type { SealKeyRing } from "./keys/seal_rotation.ts";
import { DEFAULT_SHARDS } from "./options.ts";
import { type ProcessLock, tryLock } from "./threads/process_lock.ts";

/** Of a directory whose ids are hidden: a version that would show other ids for its records refuses it. */
const FORMAT_VERSION = 2;
/** Of a directory that no start of this version has seen yet. */
const OLD_FORMAT_VERSION = 1;
/** Where the lock is a file, this one (`threads/process_lock.ts`). */
const LOCK_FILE = "process.lock";
/** The folder of the folders of files beside the logs. */
export const DOCUMENTS = "documents";

/** What `settings.json` says. */
export type Settings = {
  formatVersion: number;
  shards: number;
  createdAt: string;
  /** Id of a key in receipt.key; absent in a directory that is older than receipts' proofs. */
  receiptKeyId?: string;
  /** Id of the current key in seal.key; absent in a directory that is older than sealed secrets. */
  sealKeyId?: string;
  /** Id of the key in id.key; absent in a directory that has none yet. */
  idKeyId?: string;
  /** Id of the store of entities' keys; absent in a directory that is older than these. */
  entityKeysId?: string;
};

export type ShardPaths = {
  logPath: string;
  statePath: string;
  treePath: string;
  /** The folder of the files beside the log, which a start makes. */
  filesPath: string;
};

export type DataDirectory = {
  path: string;
  /** The path as it was given, for messages. */
  given: string;
  /** Removes the directory where this start has made it, because the start comes to nothing. */
  discard(): void;
  shards: number;
  rings: KeyRings;
  sealKeys: SealKeyRing;
  /**
   * The key of ids, which a directory without one gets. To be called when the directory is locked, and
   * before a shard starts. Throws `OptionError` where it is missing or another one.
   */
  idKey(): Promise<IdKey>;
  /** The store of entities' keys. */
  entityKeysPath: string;
  demoPath: string;
  /** The folder of the log of requests, with one folder a day. */
  requestLogPath: string;
  /** `shard-0`, …, `platform`: each shard has a folder of this name. */
  shardNames: readonly string[];
  /** This file exists until a start has made the demo that was asked for. */
  demoDuePath: string;
  spoolPath: string;
  /** The folder of mails, made by the first of them. */
  mailPath: string;
  shard(name: string): ShardPaths;
};

/**
 * Opens or makes the directory. `demo`: whether a new directory is to get a demo. Throws
 * `OptionError` where the directory does not fit the options, or a part of it is missing.
 */
export function openDataDirectory(
  dir: string,
  { shards, demo }: { shards: number | undefined; demo: boolean },
): DataDirectory {
  const path = resolve(dir);
  const made = makeDirectory(path, dir);
  const settingsPath = join(path, "settings.json");
  const isNew = !existsSync(settingsPath);
  if (isNew) {
    if (existsSync(join(path, "shard-0"))) {
      throw new OptionError(`${dir} holds logs but no settings.json: restore it from the backup`);
    }
    const settings: Settings = {
      formatVersion: OLD_FORMAT_VERSION,
      shards: shards ?? DEFAULT_SHARDS,
      createdAt: new Date().toISOString(),
    };
    for (const kind of [PEPPER_RING, CURSOR_RING]) writeSingle(path, kind, newSecret(0));
    // The settings are written last: a directory with settings was made whole.
    if (demo) writeWhole(join(path, "demo.due"), "");
    writeSettings(path, settings);
  }
  const settings = readSettings(settingsPath, join(dir, "settings.json"));
  if (shards !== undefined && shards !== settings.shards) {
    throw new OptionError(
      `${dir} was made with ${settings.shards} shards, not ${shards}: start with --shards ` +
        `${settings.shards} or without the flag, or name another directory with --data`,
    );
  }
  const sealKeys = sealKeyRingOf(path, dir, settings);
  nameEntityKeys(path, dir, settings);
  const requestLogPath = join(path, "requests");
  const shardNames = [
    ...Array.from({ length: settings.shards }, (_, at) => `shard-${at}`),
    "platform",
  ];
  return {
    path,
    given: dir,
    async idKey() {
      const logPaths = shardNames.map((name) => join(path, name, "log"));
      return await idKeyOf(path, dir, settings, { logPaths, requestLogPath });
    },
    discard: () => removeMade(path, made),
    shards: settings.shards,
    rings: keyRingsOf(path, dir, settings),
    sealKeys,
    entityKeysPath: join(path, ENTITY_KEYS),
    demoPath: join(path, "demo.json"),
    requestLogPath,
    shardNames,
    demoDuePath: join(path, "demo.due"),
    spoolPath: join(path, "spool"),
    mailPath: join(path, "mail"),
    shard: (name) => ({
      logPath: join(path, name, "log"),
      statePath: join(path, name, "state"),
      treePath: join(path, name, "proof"),
      filesPath: join(path, DOCUMENTS, name),
    }),
  };
}

/** Makes the directory where it is missing; returns the topmost folder that was made, if any. */
function makeDirectory(path: string, given: string): string | undefined {
  try {
    const made = mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return made;
  } catch (cause) {
    const why = (cause as Error).message;
    throw new OptionError(`${given} cannot be the data directory: ${why}`, { cause });
  }
}

/** Removes a directory, and those above it that were made for it, up to `made`, where they are empty. */
function removeMade(path: string, made: string | undefined): void {
  if (made === undefined) return;
  rmSync(path, { recursive: true, force: true });
  try {
    for (let above = path; above !== made; ) {
      above = dirname(above);
      rmdirSync(above);
    }
  } catch {
    // Somebody else has put something there meanwhile.
  }
}

/** Locks the directory for this process until the process ends. Throws `OptionError` when another server runs. */
export async function lockDataDirectory(path: string, given = path): Promise<ProcessLock> {
  const lock = await tryLockDataDirectory(path, given);
  if (lock !== undefined) return lock;
  throw new OptionError(
    `another server runs on ${given}: stop it first, or name another directory with --data`,
  );
}

/**
 * As `lockDataDirectory`; undefined when another process has the directory. The lock is of the directory's
 * device and inode, whatever its path.
 */
export async function tryLockDataDirectory(
  path: string,
  given = path,
): Promise<ProcessLock | undefined> {
  try {
    const { dev, ino } = statSync(path);
    return await tryLock({ name: `${dev}-${ino}`, path: join(path, LOCK_FILE) });
  } catch (cause) {
    const why = (cause as Error).message;
    throw new OptionError(`${given} cannot be locked: ${why}`, { cause });
  }
}

export function writeSettings(path: string, settings: Settings): void {
  writeWhole(join(path, "settings.json"), `${JSON.stringify(settings, null, 2)}\n`);
}

function readSettings(path: string, given: string): Settings {
  let settings: Settings;
  try {
    settings = JSON.parse(readFileSync(path, "utf8")) as Settings;
  } catch (cause) {
    throw new OptionError(`${given} cannot be read: ${(cause as Error).message}`, { cause });
  }
  const { formatVersion, shards } = settings;
  const isKnown = formatVersion === FORMAT_VERSION || formatVersion === OLD_FORMAT_VERSION;
  if (!isKnown || !Number.isInteger(shards)) {
    throw new OptionError(`${given} is of a format that this version does not know`);
  }
  return settings;
}

/**
 * The rings of keys. A directory that never had keys of receipts gets them: first the files, then the
 * settings, so that the settings never name a missing key. From then on the files must be there.
 */
function keyRingsOf(path: string, given: string, settings: Settings): KeyRings {
  const fromMs = Date.parse(settings.createdAt) || 0;
  if (settings.receiptKeyId === undefined) {
    for (const [kind, made] of [
      [SALT_RING, newSecret(fromMs)],
      [RECEIPT_RING, newReceiptKey(fromMs)],
    ] as const) {
      if (!existsSync(join(path, kind.file))) writeSingle(path, kind, made);
    }
  }
  const opened = (kind: RingKind) => KeyRing.open(path, given, kind, fromMs);
  const receipt = opened(RECEIPT_RING);
  const named = settings.receiptKeyId;
  if (named !== undefined && !receipt.keys.some(({ id }) => id === named)) {
    throw new OptionError(
      `${join(given, RECEIPT_RING.file)} is not the key of this directory, ${named}: restore it from the backup`,
    );
  }
  const nameReceiptKey = () => {
    const { id } = receipt.current;
    if (settings.receiptKeyId === id) return;
    settings.receiptKeyId = id;
    writeSettings(path, settings);
  };
  if (named === undefined) nameReceiptKey();
  const [pepper, cursor, salt] = [opened(PEPPER_RING), opened(CURSOR_RING), opened(SALT_RING)];
  return { pepper, cursor, salt, receipt, nameReceiptKey };
}

function writeSingle(path: string, kind: RingKind, key: RingKey): void {
  writeWhole(join(path, kind.file), singleText(key));
}

/** The keys of sealed secrets: as with receipts, the settings never name a missing key. */
function sealKeyRingOf(path: string, given: string, settings: Settings): SealKeyRing {
  let keys = sealKeysAt(path, given, settings.sealKeyId);
  const nameCurrent = () => {
    const sealKeyId = sealKeyIdOf(keys[0] as Uint8Array);
    if (settings.sealKeyId === sealKeyId) return;
    settings.sealKeyId = sealKeyId;
    writeSettings(path, settings);
  };
  nameCurrent();
  return {
    get keys() {
      return keys;
    },
    begin() {
      if (keys.length === 1) {
        const rotated = [newSealKey(), ...keys];
        writeSealKeys(path, rotated);
        keys = rotated;
      }
      nameCurrent();
      return keys;
    },
    end() {
      writeSealKeys(path, keys.slice(0, 1));
      keys = keys.slice(0, 1);
    },
  };
}

/** The key of ids: as with receipts, the settings never name a missing one. */
async function idKeyOf(
  path: string,
  given: string,
  settings: Settings,
  existing: Existing,
): Promise<IdKey> {
  if (settings.idKeyId === undefined) {
    settings.idKeyId = await makeIdKey(path, existing);
    settings.formatVersion = FORMAT_VERSION;
    writeSettings(path, settings);
  }
  return idKeyAt(path, given, settings.idKeyId);
}

/** The store of entities' keys: as with receipts, the settings never name a missing one. */
function nameEntityKeys(path: string, given: string, settings: Settings): void {
  const entityKeysId = entityKeysAt(path, given, settings.entityKeysId);
  if (settings.entityKeysId === entityKeysId) return;
  settings.entityKeysId = entityKeysId;
  writeSettings(path, settings);
}

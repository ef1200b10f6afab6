/**
 * `seal.key` in the data directory: the keys that secrets are sealed under, one a line in base64, the
 * current one first. There is one key, and while the key is rotated the one before as well. The
 * settings name the current key; a crash between the two files leaves settings that name the key
 * before, which the file still has.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { SEAL_KEYS_MAX, sealKeyIdOf } from "../access/seal_keys.ts";
import { OptionError } from "../base/option_error.ts";
import { SEAL_KEY_BYTES } from "../contract/records/sealing.ts";
import { writeWhole } from "../files/whole_file.ts";

export const SEAL_KEY_FILE = "seal.key";

/** What others of the system may do with a file that only its owner may read: nothing. */
const OTHERS = 0o077;
const LINE = /^[A-Za-z0-9+/]{43}=$/;

/**
 * The keys of the directory, the current one first. `keyId`: the id in the settings, undefined in a
 * directory that had no such keys yet, which gets one. Throws `OptionError` where the file is
 * missing, damaged, readable for others, or has not the key that the settings name.
 */
export function sealKeysAt(path: string, given: string, keyId: string | undefined): Uint8Array[] {
  const file = join(path, SEAL_KEY_FILE);
  const told = join(given, SEAL_KEY_FILE);
  if (keyId === undefined && !existsSync(file)) writeSealKeys(path, [newSealKey()]);
  const keys = readKeys(file, told);
  const mode = statSync(file).mode & 0o777;
  if ((mode & OTHERS) !== 0) {
    throw new OptionError(
      `${told} has mode ${mode.toString(8)}, so others may read it: chmod 600 ${told}`,
    );
  }
  if (keyId !== undefined && !keys.some((key) => sealKeyIdOf(key) === keyId)) {
    throw new OptionError(
      `${told} is not the key of this directory, ${keyId}: restore it from the backup`,
    );
  }
  return keys;
}

export function newSealKey(): Uint8Array {
  return randomBytes(SEAL_KEY_BYTES);
}

/** Puts these keys, the current one first, in the place of those in the file. */
export function writeSealKeys(path: string, keys: readonly Uint8Array[]): void {
  writeWhole(join(path, SEAL_KEY_FILE), sealKeyText(keys));
}

export function sealKeyText(keys: readonly Uint8Array[]): string {
  return keys.map((key) => `${Buffer.from(key).toString("base64")}\n`).join("");
}

/** The keys of a file's text; undefined where the text is not one of such a file. */
export function sealKeysIn(text: string): Uint8Array[] | undefined {
  const lines = text.split("\n");
  const isWhole = lines.pop() === "" && lines.length > 0 && lines.length <= SEAL_KEYS_MAX;
  if (!isWhole || !lines.every((line) => LINE.test(line))) return undefined;
  return lines.map((line) => Uint8Array.from(Buffer.from(line, "base64")));
}

function readKeys(file: string, told: string): Uint8Array[] {
  const keys = existsSync(file) ? sealKeysIn(readFileSync(file, "utf8")) : undefined;
  if (keys === undefined) {
    throw new OptionError(`${told} is missing or damaged: restore it from the backup`);
  }
  return keys;
}

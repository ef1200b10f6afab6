/** The file of the seal keys in a data directory: made, lost, foreign, readable, rotated. */
import assert from "node:assert/strict";
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { sealKeyIdOf } from "../access/seal_keys.ts";
import { OptionError } from "../base/option_error.ts";
import { openDataDirectory } from "../data_directory.ts";
import { sealKeysIn, sealKeyText } from "./seal_key_file.ts";

const scratch = mkdtempSync(join(tmpdir(), "seal-key-"));
after(() => rmSync(scratch, { recursive: true }));

const opened = (path: string) => openDataDirectory(path, { shards: 1, demo: false });
const keyFile = (path: string) => join(path, "seal.key");
const settingsOf = (path: string) =>
  JSON.parse(readFileSync(join(path, "settings.json"), "utf8")) as Record<string, unknown>;
const idsOf = (keys: readonly Uint8Array[]) => keys.map(sealKeyIdOf);

function made(name: string): string {
  const path = join(scratch, name);
  opened(path);
  return path;
}

function assertRefused(path: string, message: RegExp): void {
  assert.throws(
    () => opened(path),
    (error: Error) => error instanceof OptionError && message.test(error.message),
  );
}

test("seal key: a new directory -> one key, mode 0600, named by the settings, the same at each start", () => {
  const path = made("new");
  const text = readFileSync(keyFile(path), "utf8");
  assert.equal(statSync(keyFile(path)).mode & 0o777, 0o600);
  assert.deepEqual(idsOf(sealKeysIn(text) ?? []), [settingsOf(path)["sealKeyId"]]);
  assert.deepEqual(idsOf(opened(path).sealKeys.keys), [settingsOf(path)["sealKeyId"]]);
  assert.equal(readFileSync(keyFile(path), "utf8"), text);
});

test("seal key: a directory of before there were any -> gets one at its next start, and keeps the rest", () => {
  const path = made("old");
  const { sealKeyId: _, ...old } = settingsOf(path);
  writeFileSync(join(path, "settings.json"), JSON.stringify(old));
  rmSync(keyFile(path));
  const { sealKeys } = opened(path);
  assert.deepEqual(settingsOf(path), { ...old, sealKeyId: idsOf(sealKeys.keys)[0] });
});

test("seal key: missing, empty, cut short, of another directory -> no start, and the message says which file and what to do", () => {
  const path = made("mine");
  const text = readFileSync(keyFile(path), "utf8");
  rmSync(keyFile(path));
  assertRefused(path, /seal\.key is missing or damaged: restore it from the backup$/);
  for (const damaged of ["", "\n", text.slice(0, -2), `${text}x`, text.trim(), `${text}\n`]) {
    writeFileSync(keyFile(path), damaged, { mode: 0o600 });
    assertRefused(path, /seal\.key is missing or damaged: restore it from the backup$/);
  }
  copyFileSync(keyFile(made("other")), keyFile(path));
  const { sealKeyId } = settingsOf(path);
  assertRefused(path, new RegExp(`is not the key of this directory, ${sealKeyId}: restore it`));
  writeFileSync(keyFile(path), text);
  opened(path);
});

test("seal key: readable for the group or for all -> no start; 0600 and 0400 -> a start", () => {
  const path = made("mode");
  for (const mode of [0o640, 0o604, 0o660]) {
    chmodSync(keyFile(path), mode);
    assertRefused(path, new RegExp(`seal\\.key has mode ${mode.toString(8)}, .*: chmod 600 `));
  }
  for (const mode of [0o400, 0o600]) {
    chmodSync(keyFile(path), mode);
    opened(path);
  }
});

test("seal key rotation: interrupted after each of its writes -> the next start has every key that may be needed", () => {
  const path = made("rotated");
  const [oldId] = idsOf(opened(path).sealKeys.keys);
  const oldSettings = readFileSync(join(path, "settings.json"));
  const [newId, second] = idsOf(opened(path).sealKeys.begin());
  assert.deepEqual([second, settingsOf(path)["sealKeyId"]], [oldId, newId]);
  // The power went between the two files.
  writeFileSync(join(path, "settings.json"), oldSettings);
  assert.deepEqual(idsOf(opened(path).sealKeys.keys), [newId, oldId]);
  assert.equal(settingsOf(path)["sealKeyId"], newId);
  // Begun again: the same rotation goes on.
  const ring = opened(path).sealKeys;
  assert.deepEqual(idsOf(ring.begin()), [newId, oldId]);
  ring.end();
  assert.deepEqual(idsOf(ring.keys), [newId]);
  assert.deepEqual(idsOf(opened(path).sealKeys.keys), [newId]);
  assert.equal(readFileSync(keyFile(path), "utf8"), sealKeyText(ring.keys));
  assert.equal(statSync(keyFile(path)).mode & 0o777, 0o600);
});

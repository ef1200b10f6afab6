/** The parts of a data directory that a backup copies. */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { DOCUMENTS } from "../../src/data_directory.ts";
import { ENTITY_KEYS } from "../../src/keys/entity_keys.ts";
import { RING_KINDS } from "../../src/keys/key_files.ts";
import { SEAL_KEY_FILE } from "../../src/keys/seal_key_file.ts";

export const PLATFORM = "platform";
/** The files of keys that may be rotated while a server runs. */
const ROTATED = [SEAL_KEY_FILE, ...RING_KINDS.map(({ file }) => file)];
/** Folders beside the shards that are copied too. */
const COPIED_APART = [DOCUMENTS, ENTITY_KEYS];

export type Parts = { shards: string[]; files: string[]; skipped: string[] };

/**
 * The parts of a data directory, with the shards in the order of copying: the platform shard last.
 * Throws when it is no data directory, or lacks the log of a shard.
 */
export function partsOf(source: string): Parts {
  if (!existsSync(join(source, "settings.json"))) {
    throw new Error(`${source} is no data directory: it has no settings.json`);
  }
  const parts: Parts = { shards: [], files: [], skipped: [] };
  const entries = readdirSync(source, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const isShard = entry.isDirectory() && existsSync(join(source, entry.name, "log", "data.mdb"));
    if (isShard) parts.shards.push(entry.name);
    else if (entry.isFile() && !entry.name.endsWith(".tmp")) parts.files.push(entry.name);
    else if (!entry.isSocket() && !COPIED_APART.includes(entry.name)) {
      parts.skipped.push(entry.name);
    }
  }
  const { shards } = JSON.parse(readFileSync(join(source, "settings.json"), "utf8")) as {
    shards: number;
  };
  for (const shard of [
    PLATFORM,
    ...Array.from({ length: shards }, (_, shard) => `shard-${shard}`),
  ]) {
    if (parts.shards.includes(shard)) continue;
    throw new Error(
      `${source} lacks the log of ${shard}: lost, or not made yet by the first start`,
    );
  }
  parts.shards = [...parts.shards.filter((shard) => shard !== PLATFORM), PLATFORM];
  return parts;
}

/**
 * The files in the order of copying: those of keys last, because the settings name keys that these files must
 * have, and a rotation may come in between.
 */
export function inCopyOrder(files: readonly string[]): string[] {
  const isRotated = (file: string) => ROTATED.includes(file);
  return [...files.filter((file) => !isRotated(file)), ...files.filter(isRotated)];
}

/** Syncs a file or a directory. */
export function syncPath(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Throws when the copy would be its original, or a part of it. */
export function refuseInside(source: string, target: string): void {
  if (`${target}${sep}`.startsWith(`${source}${sep}`)) {
    throw new Error(`${target} is inside of ${source}: a copy does not belong into its original`);
  }
}
